"""One epoch of the network of BenchmarkEpoch in PyTorch: without an order, and with ten edges.

The scores are absolute shares of integrated gradients from the zero baseline (the training mean of
standardised inputs) by Gauss-Legendre points; the gradients of both losses are combined feasibility-first on unit
gradients and taken by Adam. Usage: python epoch.py ROWS [THREADS]
"""

import sys
import time

import numpy as np
import torch

ROWS, D, B = int(sys.argv[1]), 20, 1024
if len(sys.argv) > 2:
    torch.set_num_threads(int(sys.argv[2]))
torch.manual_seed(1)
X = torch.randn(ROWS, D)
Y = (X / torch.arange(1, D + 1)).sum(1)
X, Y = (X - X.mean(0)) / X.std(0, correction=0), (Y - Y.mean()) / Y.std(correction=0)
U, V = torch.arange(10), torch.arange(10, 20)
EPSILON, DELTA = 0.005, 1.0


def second(model, x, points, weights):
    z = (points[:, None, None] * x).reshape(-1, D).requires_grad_(True)
    g = torch.autograd.grad(model(z).sum(), z, create_graph=True)[0].reshape(len(points), -1, D)
    h = x * torch.einsum("m,mbd->bd", weights, g)
    share = h.abs() / (1e-8 + h.abs().sum(1, keepdim=True))
    d = (share[:, U] - share[:, V]).mean(0)
    return (torch.relu(EPSILON - d) + torch.relu(d - DELTA)).mean()


def epoch(order, m):
    model = torch.nn.Sequential(torch.nn.Linear(D, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1))
    adam = torch.optim.Adam(model.parameters(), lr=0.02)
    parameters = list(model.parameters())
    node, weight = np.polynomial.legendre.leggauss(m)
    points, weights = torch.tensor((node + 1) / 2, dtype=torch.float32), torch.tensor(weight / 2, dtype=torch.float32)
    perm, start = torch.randperm(ROWS), (time.perf_counter(), time.process_time())
    for i in range(0, ROWS, B):
        rows = perm[i : i + B]
        x, y = X[rows], Y[rows]
        loss = ((model(x)[:, 0] - y) ** 2).mean()
        if not order:
            adam.zero_grad()
            loss.backward()
        else:
            g1 = torch.autograd.grad(loss, parameters)
            g2 = torch.autograd.grad(second(model, x, points, weights), parameters, allow_unused=True)
            g2 = [torch.zeros_like(p) if g is None else g for g, p in zip(g2, parameters)]
            n1 = sum((a * a).sum() for a in g1)
            n2 = sum((b * b).sum() for b in g2)
            c = sum((a * b).sum() for a, b in zip(g1, g2))
            r1, r2 = n1.sqrt(), n2.sqrt()
            if float(r2) <= 1e-12 * float(r1):
                a1, a2 = 1 / r1, torch.zeros(())
            else:
                a1, a2 = 0.5 / r1, (0.5 - 0.5 * torch.clamp(c / (r1 * r2), max=0)) / r2
            for p, a, b in zip(parameters, g1, g2):
                p.grad = a1 * a + a2 * b
        adam.step()
    return time.perf_counter() - start[0], time.process_time() - start[1]


for name, order, m in (("order=none", False, 1), ("order=10/M=4", True, 4), ("order=10/M=8", True, 8)):
    took, cpu = min(epoch(order, m) for _ in range(2))
    steps = (ROWS + B - 1) // B
    print(f"{name}: {took:.2f} s, {1e6 * took / steps:.0f} µs/step, {1e6 * cpu / steps:.0f} µs/step of processor time", flush=True)
