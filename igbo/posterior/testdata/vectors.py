"""Writes arviz.json: draws with the diagnostics that ArviZ computes for them.

Run with ArviZ 0.23.4, NumPy 2.4.6 and SciPy 1.17.1: python vectors.py > arviz.json
"""

import json

import arviz
import numpy as np

r = np.random.default_rng(46)


def walk(chains, draws, rho):
    x = r.normal(size=(chains, draws))
    for i in range(1, draws):
        x[:, i] = rho * x[:, i - 1] + np.sqrt(1 - rho * rho) * x[:, i]
    return x


cases = {
    "independent": walk(4, 60, 0.0),
    "correlated": walk(4, 80, 0.9),
    "alternating": walk(4, 60, -0.6),
    "odd number of draws": walk(3, 61, 0.5),
    "one chain elsewhere": walk(4, 60, 0.3) + np.array([[0.0], [0], [0], [1.5]]),
    "one chain wider": walk(4, 60, 0.3) * np.array([[1.0], [1], [1], [4]]),
    "heavy tails": np.tan(walk(2, 100, 0.4)),
    "grid": np.clip(np.round(walk(4, 60, 0.5) + 0.5), 0, 3),
    "yes and no": (walk(4, 60, 0.7) > 1.2).astype(float),
    "few draws": walk(2, 8, 0.0),
    "fewest draws": walk(2, 4, 0.0),
    "trend": walk(4, 60, 0.2) + np.linspace(0, 2, 60),
}
out = []
for name, draws in cases.items():
    draws = np.round(draws, 4)
    out.append(
        {
            "name": name,
            "draws": draws.tolist(),
            "rhat": float(arviz.rhat(draws, method="rank")),
            "bulk": float(arviz.ess(draws, method="bulk")),
            "tail": float(arviz.ess(draws, method="tail")),
        }
    )
print("[\n" + ",\n".join(json.dumps(case) for case in out) + "\n]")
