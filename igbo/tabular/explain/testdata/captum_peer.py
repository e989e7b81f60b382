"""Attributes a network by Captum as explain_bench_test.go does by this library.

    python captum_peer.py FOLDER ROWS THREADS

Writes FOLDER/model.onnx, FOLDER/x.bin (float32, ROWS × 20) and FOLDER/attributions.bin of the
first 1000 rows, and prints the seconds of each chunk size as JSON: attributions
with their convergence deltas, the best of two passes over the first TIMED rows, scaled to all
of them, as Captum's time grows with the rows. Larger chunks take longer a row.
"""

import json
import pathlib
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import numpy as np
import torch
from captum.attr import IntegratedGradients

TIMED = 8192
folder, rows, threads = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(threads)
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(20, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1)).eval()
x = torch.randn(rows, 20)
torch.onnx.export(model, (x[:2],), str(folder / "model.onnx"), input_names=["x"], output_names=["y"], dynamo=False, dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
x.numpy().tofile(folder / "x.bin")
for p in model.parameters():
    p.requires_grad_(False)
ig = IntegratedGradients(model)


def explained(part):
    return ig.attribute(part, torch.zeros_like(part), target=0, method="riemann_middle", n_steps=20, return_convergence_delta=True)


explained(x[:1000])[0].detach().numpy().astype(np.float32).tofile(folder / "attributions.bin")
timed = x[:TIMED]
seconds = {}
for chunk in (64, 256, 1024):
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        for part in timed.split(chunk):
            explained(part)
        best = min(best, time.perf_counter() - start)
    seconds[chunk] = best * rows / len(timed)
print(json.dumps({"torch": torch.__version__, "seconds": seconds}))
