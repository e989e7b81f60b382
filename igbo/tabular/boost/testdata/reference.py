"""Writes simulated tables with the held-out predictions of scikit-learn's HistGradientBoosting, for TestScikitLearn.

Run it with scikit-learn 1.7 or later: python reference.py FOLDER. Row i is held out in fold i % 5.
With --more PENGUINS.csv it also writes scikit-learn's own tables and the penguins.
"""
import sys
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

FOLDS = 5
SETTINGS = dict(max_iter=100, learning_rate=0.1, max_leaf_nodes=31, min_samples_leaf=20, early_stopping=False, random_state=0)


def write(folder, name, x, y, directions=None, loss="squared"):
    held = np.zeros(len(y))
    for f in range(FOLDS):
        test = np.arange(len(y)) % FOLDS == f
        if loss == "logistic":
            m = HistGradientBoostingClassifier(monotonic_cst=directions, **SETTINGS).fit(x[~test], y[~test])
            held[test] = m.decision_function(x[test])
            continue
        m = HistGradientBoostingRegressor(loss={"squared": "squared_error"}.get(loss, loss), monotonic_cst=directions, **SETTINGS)
        held[test] = m.fit(x[~test], y[~test]).predict(x[test])
        if loss == "poisson":
            held[test] = np.log(held[test])
    header = ",".join([f"x{j}:{d}" for j, d in enumerate(directions or [0] * x.shape[1])] + [loss, "sklearn"])
    np.savetxt(f"{folder}/{name}.csv", np.column_stack([x, y, held]), delimiter=",", fmt="%.6g", header=header, comments="")


def main(folder):
    rng = np.random.default_rng(1)
    x = rng.random((200, 6)).round(3)
    f = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    write(folder, "friedman", x, (f + rng.normal(size=200)).round(3))
    x = rng.normal(size=(250, 4)).round(3)
    write(folder, "counts", x, rng.poisson(np.exp(0.8 * x[:, 0] - 0.5 * x[:, 1] ** 2 + 0.5)), loss="poisson")
    x = rng.normal(size=(300, 4)).round(3)
    y = rng.random(300) < 1 / (1 + np.exp(-2 * x[:, 0] - x[:, 1] * x[:, 2]))
    x[rng.random(x.shape) < 0.15] = np.nan
    write(folder, "classes", x, y.astype(float), directions=[1, 0, 0, 0], loss="logistic")


def more(folder, penguins):
    import csv
    from sklearn.datasets import load_breast_cancer, load_diabetes
    rng = np.random.default_rng(2)
    for name, load, loss in [("diabetes", load_diabetes, "squared"), ("cancer", load_breast_cancer, "logistic")]:
        x, y = load(return_X_y=True)
        p = rng.permutation(len(y))
        write(folder, name, x[p], y[p].astype(float), loss=loss)
    x, y = load_diabetes(return_X_y=True)
    p = rng.permutation(len(y))
    write(folder, "diabetes-bmi-up", x[p], y[p], directions=[0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
    rows = [r for r in csv.DictReader(open(penguins)) if r["body_mass_g"] not in ("", "NA")]
    number = lambda v: float(v) if v not in ("", "NA") else np.nan
    species, islands, sexes = (sorted({r[k] for r in rows}) for k in ("species", "island", "sex"))
    x = np.array([[number(r["bill_length_mm"]), number(r["bill_depth_mm"]), number(r["flipper_length_mm"]),
                   *[float(r["species"] == s) for s in species], *[float(r["island"] == s) for s in islands],
                   *[float(r["sex"] == s) for s in sexes]] for r in rows])
    y = np.array([float(r["body_mass_g"]) for r in rows])
    p = rng.permutation(len(y))
    write(folder, "penguins", x[p], y[p])


if __name__ == "__main__":
    main(sys.argv[1])
    if "--more" in sys.argv:
        more(sys.argv[1], sys.argv[3])
