"""Runs the files that TestExportIsReadBack left in a folder in ONNX Runtime, and compares their
outputs with igbo's own.

    IGBOLAB_ONNX_EXPORTED=folder go test -run TestExportIsReadBack ./igbo/onnx
    python exported.py folder
"""

import json
import pathlib
import sys

import numpy as np
import onnxruntime

TOLERANCE = 1e-6  # of 1 + |value|; of models in float32 their own rounding is as much

worst, failed = 0.0, []
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.onnx")):
    case = json.loads(file.with_suffix(".json").read_text())
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    inputs = {}
    for i in session.get_inputs():
        text = i.type == "tensor(string)"
        values = case["inputs"][i.name]
        inputs[i.name] = np.array(values, dtype=object if text else np.float64)
    outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, inputs)))
    want = np.array(case["response"])
    got = outputs.get("probabilities")
    if got is None:
        (got,) = outputs.values()
    elif got.size == 2 * want.size:
        got = got[..., 1]
    else:
        best = want.reshape(-1, got.shape[-1]).argmax(1)
        if list(outputs["label"].ravel()) != [case["classes"][k] for k in best]:
            failed.append(f"{file.name}: labels")
    off = np.max(np.abs(got.ravel() - want) / (1 + np.abs(want)))
    worst = max(worst, off)
    if not off <= TOLERANCE:
        failed.append(f"{file.name}: {off:.2g}")
    print(f"{file.name:36} {off:.2g}")
print(f"largest difference {worst:.2g}")
if failed:
    sys.exit("\n".join(failed))
