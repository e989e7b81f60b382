"""Makes small models of trees with their libraries' own exporters, and for each rows,
outputs in ONNX Runtime, and SHAP's interventional values of the original, as trees.tar.gz.

    python trees.py       (with the versions of versions.json in it)
"""
import io, json, pathlib, tarfile, warnings
warnings.filterwarnings("ignore")
import lightgbm, numpy as np, onnx, onnxmltools, onnxruntime, pandas as pd, shap, skl2onnx, sklearn, xgboost
from onnxmltools.convert.common.data_types import FloatTensorType as MLFloat
from skl2onnx import to_onnx, update_registered_converter
from skl2onnx.common.data_types import FloatTensorType, StringTensorType
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import (ExtraTreesRegressor, GradientBoostingClassifier, GradientBoostingRegressor,
                              RandomForestClassifier, RandomForestRegressor, VotingRegressor)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler
from sklearn.impute import SimpleImputer
from sklearn.tree import DecisionTreeClassifier

rng = np.random.default_rng(0)
N, D = 200, 5
X = (rng.normal(size=(N, D)) * [1, 2, .5, 3, 1]).astype(np.float32)
y = X[:, 0] * 2 + np.sin(X[:, 1]) * X[:, 3] + (X[:, 2] > 0) + 0.1 * rng.normal(size=N)
two, three = (y > 0).astype(int), np.digitize(y, [-1, 1])
rows, background = X[:12], X[20:28]
holes = X.copy(); holes[rng.random(X.shape) < .15] = np.nan
out = {}


def values(model, data, z, **how):
    e = shap.TreeExplainer(model, z, feature_perturbation="interventional", **how)
    v = np.asarray(e.shap_values(data, check_additivity=False), dtype=float)
    return v


def record(name, proto, x, phi=None, z=None, columns=None):
    proto = onnx.load_from_string(proto.SerializeToString())
    for f in list(proto.metadata_props):
        proto.metadata_props.remove(f)
    s = onnxruntime.InferenceSession(proto.SerializeToString())
    feed = {"X": x} if columns is None else columns
    if columns is None:
        feed = {s.get_inputs()[0].name: x}
    got = s.run(None, feed)
    y = got[-1]
    if isinstance(y, list):
        y = np.array([[row[k] for k in sorted(row)] for row in y])
    tolist = lambda v: [[c if isinstance(c, str) else (None if c != c else float(c)) for c in r] for r in v]
    table = x if columns is None else np.concatenate([columns[i.name].astype(object) for i in s.get_inputs()], axis=1)
    case = {"rows": tolist(table), "y": np.asarray(y, dtype=float).reshape(len(table), -1).tolist()}
    if phi is not None:
        case |= {"background": tolist(z), "phi": np.asarray(phi).tolist()}
    out[name + ".onnx"], out[name + ".json"] = proto.SerializeToString(), (json.dumps(case) + "\n").encode()
    print(name, len(out[name + ".onnx"]), len(out[name + ".json"]))


F = [("X", FloatTensorType([None, D]))]
small = dict(n_estimators=6, max_depth=3, random_state=0)
for name, m, target in [("gradient_boosting", GradientBoostingRegressor(**small), y), ("random_forest", RandomForestRegressor(**small), y),
                        ("extra_trees", ExtraTreesRegressor(**small), y)]:
    m.fit(X, target)
    record(name, to_onnx(m, initial_types=F, target_opset={"": 18, "ai.onnx.ml": 3}), rows, values(m, rows, background), background)
m = RandomForestClassifier(**small).fit(X, three)
record("forest_classes", to_onnx(m, initial_types=F, options={"zipmap": False}, target_opset={"": 18, "ai.onnx.ml": 3}), rows, values(m, rows, background), background)
m = GradientBoostingClassifier(**small).fit(X, two)
record("boosting_two", to_onnx(m, initial_types=F, target_opset={"": 18, "ai.onnx.ml": 3}), rows, values(m, rows, background), background)
m = GradientBoostingClassifier(**small).fit(X, three)
record("boosting_three", to_onnx(m, initial_types=F, options={"zipmap": False}, target_opset={"": 18, "ai.onnx.ml": 3}), rows)
m = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, two)
record("tree_two", to_onnx(m, initial_types=F, options={"zipmap": False}, target_opset={"": 18, "ai.onnx.ml": 3}), rows, values(m, rows, background), background)

MF = [("X", MLFloat([None, D]))]
for name, m, target, data in [("xgboost_regressor", xgboost.XGBRegressor(**small), y, X), ("xgboost_missing", xgboost.XGBRegressor(**small), y, holes),
                              ("xgboost_two", xgboost.XGBClassifier(**small), two, X), ("xgboost_three", xgboost.XGBClassifier(**small), three, X)]:
    try:
        m.fit(data, target)
        phi = values(m, data[:12], background) if data is X and 'three' not in name else None
        record(name, onnxmltools.convert_xgboost(m, initial_types=MF, target_opset=15), data[:12], phi, background)
    except Exception as e:
        print(name, "FAILED", repr(e)[:300])
for name, m, target, data in [("lightgbm_regressor", lightgbm.LGBMRegressor(verbose=-1, min_child_samples=5, **small), y, X), ("lightgbm_two", lightgbm.LGBMClassifier(verbose=-1, min_child_samples=5, **small), two, X),
                              ("lightgbm_three", lightgbm.LGBMClassifier(verbose=-1, min_child_samples=5, **small), three, X), ("lightgbm_missing", lightgbm.LGBMRegressor(verbose=-1, min_child_samples=5, **small), y, holes)]:
    try:
        m.fit(data, target)
        phi = None
        if data is X:
            phi = values(m, data[:12], background)
        record(name, onnxmltools.convert_lightgbm(m, initial_types=MF, target_opset=15, **({"zipmap": False} if "two" in name or "three" in name else {})), data[:12], phi, background)
    except Exception as e:
        print(name, "FAILED", repr(e)[:300])

frame = pd.DataFrame({"age": rng.integers(20, 80, N).astype(np.float32), "city": rng.choice(["Rom", "Bonn", "Oslo"], N), "sex": rng.choice(["f", "m"], N), "income": rng.normal(50, 9, N).astype(np.float32)})
t = frame.age * .1 + (frame.city == "Oslo") * 4 + (frame.sex == "f") * frame.income * .05
p = make_pipeline(ColumnTransformer([("n", make_pipeline(SimpleImputer(), StandardScaler()), ["age", "income"]), ("c", OneHotEncoder(handle_unknown="ignore"), ["city"]), ("o", OrdinalEncoder(), ["sex"])]), GradientBoostingRegressor(**small)).fit(frame, t)
kinds = [(c, StringTensorType([None, 1]) if frame[c].dtype == object or str(frame[c].dtype).startswith("str") else FloatTensorType([None, 1])) for c in frame]
few = {c: frame[[c]].values[:12].astype(object if frame[c].dtype == object or str(frame[c].dtype).startswith("str") else np.float32) for c in frame}
record("pipeline", to_onnx(p, initial_types=kinds, target_opset={"": 18, "ai.onnx.ml": 3}), None, columns=few)
m = make_pipeline(MinMaxScaler(), RandomForestRegressor(**small)).fit(X, y)
record("scaled", to_onnx(m, initial_types=F, target_opset={"": 18, "ai.onnx.ml": 3}), rows)
m = VotingRegressor([("a", RandomForestRegressor(**small)), ("b", GradientBoostingRegressor(**small))]).fit(X, y)
record("voting", to_onnx(m, initial_types=F, target_opset={"": 18, "ai.onnx.ml": 3}), rows)
out["versions.json"] = (json.dumps({m.__name__: m.__version__ for m in (lightgbm, onnx, onnxmltools, onnxruntime, shap, skl2onnx, sklearn, xgboost)}, indent=1) + "\n").encode()
with tarfile.open(pathlib.Path(__file__).parent / "trees.tar.gz", "w:gz") as tar:
    for name, content in sorted(out.items()):
        info = tarfile.TarInfo(name); info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
