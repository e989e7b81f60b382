"""Golden directions for two gradients from TorchJD, written as JSON to standard output.

    pip install "torchjd[full]==0.18.0" clarabel    # any PyTorch that goes with it
    python golden.py > torchjd.json

Regularisation and normalisation epsilons are set far below the tolerance of
the comparison (1e-6), the conic solver of CAGrad likewise, and scales are
moderate, so that TorchJD's numbers are those of its formulas. Seeded; the
versions are recorded in the file.
"""

import functools
import json
import random
import sys
from importlib.metadata import version

import torch

# PyTorch before 2.1 lacks this name, which TorchJD imports for its autograd
# engine; the aggregators do not use it.
if not hasattr(torch.autograd.graph, "Node"):
    torch.autograd.graph.Node = object

import cvxpy
from torchjd.aggregation import MGDA, AlignedMTL, CAGrad, ConFIG, Constant, DualProj, IMTLG, PCGrad, UPGrad
from torchjd.linalg import QuadprogProjector

EPS = 1e-30
CAGRAD_C = 0.5
SOLVER = {"tol_gap_abs": 1e-15, "tol_gap_rel": 1e-15, "tol_feas": 1e-15, "max_iter": 500}
LAMBDAS = [0.1, 0.5, 0.8]

torch.set_default_dtype(torch.float64)
cvxpy.Problem.solve = functools.partialmethod(cvxpy.Problem.solve, **SOLVER)


def preference(first):
    return torch.tensor([first, 1 - first])


def aggregators(lam, conflict):
    """TorchJD's counterpart of each rule: its name, the aggregator, whether lengths compare."""
    projector = QuadprogProjector(norm_eps=EPS, reg_eps=0.0)
    swapped = 1 - lam if conflict else lam
    rules = {
        "paper": ("UPGrad, preference swapped under conflict", UPGrad(preference(swapped), projector=projector), "vector"),
        "continuous": ("UPGrad", UPGrad(preference(lam), projector=projector), "vector"),
        "weighted-sum": ("Constant", Constant(preference(lam)), "vector"),
        "dual-proj": ("DualProj", DualProj(preference(lam), projector=projector), "vector"),
        "aligned-mtl": ("AlignedMTL", AlignedMTL(preference(lam)), "vector"),
    }
    if lam == 0.5:  # the others take no preference
        rules |= {
            "pcgrad": ("PCGrad", PCGrad(), "vector"),
            "mgda": ("MGDA", MGDA(epsilon=1e-12, max_iters=10000), "vector"),
            "imtl-g": ("IMTLG", IMTLG(), "vector"),
            "cagrad": (f"CAGrad(c={CAGRAD_C})", CAGrad(c=CAGRAD_C, norm_eps=EPS), "vector"),
            "bisector": ("ConFIG", ConFIG(), "direction"),
        }
    return rules


def gradients():
    """Seeded pairs: both signs of the product, lengths up to 30 times apart, near orthogonal and near opposite."""
    rng = random.Random(20)
    draw = lambda n, scale: [scale * rng.gauss(0, 1) for _ in range(n)]
    yield [1.0, 0.0], [-1.0, 2.0]
    yield [1.0, 0.0], [0.0, 1.0]
    yield [1.0, 0.5], [0.2, 0.9]
    for n in (2, 3, 6):
        for scale in (0.1, 1.0, 3.0):
            for _ in range(3):
                yield draw(n, 1.0), draw(n, scale)
            g, h = draw(n, 1.0), draw(n, 1.0)
            yield g, [scale * (-x + 0.3 * y) for x, y in zip(g, h)]
            yield g, [scale * (x + 0.3 * y) for x, y in zip(g, h)]


def main():
    cases = []
    for g1, g2 in gradients():
        matrix = torch.tensor([g1, g2])
        conflict = bool(matrix[0] @ matrix[1] < 0)
        for lam in LAMBDAS:
            values = {}
            for rule, (name, aggregator, compares) in aggregators(lam, conflict).items():
                values[rule] = {"aggregator": name, "compares": compares, "value": aggregator(matrix).tolist()}
            cases.append({"g1": g1, "g2": g2, "lambda": lam, "rules": values})
    packages = {p: version(p) for p in ("torchjd", "numpy", "cvxpy", "clarabel", "qpsolvers", "quadprog")}
    settings = {"norm_eps": EPS, "reg_eps": 0.0, "cagrad_c": CAGRAD_C, "clarabel": SOLVER, "mgda_epsilon": 1e-12}
    json.dump({"versions": packages | {"torch": torch.__version__}, "settings": settings, "cases": cases}, sys.stdout, indent=None, separators=(",", ":"))
    print()


if __name__ == "__main__":
    main()
