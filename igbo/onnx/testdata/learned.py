"""Writes learned.tar.gz beside it: cases like those of ONNX's node tests, for operations of the
domain ai.onnx.ml and settings that those lack, with outputs by numpy.

    python learned.py   # onnx==1.22.0, numpy
"""

import gzip
import io
import pathlib
import tarfile

import numpy as np
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(5)
N, D = 3, 6
x = np.round(rng.normal(size=(N, D)), 3).astype(np.float32)
row = np.round(rng.normal(size=D), 3).astype(np.float32)
w = np.round(rng.normal(size=(D, 2)), 3).astype(np.float32)
v = np.round(rng.normal(size=(4, D)), 3).astype(np.float32)
c = np.round(rng.normal(size=4), 3).astype(np.float32)
cases = []


def case(name, op, inputs, want, outputs=("y",), result="y", domain="ai.onnx.ml", taken=None, **attributes):
    """One operation of inputs, or of the first that it takes, of which the result is wanted."""
    inputs, want = [np.asarray(a) for a in inputs], np.asarray(want)
    names = [f"x{i}" for i in range(len(inputs))]
    of = lambda name, a: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
    graph = helper.make_graph([helper.make_node(op, names[:taken], list(outputs), domain=domain, **attributes)], name, [of(n, a) for n, a in zip(names, inputs)], [of(result, want)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("ai.onnx.ml", 3)], ir_version=10)
    cases.append((f"test_own_{name}/model.onnx", model.SerializeToString()))
    for kind, tensors in (("input", inputs), ("output", [want])):
        for i, a in enumerate(tensors):
            cases.append((f"test_own_{name}/test_data_set_0/{kind}_{i}.pb", numpy_helper.from_array(a).SerializeToString()))


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def apart(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(-1)


case("scaler", "Scaler", [x], (x - row) * np.abs(row), offset=row.tolist(), scale=np.abs(row).tolist())
case("scaler_one", "Scaler", [x], (x - row[0]) * row[1], offset=[row[0].item()], scale=[row[1].item()])
case("normalizer_default", "Normalizer", [x + 5], (x + 5) / (x + 5).max(1, keepdims=True))
case("normalizer_l1", "Normalizer", [x], x / np.abs(x).sum(1, keepdims=True), norm="L1")
case("normalizer_l2", "Normalizer", [x], x / np.sqrt((x**2).sum(1, keepdims=True)), norm="L2")
gaps = x.copy()
gaps[0, 1] = gaps[2, 4] = np.nan
case("imputer", "Imputer", [gaps], np.where(np.isnan(gaps), row, gaps), imputed_value_floats=row.tolist(), replaced_value_float=float("nan"))
case("imputer_of_a_number", "Imputer", [np.where(np.isnan(gaps), np.float32(-9), gaps)], np.where(np.isnan(gaps), row[0], gaps), imputed_value_floats=[row[0].item()], replaced_value_float=-9.0)
case("feature_vectorizer", "FeatureVectorizer", [x[:, :2], x[:, 2:]], x, inputdimensions=[2, 4])
case("array_feature_extractor", "ArrayFeatureExtractor", [x, np.array([4, 0, 1, 1])], x[:, [4, 0, 1, 1]])
linear = dict(coefficients=w.T.ravel().tolist(), intercepts=[1.0, 2.0])
case("linear_regressor", "LinearRegressor", [x], (x @ w + np.float32([1, 2])).astype(np.float32), targets=2, **linear)
case("linear_regressor_default", "LinearRegressor", [x], (x @ w[:, :1]).astype(np.float32), coefficients=w[:, 0].tolist())
two = dict(outputs=("label", "y"), classlabels_ints=[0, 1])
score = (x @ w + np.float32([1, 2])).astype(np.float32)
case("linear_classifier", "LinearClassifier", [x], score, **two, **linear)
case("linear_classifier_softmax", "LinearClassifier", [x], softmax(score), post_transform="SOFTMAX", **two, **linear)
case("linear_classifier_logistic", "LinearClassifier", [x], sigmoid(score), post_transform="LOGISTIC", **two, **linear)
z = (x @ w[:, :1] + 1).astype(np.float32)
case("linear_classifier_of_one_row", "LinearClassifier", [x], np.hstack([sigmoid(-z), sigmoid(z)]), post_transform="LOGISTIC", coefficients=w[:, 0].tolist(), intercepts=[1.0], **two)
support = dict(n_supports=4, support_vectors=v.ravel().tolist(), coefficients=c.tolist(), rho=[0.25])
kernels = {"LINEAR": x @ v.T, "POLY": (0.3 * x @ v.T + 0.5) ** 3, "SIGMOID": np.tanh(0.3 * x @ v.T + 0.5), "RBF": np.exp(-0.3 * apart(x, v))}
for kernel, k in kernels.items():
    case(f"svm_regressor_{kernel.lower()}", "SVMRegressor", [x], (k @ c[:, None] + 0.25).astype(np.float32), kernel_type=kernel, kernel_params=[0.3, 0.5, 3.0], **support)
case("svm_regressor_without_vectors", "SVMRegressor", [x], (x @ row[:, None] + 0.25).astype(np.float32), n_supports=0, coefficients=row.tolist(), rho=[0.25])

s = np.round(rng.normal(size=(2, 3, 7)), 3).astype(np.float32)
case("maxpool_of_series_with_dilations_of_one", "MaxPool", [s], np.maximum(s[:, :, :-1], s[:, :, 1:])[:, :, ::2], domain="", kernel_shape=[2], strides=[2], dilations=[1])
case("averagepool_of_series", "AveragePool", [s], ((s[:, :, :-1] + s[:, :, 1:]) / 2).astype(np.float32), domain="", kernel_shape=[2])
case("pow_of_negative_numbers", "Pow", [x, np.int64(3)], x**3, domain="")
case("einsum_of_three", "Einsum", [x, w, w], np.einsum("nd,dk,dj->nkj", x, w, w).astype(np.float32), domain="", equation="nd,dk,dj->nkj")
case("einsum_implicit", "Einsum", [x, w], np.einsum("nd,dk", x, w).astype(np.float32), domain="", equation="nd, dk")

case("trilu_of_floats", "Trilu", [x], np.tril(x), domain="", upper=0)
case("global_lp_pool", "GlobalLpPool", [s], np.sqrt((s**2).sum(2, keepdims=True)), domain="")
case("global_lp_pool_of_order_three", "GlobalLpPool", [s], ((np.abs(s) ** 3).sum(2, keepdims=True) ** (1 / 3)).astype(np.float32), domain="", p=3)


def branch(*nodes):
    return helper.make_graph(list(nodes), "branch", [], [helper.make_tensor_value_info("z", TensorProto.FLOAT, [N, D])])


branches = dict(
    then_branch=branch(helper.make_node("LeakyRelu", ["x1"], ["z"])),
    else_branch=branch(helper.make_node("Exp", ["x1"], ["e"]), helper.make_node("Mul", ["e", "x1"], ["z"])),
)
case("if_true", "If", [np.array(True), x], np.where(x < 0, np.float32(0.01) * x, x), domain="", taken=1, **branches)
case("if_false", "If", [np.array(False), x], np.exp(x) * x, domain="", taken=1, **branches)

with gzip.GzipFile(HERE / "learned.tar.gz", "wb", 9, mtime=0) as z, tarfile.open(fileobj=z, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    for name, content in cases:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
print(sum(name.endswith("model.onnx") for name, _ in cases), "cases")
