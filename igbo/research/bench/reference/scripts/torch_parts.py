"""Common parts of the work in PyTorch: the device, timed runs, perceptrons, and the IGBO step on them."""

import torch
import torch.nn.functional as F

DEVICE = torch.device("cpu")
WAITS = True  # for every run on CUDA, not the last alone


def prepare(request):
    """Sets threads and precision, and starts the device, so this does not count as part of the first run."""
    global DEVICE, WAITS
    torch.set_num_threads(request["threads"])
    torch.backends.cuda.matmul.allow_tf32 = False
    if request["device"] == "cuda":
        DEVICE = torch.device("cuda")
    WAITS = request["mode"] != "queued"
    torch.ones(1, device=DEVICE) + 1
    synchronize()


def repeated(once):
    """Returns a function that runs it n times, waits for each run or for the last one, and returns the last result."""

    def run(reps):
        for _ in range(reps):
            out = once()
            if WAITS:
                synchronize()
        synchronize()
        return out

    return run


def tensors(arrays):
    return {name: torch.tensor(a, device=DEVICE) for name, a in arrays.items()}


def listed(values):
    return values.detach().cpu().flatten().tolist()


def synchronize():
    if DEVICE.type == "cuda":
        torch.cuda.synchronize()


# --- perceptrons: parameters are [W_1, b_1, ..., W_L, b_L]; no hidden layer is the linear model


def parameters(t):
    names = [f"{kind}{i}" for i in range(len(t)) for kind in "Wb"]
    return [t[n] for n in names if n in t]


def forward(p, x, hidden=F.relu):
    for i in range(0, len(p), 2):
        x = x @ p[i] + p[i + 1]
        if i + 2 < len(p):
            x = hidden(x)
    return x.squeeze(-1)


def scores_of(h, epsilon):
    return h / (epsilon + h.abs().sum(-1, keepdim=True))


def order_loss(scores, t):
    mean = scores.mean(0)
    d = mean[t["u"]] - mean[t["v"]]
    return (F.relu(t["low"] - d) + F.relu(d - t["high"])).mean()


def dot(a, b):
    return sum((x * y).sum() for x, y in zip(a, b))


def projected(g1, g2, lam):
    """The paper's P: v = a1 g1 + a2 g2."""
    n1, n2, c = dot(g1, g1), dot(g2, g2), dot(g1, g2)
    if n2 == 0:
        return g1
    if n1 == 0:
        return g2
    if c >= 0:
        a1, a2 = lam, 1 - lam
    else:
        a1, a2 = (1 - lam) - lam * c / n1, lam - (1 - lam) * c / n2
    return [a1 * x + a2 * y for x, y in zip(g1, g2)]


def attribute(p, x, alphas, weights):
    """h [B,D] on the straight path from 0, with a graph for its own gradient."""
    m, (b, d) = len(alphas), x.shape
    points = (alphas[:, None, None] * x).reshape(m * b, d).requires_grad_()
    (g,) = torch.autograd.grad(forward(p, points).sum(), points, create_graph=True)
    return (weights[:, None, None] * g.reshape(m, b, d)).sum(0) * x


def gradients(p, x, y, t, settings):
    loss = ((forward(p, x) - y) ** 2).mean()
    h = attribute(p, x, t["alphas"], t["weights"])
    second = order_loss(scores_of(h, settings["epsilon"]), t)
    g1 = torch.autograd.grad(loss, p)
    if not second.requires_grad:
        return loss, second, list(g1)
    g2 = torch.autograd.grad(second, p, allow_unused=True)
    g2 = [torch.zeros_like(w) if g is None else g for w, g in zip(p, g2)]
    return loss, second, projected(g1, g2, settings["lambda"])
