"""Makes operations.json beside it: one model for each operation, in float64, with
the outputs that ONNX's own reference implementation gives, or numpy for
the domain ai.onnx.ml.

    python operations.py
"""

import base64
import json
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(5)
N, T, D = 3, 4, 6


def weight(name, value):
    return numpy_helper.from_array(np.asarray(value), name)


def case(op, inputs=("x",), weights=(), note="", shape=(N, D), domain="", spread=1.0, around=0.0, expect=None, nodes=None, **attributes):
    """A model of one operation between x and y."""
    x = np.round(rng.normal(size=shape) * spread + around, 3)
    made = nodes or [helper.make_node(op, list(inputs), ["z"], domain=domain, **attributes)]
    last = made[-1].output[0]
    graph = helper.make_graph(
        made + [helper.make_node("Identity", [last], ["y"])],
        "operation",
        [helper.make_tensor_value_info("x", TensorProto.DOUBLE, ["n", *shape[1:]])],
        [helper.make_tensor_value_info("y", TensorProto.DOUBLE, None)],
        list(weights),
    )
    opsets = [helper.make_opsetid("", 24 if op == "Swish" else 20)] + ([helper.make_opsetid(domain, 3)] if domain else [])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    y = expect(x) if expect else ReferenceEvaluator(model).run(None, {"x": x})[0]
    return {"op": op, "setting": note, "domain": domain, "model": base64.b64encode(model.SerializeToString()).decode(), "dims": list(shape), "x": x.ravel().tolist(), "y": np.asarray(y, float).ravel().tolist()}


w = rng.normal(size=(D, 2))
row = rng.normal(size=(1, D))
positive = dict(spread=0.2, around=2.0)
cases = [
    *[case(op) for op in ["Relu", "Elu", "Selu", "Celu", "LeakyRelu", "Tanh", "Sigmoid", "Softplus", "Softsign", "Mish", "HardSigmoid", "HardSwish", "ThresholdedRelu", "Gelu", "Erf", "Exp", "Abs", "Neg", "Sin", "Cos", "Identity", "Sign", "Floor", "Ceil", "Round", "Sinh", "Cosh", "Atan", "Asinh", "Softmax", "LogSoftmax", "Hardmax", "Swish"]],
    case("Tan", spread=0.3),
    case("Gelu", note="tanh", approximate="tanh"),
    case("Softmax", note="axis 1", shape=(N, T, D), axis=1),
    *[case(op, **positive) for op in ["Sqrt", "Log", "Reciprocal"]],
    case("PRelu", ("x", "w"), [weight("w", np.abs(row))]),
    *[case(op, ("x", "w"), [weight("w", row)]) for op in ["Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Mean"]],
    case("Pow", ("x", "w"), [weight("w", np.array(3.0))], **positive),
    case("Pow", ("x", "w"), [weight("w", np.abs(row))], note="of any exponent", **positive),
    case("Mod", ("x", "w"), [weight("w", np.array(0.7))], fmod=1),
    case("Clip", ("x", "low", "high"), [weight("low", np.array(-0.5)), weight("high", np.array(0.8))]),
    case("Where", ("c", "x", "v"), [weight("c", row > 0), weight("v", row)]),
    case("MatMul", ("x", "w"), [weight("w", w)]),
    case("MatMul", ("x", "w"), [weight("w", w)], note="of series", shape=(N, T, D)),
    case("Gemm", ("x", "w", "b"), [weight("w", w), weight("b", np.ones(2))]),
    case("Gemm", ("x", "w", "b"), [weight("w", w.T), weight("b", np.ones(2))], note="transB, alpha, beta", transB=1, alpha=0.5, beta=2.0),
    case("Einsum", ("x", "w"), [weight("w", w)], equation="nd,dk->nk"),
    *[case(op, ("x", "a"), [weight("a", np.array([1]))], keepdims=0) for op in ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL2", "ReduceL1", "ReduceSumSquare", "ReduceLogSumExp"]],
    case("CumSum", ("x", "a"), [weight("a", np.array(1))]),
    case("Concat", ("x", "x"), axis=1),
    case("Slice", ("x", "s", "e", "a"), [weight("s", np.array([1])), weight("e", np.array([5])), weight("a", np.array([1]))]),
    case("Slice", ("x", "s", "e", "a", "p"), [weight("s", np.array([-1])), weight("e", np.array([-(2**62)])), weight("a", np.array([1])), weight("p", np.array([-1]))], note="backwards"),
    case("Slice", ("x", "s", "e", "a", "p"), [weight("s", np.array([0])), weight("e", np.array([6])), weight("a", np.array([1])), weight("p", np.array([2]))], note="strided"),
    case("Gather", ("x", "i"), [weight("i", np.array([2, 0]))], axis=1),
    case("GatherElements", ("x", "i"), [weight("i", np.array([[2, 0]] * N))], axis=1),
    case("Split", nodes=[helper.make_node("Split", ["x"], ["z", "z2"], axis=1, num_outputs=2)]),
    case("Transpose", shape=(N, T, D), perm=[0, 2, 1]),
    case("Reshape", ("x", "s"), [weight("s", np.array([0, -1]))], shape=(N, T, D)),
    case("Flatten", shape=(N, T, D)),
    case("Squeeze", ("x", "a"), [weight("a", np.array([1]))], shape=(N, 1, D)),
    case("Unsqueeze", ("x", "a"), [weight("a", np.array([1]))]),
    case("Expand", ("x", "s"), [weight("s", np.array([1, 4, 1]))], shape=(N, 1, D)),
    case("Tile", ("x", "s"), [weight("s", np.array([1, 2]))]),
    case("Pad", ("x", "p"), [weight("p", np.array([0, 1, 0, 2]))]),
    case("Pad", ("x", "p"), [weight("p", np.array([0, 2, 0, 1]))], note="reflect", mode="reflect"),
    case("Trilu", shape=(N, T, T)),
    case("Cast", to=TensorProto.DOUBLE),
    case("TopK", ("x", "k"), [weight("k", np.array([2]))], axis=1, nodes=[helper.make_node("TopK", ["x", "k"], ["z", "i"], axis=1)]),
    case("BatchNormalization", ("x", "s", "b", "m", "v"), [weight(k, np.abs(rng.normal(size=D)) + 0.5) for k in "sbmv"]),
    case("LayerNormalization", ("x", "s", "b"), [weight("s", row[0]), weight("b", row[0])]),
    case("Conv", ("x", "w", "b"), [weight("w", rng.normal(size=(2, T, 3))), weight("b", np.ones(2))], shape=(N, T, D)),
    case("Conv", ("x", "w"), [weight("w", rng.normal(size=(4, 1, 3)))], note="groups, padding, dilation", shape=(N, T, D), group=4, pads=[2, 2], dilations=[2]),
    case("MaxPool", expect=lambda x: np.max(np.lib.stride_tricks.sliding_window_view(np.pad(x, ((0, 0), (0, 0), (1, 1)), constant_values=-np.inf), 3, -1), -1), note="padded", shape=(N, T, D), around=-3.0, kernel_shape=[3], pads=[1, 1]),
    case("MaxPool", shape=(N, T, D), kernel_shape=[2], strides=[2]),
    case("AveragePool", shape=(N, T, D), kernel_shape=[2], strides=[2]),
    case("AveragePool", note="padded", shape=(N, T, D), kernel_shape=[3], pads=[1, 1]),
    case("GlobalAveragePool", shape=(N, T, D)),
    case("GlobalMaxPool", shape=(N, T, D)),
    case("LSTM", ("tx", "w", "r", "b"), [weight("w", rng.normal(size=(1, 8, D)) / 2), weight("r", rng.normal(size=(1, 8, 2)) / 2), weight("b", rng.normal(size=(1, 16)) / 2)], shape=(N, T, D),
         nodes=[helper.make_node("Transpose", ["x"], ["tx"], perm=[1, 0, 2]), helper.make_node("LSTM", ["tx", "w", "r", "b"], ["all", "z"], hidden_size=2), helper.make_node("Transpose", ["z"], ["zz"], perm=[1, 0, 2])]),
    case("GRU", shape=(N, T, D), weights=[weight("w", rng.normal(size=(1, 6, D)) / 2), weight("r", rng.normal(size=(1, 6, 2)) / 2), weight("b", rng.normal(size=(1, 12)) / 2)],
         nodes=[helper.make_node("Transpose", ["x"], ["tx"], perm=[1, 0, 2]), helper.make_node("GRU", ["tx", "w", "r", "b"], ["all", "z"], hidden_size=2), helper.make_node("Transpose", ["z"], ["zz"], perm=[1, 0, 2])]),
    case("RNN", shape=(N, T, D), weights=[weight("w", rng.normal(size=(1, 2, D)) / 2), weight("r", rng.normal(size=(1, 2, 2)) / 2), weight("b", rng.normal(size=(1, 4)) / 2)],
         nodes=[helper.make_node("Transpose", ["x"], ["tx"], perm=[1, 0, 2]), helper.make_node("RNN", ["tx", "w", "r", "b"], ["all", "z"], hidden_size=2), helper.make_node("Transpose", ["z"], ["zz"], perm=[1, 0, 2])]),
    case("Scaler", expect=lambda x: (x - np.float32(row)) * np.abs(np.float32(row)), domain="ai.onnx.ml", offset=row[0].tolist(), scale=np.abs(row[0]).tolist()),
    case("LinearRegressor", expect=lambda x: x @ np.float32(w) + [1, 2], domain="ai.onnx.ml", coefficients=w.T.ravel().tolist(), intercepts=[1.0, 2.0], targets=2),
    case("Normalizer", expect=lambda x: x / np.abs(x).sum(1, keepdims=True), domain="ai.onnx.ml", norm="L1"),
    case("Normalizer", expect=lambda x: x / np.sqrt((x**2).sum(1, keepdims=True)), domain="ai.onnx.ml", note="L2", norm="L2"),
    case("TreeEnsembleRegressor", expect=lambda x: x[:, :1] * 0 + 1, domain="ai.onnx.ml", n_targets=1, nodes_falsenodeids=[0], nodes_featureids=[0], nodes_modes=["LEAF"], nodes_nodeids=[0], nodes_treeids=[0], nodes_truenodeids=[0], nodes_values=[0.0], target_ids=[0], target_nodeids=[0], target_treeids=[0], target_weights=[1.0]),
]

if __name__ == "__main__":
    (HERE / "operations.json").write_text("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
    print(len(cases), "operations")
