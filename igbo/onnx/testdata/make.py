"""Makes the ONNX files beside it, each by its library's own exporter, and for each
the outputs of the original model and Captum's attributions of it, as JSON.

    python make.py        (KERAS_BACKEND=torch)

Made with the versions that are written into versions.json.
"""

import json
import os
import pathlib
import warnings

os.environ["KERAS_BACKEND"] = "torch"
warnings.filterwarnings("ignore")

import captum
import keras
import numpy as np
import onnx
import skl2onnx
import sklearn
import torch
from captum.attr import IntegratedGradients
from skl2onnx import to_onnx
from sklearn.ensemble import GradientBoostingRegressor, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

HERE = pathlib.Path(__file__).parent
POINTS = 20


def table(n=120, d=5, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)) * np.arange(1, d + 1) + 0.5
    y = x[:, 0] - 0.4 * x[:, 1] ** 2 + np.sin(x[:, 2])
    return x, y


def series(n=6, t=4, d=3, seed=1):
    return np.random.default_rng(seed).normal(size=(n, t, d))


def attributed(module, x, outputs, method="riemann_middle", forward=None):
    """IG of each output [N,...] through Captum: outputs first, then the shape of x."""
    x = torch.tensor(x, dtype=torch.float64 if module is None else torch.float32)
    ig = IntegratedGradients(forward or module)
    each = [ig.attribute(x, baselines=torch.zeros_like(x), target=t, method=method, n_steps=POINTS) for t in outputs]
    return torch.stack(each).detach().numpy()


def record(name, x, y, attributions=None, method=None):
    entry = {"x": np.asarray(x, float).tolist(), "y": np.asarray(y, float).tolist()}
    if attributions is not None:
        entry |= {"method": method or "riemann_middle", "points": POINTS, "attributions": attributions.astype(float).tolist()}
    (HERE / f"{name}.json").write_text(json.dumps(entry) + "\n")


def layers(model):
    """A scikit-learn network as a function of torch, in float64."""

    def forward(x):
        for i, (w, b) in enumerate(zip(model.coefs_, model.intercepts_)):
            x = x @ torch.tensor(w, dtype=torch.float64) + torch.tensor(b, dtype=torch.float64)
            if i < len(model.coefs_) - 1:
                x = torch.tanh(x) if model.activation == "tanh" else torch.relu(x)
        return x

    return forward


def sklearn_models():
    x, y = table()
    classes = np.digitize(y, np.quantile(y, [0.3, 0.6]))
    x32, few = x.astype(np.float32), x[:8].astype(np.float32)

    def save(name, model, x=x32, **options):
        proto = to_onnx(model, x[:1], **options)
        (HERE / f"{name}.onnx").write_bytes(proto.SerializeToString())

    m = MLPRegressor(hidden_layer_sizes=(8, 6), activation="tanh", max_iter=300, random_state=0).fit(x, y)
    save("sklearn_mlp", m)
    record("sklearn_mlp", few, m.predict(few.astype(float))[:, None], attributed(None, few, [0], forward=layers(m)))
    save("sklearn_mlp_double", m, x)
    record("sklearn_mlp_double", few, m.predict(few.astype(float))[:, None], attributed(None, few, [0], "gausslegendre", forward=layers(m)), "gausslegendre")

    c = MLPClassifier(hidden_layer_sizes=(7,), activation="tanh", max_iter=300, random_state=0).fit(x, classes)
    save("sklearn_classifier", c, options={"zipmap": False})
    soft = lambda v: torch.softmax(layers(c)(v), -1)
    record("sklearn_classifier", few, c.predict_proba(few.astype(float)), attributed(None, few, range(3), forward=soft))

    linear = make_pipeline(StandardScaler(), Ridge()).fit(x, y)
    save("sklearn_ridge", linear)
    scaler, ridge = linear[0], linear[1]
    affine = lambda v: ((v - torch.tensor(scaler.mean_)) / torch.tensor(scaler.scale_)) @ torch.tensor(ridge.coef_)[:, None] + ridge.intercept_
    record("sklearn_ridge", few, linear.predict(few.astype(float))[:, None], attributed(None, few, [0], forward=affine))

    logistic = make_pipeline(StandardScaler(), LogisticRegression()).fit(x, classes)
    save("sklearn_logistic", logistic, options={"zipmap": False})
    scaler, last = logistic[0], logistic[1]
    probability = lambda v: torch.softmax(((v - torch.tensor(scaler.mean_)) / torch.tensor(scaler.scale_)) @ torch.tensor(last.coef_).T + torch.tensor(last.intercept_), -1)
    record("sklearn_logistic", few, logistic.predict_proba(few.astype(float)), attributed(None, few, range(3), forward=probability))

    save("sklearn_linear", LinearRegression().fit(x, y))
    record("sklearn_linear", few, LinearRegression().fit(x, y).predict(few.astype(float))[:, None])
    binary = LogisticRegression().fit(x / x.std(0), classes > 0)
    save("sklearn_binary", binary, (x / x.std(0)).astype(np.float32), options={"zipmap": False})
    scaled = (x / x.std(0))[:8].astype(np.float32)
    record("sklearn_binary", scaled, binary.predict_proba(scaled.astype(float)))

    save("forest", RandomForestRegressor(3, max_depth=2, random_state=0).fit(x, y))
    save("boosting", GradientBoostingRegressor(n_estimators=3, max_depth=2, random_state=0).fit(x, y))
    save("neighbours", KNeighborsRegressor(3).fit(x[:20], y[:20]))


class Residual(torch.nn.Module):
    """Layer normalisation, GELU, a residual and a softplus, as tabular networks have."""

    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = torch.nn.Linear(5, 8), torch.nn.LayerNorm(8), torch.nn.Linear(8, 8)
        self.last = torch.nn.Linear(8, 2)

    def forward(self, x):
        z = torch.nn.functional.gelu(self.norm(self.first(x)))
        z = z + torch.nn.functional.softplus(self.second(z))
        return self.last(torch.nn.functional.leaky_relu(z, 0.1))


class Recurrent(torch.nn.Module):
    """An LSTM with an output at every step."""

    def __init__(self):
        super().__init__()
        self.lstm, self.last = torch.nn.LSTM(3, 6, batch_first=True), torch.nn.Linear(6, 1)

    def forward(self, x):
        return self.last(self.lstm(x)[0]).squeeze(-1)


class Gated(torch.nn.Module):
    """A GRU with one output for a series."""

    def __init__(self):
        super().__init__()
        self.gru, self.last = torch.nn.GRU(3, 6, batch_first=True), torch.nn.Linear(6, 1)

    def forward(self, x):
        return self.last(self.gru(x)[0][:, -1])


class Attention(torch.nn.Module):
    """Causal attention with an output at every step."""

    def __init__(self, t=4):
        super().__init__()
        self.q, self.k, self.v = torch.nn.Linear(3, 4), torch.nn.Linear(3, 4), torch.nn.Linear(3, 4)
        self.last = torch.nn.Linear(4, 1)
        self.register_buffer("hidden", torch.triu(torch.full((t, t), -1e9), 1))

    def forward(self, x):
        a = torch.softmax(self.q(x) @ self.k(x).transpose(1, 2) / 2 + self.hidden, -1)
        return self.last(torch.tanh(a @ self.v(x))).squeeze(-1)


class Convolution(torch.nn.Module):
    """A causal convolution over time with one output for a series."""

    def __init__(self):
        super().__init__()
        self.conv, self.last = torch.nn.Conv1d(3, 5, 3), torch.nn.Linear(5, 2)

    def forward(self, x):
        z = torch.relu(self.conv(torch.nn.functional.pad(x.transpose(1, 2), (2, 0))))
        return self.last(z.mean(-1))


def torch_models():
    torch.manual_seed(0)
    few = table()[0][:8].astype(np.float32)
    steps = series().astype(np.float32)
    for name, model, x, outputs, classic in [
        ("torch_mlp", torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.Tanh(), torch.nn.Linear(8, 6), torch.nn.SiLU(), torch.nn.Linear(6, 1)), few, [0], False),
        ("torch_residual", Residual(), few, [0, 1], False),
        ("torch_fixed", torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)), few, [0], None),
        ("torch_lstm", Recurrent(), steps, range(4), True),
        ("torch_gru", Gated(), steps, [0], True),
        ("torch_attention", Attention(), steps, range(4), False),
        ("torch_convolution", Convolution(), steps, [0, 1], True),
    ]:
        model.eval()
        sample = torch.tensor(x[:2])
        file = str(HERE / f"{name}.onnx")
        if classic is None:  # the exporter's own default: the batch axis is fixed
            torch.onnx.export(model, (sample[:1],), file, input_names=["x"], output_names=["y"], dynamo=False)
        elif classic:
            torch.onnx.export(model, (sample,), file, input_names=["x"], output_names=["y"], dynamo=False, dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
        else:
            torch.onnx.export(model, (sample,), file, input_names=["x"], output_names=["y"], dynamo=True, external_data=False, verbose=False, dynamic_shapes=({0: torch.export.Dim("n")},))
        record(name, x, model(torch.tensor(x)).detach().numpy(), attributed(model, x, outputs))
    beside = onnx.load(str(HERE / "torch_mlp.onnx"))
    onnx.save(beside, str(HERE / "external.onnx"), save_as_external_data=True, location="external.onnx.data", size_threshold=0)


def keras_models():
    keras.utils.set_random_seed(0)
    x, y = table()
    few = x[:8].astype(np.float32)
    model = keras.Sequential([keras.layers.Input((5,)), keras.layers.Dense(8, "relu"), keras.layers.BatchNormalization(), keras.layers.Dense(6, "elu"), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=3, verbose=0)
    cpu = model.to("cpu")
    cpu.eval()
    cpu.export(str(HERE / "keras_mlp.onnx"), format="onnx", verbose=False)
    record("keras_mlp", few, cpu(torch.tensor(few)).detach().numpy(), attributed(cpu, few, [0]))
    several = keras.Input((5,), name="x")
    z = keras.layers.Dense(6, "tanh")(several)
    two = keras.Model(several, [keras.layers.Dense(1, name="mean")(z), keras.layers.Dense(3, "softmax", name="class")(z)])
    two = two.to("cpu").eval()
    two(torch.tensor(few))
    two.export(str(HERE / "keras_heads.onnx"), format="onnx", verbose=False)
    record("keras_heads", few, two(torch.tensor(few))[1].detach().numpy(), attributed(two, few, range(3), forward=lambda v: two(v)[1]))


if __name__ == "__main__":
    sklearn_models()
    torch_models()
    keras_models()
    versions = {m.__name__: m.__version__ for m in (captum, keras, onnx, skl2onnx, sklearn, torch)}
    (HERE / "versions.json").write_text(json.dumps(versions, indent=1) + "\n")
