"""Makes pipelines of scikit-learn as skl2onnx exports them by default, beside it: with an input for each
column, with a support vector machine, with probabilities in a map; and the outputs of the
originals, as JSON.

    python pipelines.py   # scikit-learn 1.9.1, skl2onnx 1.20.0
"""

import json
import pathlib

import numpy as np
from skl2onnx import to_onnx
from skl2onnx.common.data_types import FloatTensorType, Int64TensorType
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(3)
x = np.round(rng.normal(size=(60, 4)), 3).astype(np.float32)
x[:, 2] = np.round(x[:, 2] * 5)
y = x[:, 0] - 0.5 * x[:, 1] ** 2 + np.sin(x[:, 2]) + 0.1 * x[:, 3]


def record(name, model, exported, out):
    (HERE / f"{name}.onnx").write_bytes(exported.SerializeToString())
    (HERE / f"{name}.json").write_text(json.dumps({"x": x[:8].astype(float).tolist(), "y": np.asarray(out, float).tolist()}) + "\n")


columns = ["age", "income", "rooms", "distance"]
types = [("age", FloatTensorType([None, 1])), ("income", FloatTensorType([None, 1])), ("rooms", Int64TensorType([None, 1])), ("distance", FloatTensorType([None, 1]))]
split = ColumnTransformer([("some", StandardScaler(), [0, 1]), ("others", StandardScaler(), [3, 2])])
m = make_pipeline(split, MLPRegressor(hidden_layer_sizes=(6,), activation="tanh", solver="lbfgs", max_iter=200, random_state=0)).fit(x, y)
record("sklearn_columns", m, to_onnx(m, initial_types=types, target_opset=18), m.predict(x[:8]).reshape(-1, 1))

for kernel in ("rbf", "poly"):
    m = make_pipeline(StandardScaler(), SVR(kernel=kernel)).fit(x, y)
    record(f"sklearn_svr_{kernel}", m, to_onnx(m, x[:1], target_opset=18), m.predict(x[:8]).reshape(-1, 1))

m = LogisticRegression().fit(x, np.digitize(y, [-1, 0.5]))
record("sklearn_zipmap", m, to_onnx(m, x[:1], target_opset=18), m.predict_proba(x[:8]))
