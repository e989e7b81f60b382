"""The complete Table I in PyTorch: for every seed a teacher with its graph of importance, and for every optimiser a
baseline and an IGBO student."""

import torch

from clocks import Job, timed
from torch_parts import attribute, forward, gradients, order_loss, scores_of


def optimizer(p, name, rate, settings):
    if name == "adam":
        return torch.optim.Adam(p, lr=rate, eps=settings["adam_epsilon"])
    return torch.optim.SGD(p, lr=rate)


def train(start, data, order, name, rate, settings, edges=None):
    x, y = data
    p = [w.clone().requires_grad_() for w in start]
    opt = optimizer(p, name, rate, settings)
    for epoch in order:
        for rows in epoch.split(settings["batch"]):
            if edges is None:
                loss = ((forward(p, x[rows]) - y[rows]) ** 2).mean()
                opt.zero_grad()
                loss.backward()
            else:
                _, _, v = gradients(p, x[rows], y[rows], edges, settings)
                for w, g in zip(p, v):
                    w.grad = g
            opt.step()
    return p


def scores(p, x, t, settings):
    return scores_of(attribute(p, x, t["alphas"], t["weights"]), settings["epsilon"]).detach()


def draw(h, rows, t, settings):
    """Returns the edges u->v with P(s_u > s_v) > alpha for normal batch means, or None if there are none."""
    means = h.double()[rows].mean(1)
    mu = means.mean(0)
    z = torch.distributions.Normal(0.0, 1.0).icdf(torch.tensor(settings["alpha"], dtype=torch.float64))
    edges = []
    for a in range(len(mu)):
        for b in range(a + 1, len(mu)):
            sigma = (means[:, a] - means[:, b]).std()
            for u, v in ((a, b), (b, a)):
                d = mu[u] - mu[v]
                if d > z * sigma:
                    low = max(float(d - settings["r"] * sigma), settings["min_epsilon"])
                    edges.append((u, v, low, max(float(d + settings["r"] * sigma), low)))
    if not edges:
        return None
    u, v, low, high = zip(*edges)
    device = h.device
    return {
        "u": torch.tensor(u, device=device), "v": torch.tensor(v, device=device),
        "low": torch.tensor(low, device=device), "high": torch.tensor(high, device=device),
        "alphas": t["alphas"], "weights": t["weights"],
    }


def kept(h, edges):
    mean = h.mean(0)
    d = mean[edges["u"]] - mean[edges["v"]]
    return int(((d >= edges["low"]) & (d <= edges["high"])).sum())


def table1(settings, arrays, device):
    t = {name: torch.tensor(a, device=device) for name, a in arrays.items()}

    def layers(prefix):
        names = [f"{prefix}{kind}{i}" for i in range(8) for kind in "Wb"]
        return [t[n] for n in names if n in t]

    def seed(prefix, outputs):
        data, (vx, vy) = (t[prefix + "train_x"], t[prefix + "train_y"]), (t[prefix + "val_x"], t[prefix + "val_y"])
        order = t[prefix + "order"].long()

        def error(p):
            with torch.no_grad():
                return float(((forward(p, vx) - vy) ** 2).mean())

        teacher = train(layers(prefix + "teacher_"), data, order, "adam", settings["teacher_rate"], settings)
        outputs.setdefault("teacher mse", []).append(error(teacher))
        edges = draw(scores(teacher, vx, t, settings), t[prefix + "dag_rows"].long(), t, settings)
        for o in settings["optimizers"]:
            for kind in ("baseline", "igbo"):
                start = layers(prefix + "student_")
                p = train(start, data, order, o["name"], o["rate"], settings, edges if kind == "igbo" else None)
                h = scores(p, vx, t, settings)
                name = f"{kind} {o['name']} {o['rate']:g}"
                outputs.setdefault(name + " mse", []).append(error(p))
                outputs.setdefault(name + " loss", []).append(float(order_loss(h, edges)) if edges else 0.0)
                outputs.setdefault(name + " edges", []).append(kept(h, edges) if edges else 0)

    def run(reps):
        for _ in range(reps):
            outputs = {}
            for s in range(settings["seeds"]):
                seed(f"s{s}_", outputs)
        return outputs

    outputs, first = timed(lambda: run(1))
    return Job(run, outputs, first)
