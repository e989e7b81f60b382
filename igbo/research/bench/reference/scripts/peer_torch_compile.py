"""The IGBO step as one function for torch.compile. Its graphs cannot contain torch.autograd.grad with a
separate graph, so every gradient uses torch.func, and Adam is implemented here."""

import itertools

import torch

from clocks import Job, timed
from torch_parts import dot, forward, listed, order_loss, repeated, scores_of


def compiled_step(settings, t, batches, start):
    alphas, weights, lam = t["alphas"], t["weights"], settings["lambda"]
    rate, eps, (b1, b2) = settings["rate"], settings["adam_epsilon"], (0.9, 0.999)

    def task(p, x, y):
        return ((forward(p, x) - y) ** 2).mean()

    def order(p, x):
        m, (b, d) = len(alphas), x.shape
        points = (alphas[:, None, None] * x).reshape(m * b, d)
        g = torch.func.grad(lambda z: forward(p, z).sum())(points)
        h = (weights[:, None, None] * g.reshape(m, b, d)).sum(0) * x
        return order_loss(scores_of(h, settings["epsilon"]), t)

    def combined(p, x, y):
        g1, loss = torch.func.grad_and_value(task)(p, x, y)
        g2, second = torch.func.grad_and_value(order)(p, x)
        n1, n2, c = dot(g1, g1), dot(g2, g2), dot(g1, g2)
        conflict = c < 0
        safe1, safe2 = torch.where(n1 > 0, n1, 1), torch.where(n2 > 0, n2, 1)
        a1 = torch.where(conflict, (1 - lam) - lam * c / safe1, lam)
        a2 = torch.where(conflict, lam - (1 - lam) * c / safe2, 1 - lam)
        a1, a2 = torch.where(n2 > 0, a1, 1.0), torch.where(n1 > 0, a2, 1.0)
        return loss, second, [a1 * x1 + a2 * x2 for x1, x2 in zip(g1, g2)]

    def step(p, m1, m2, count, x, y):
        _, _, v = combined(p, x, y)
        count = count + 1
        m1 = [b1 * a + (1 - b1) * g for a, g in zip(m1, v)]
        m2 = [b2 * a + (1 - b2) * g * g for a, g in zip(m2, v)]
        c1, c2 = 1 - b1**count, 1 - b2**count
        p = [w - rate * (a / c1) / (torch.sqrt(b / c2) + eps) for w, a, b in zip(p, m1, m2)]
        return p, m1, m2, count

    with torch.no_grad():
        loss, second, v = combined(start, *batches[0])
        outputs = {"L": listed(loss), "H": listed(second), "gradient": [e for g in v for e in listed(g)]}
        fast = torch.compile(step)
        zeros = [torch.zeros_like(w) for w in start]
        state = [[w.clone() for w in start], zeros, [z.clone() for z in zeros], torch.zeros((), device=start[0].device)]

    turns = itertools.cycle(batches)

    def once():
        nonlocal state
        with torch.no_grad():
            state = fast(*state, *next(turns))

    run = repeated(once)
    _, first = timed(lambda: run(1))
    outputs["weights"] = [e for w in state[0] for e in listed(w)]
    return Job(run, outputs, first)
