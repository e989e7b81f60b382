"""Makes ../penguins_mass.onnx with scikit-learn and skl2onnx, and penguins_mass.json beside
this file: the inputs of a few birds and what scikit-learn predicts for them.

    python penguins_mass.py
"""

import csv
import json
import pathlib
import warnings

import numpy as np
import skl2onnx
import sklearn
from skl2onnx import to_onnx
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

HERE = pathlib.Path(__file__).parent
INPUTS = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "year"]
TARGET = "body_mass_g"

warnings.filterwarnings("ignore")
with open(HERE.parent / "penguins.csv") as f:
    rows = [r for r in csv.DictReader(f) if "NA" not in r.values()]
x = np.array([[float(r[k]) for k in INPUTS] for r in rows])
y = np.array([float(r[TARGET]) for r in rows])

shift, scale = y.mean(), y.std()
model = make_pipeline(StandardScaler(), MLPRegressor(hidden_layer_sizes=(16,), activation="tanh", solver="lbfgs", alpha=1, max_iter=2000, random_state=0))
model.fit(x, (y - shift) / scale)
last = model[-1]
last.coefs_[-1] = last.coefs_[-1] * scale
last.intercepts_[-1] = last.intercepts_[-1] * scale + shift

x32 = x.astype(np.float32)
(HERE.parent / "penguins_mass.onnx").write_bytes(to_onnx(model, x32[:1]).SerializeToString())
said = {
    "inputs": INPUTS, "x": x32[::60].tolist(), "y": model.predict(x[::60]).tolist(), "r2": model.score(x, y),
    "sklearn": sklearn.__version__, "skl2onnx": skl2onnx.__version__,
}
(HERE / "penguins_mass.json").write_text(json.dumps(said, indent=1) + "\n")
print(said["r2"], len(rows))
