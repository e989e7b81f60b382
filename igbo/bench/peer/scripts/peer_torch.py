"""The works of `igbo bench` in PyTorch: eager, torch.compile, and Captum's IntegratedGradients."""

import itertools

import torch
import torch.nn.functional as F

from clocks import Job, timed

DEVICE = torch.device("cpu")
WAITS = True  # for every run on CUDA, not the last alone


def prepare(request):
    """Sets threads and precision, and starts the device, so that this counts as no first run."""
    global DEVICE, WAITS
    torch.set_num_threads(request["threads"])
    torch.backends.cuda.matmul.allow_tf32 = False
    if request["device"] == "cuda":
        DEVICE = torch.device("cuda")
    WAITS = request["mode"] != "queued"
    torch.ones(1, device=DEVICE) + 1
    synchronize()


def version(peer):
    if peer == "captum":
        import captum

        return f"captum {captum.__version__}, torch {torch.__version__}"
    return f"torch {torch.__version__}"


def load(request, settings, arrays):
    peer, row = request["peer"], request["row"]
    if peer == "captum":
        return captum_work(row, settings, arrays)
    if row == "table1":
        from peer_torch_table1 import table1

        return table1(settings, arrays, DEVICE)
    if row.startswith("gru"):
        return gru_work(settings, arrays)
    if row.startswith(("attention", "conv")):
        from peer_torch_sequence import sequence_work

        return sequence_work(row, settings, arrays)
    return step_work(peer, settings, arrays)


def repeated(once):
    """A function that does it n times, waits for each or for the last, and returns the last result."""

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


def step_work(peer, settings, arrays):
    t = tensors(arrays)
    t["u"], t["v"] = t["u"].long(), t["v"].long()
    batches = list(zip(t["x"], t["y"]))
    if peer == "torch.compile":
        from peer_torch_compile import compiled_step

        return compiled_step(settings, t, batches, parameters(t))
    p = [w.clone().requires_grad_() for w in parameters(t)]
    loss, second, v = gradients(p, *batches[0], t, settings)
    outputs = {"L": listed(loss), "H": listed(second), "gradient": [e for g in v for e in listed(g)]}
    adam = torch.optim.Adam(p, lr=settings["rate"], eps=settings["adam_epsilon"])
    turns = itertools.cycle(batches)

    def once():
        _, _, v = gradients(p, *next(turns), t, settings)
        for w, g in zip(p, v):
            w.grad = g
        adam.step()

    _, first = timed(lambda: repeated(once)(1))
    outputs["weights"] = [e for w in p for e in listed(w)]
    steps = settings.get("run", 1)
    return Job(lambda reps: repeated(once)(reps * steps), outputs, first)


# --- GRU: gates r, z, n as in torch.nn.GRU


def gru_module(t):
    d, hidden = t["reset_W"].shape
    gru = torch.nn.GRU(d, hidden, batch_first=True).to(DEVICE)
    zero = torch.zeros(hidden, device=DEVICE)
    with torch.no_grad():
        gru.weight_ih_l0.copy_(torch.cat([t["reset_W"], t["update_W"], t["new_W"]], 1).T)
        gru.weight_hh_l0.copy_(torch.cat([t["reset_U"], t["update_U"], t["new_U"]], 1).T)
        gru.bias_ih_l0.copy_(torch.cat([t["reset_b"], t["update_b"], t["new_b"]]))
        gru.bias_hh_l0.copy_(torch.cat([zero, zero, t["new_c"]]))
    head = torch.nn.Linear(hidden, 1).to(DEVICE)
    with torch.no_grad():
        head.weight.copy_(t["output_W"].T)
        head.bias.copy_(t["output_b"])
    return gru, head


def gru_gradients(gru, head):
    """Gradients by the names of the work's arrays; the two biases of r and z are one there."""
    hidden = gru.hidden_size
    out = {}
    for i, gate in enumerate(["reset", "update", "new"]):
        rows = slice(i * hidden, (i + 1) * hidden)
        out[gate + "_W"] = gru.weight_ih_l0.grad[rows].T
        out[gate + "_U"] = gru.weight_hh_l0.grad[rows].T
        out[gate + "_b"] = gru.bias_ih_l0.grad[rows]
    out["new_c"] = gru.bias_hh_l0.grad[2 * hidden:]
    out["output_W"] = head.weight.grad.T
    return out


def gru_work(settings, arrays):
    """h [B,T,D] by one reverse pass for every output, and the gradient of <r, h>/(B T D)."""
    t = tensors(arrays)
    gru, head = gru_module(t)
    everything = list(gru.parameters()) + list(head.parameters())
    x, alphas, weights, r = t["x"], t["alphas"], t["weights"], t["r"]
    b, steps, d = x.shape
    m = len(alphas)

    def once():
        for w in everything:
            w.grad = None
        points = (alphas[:, None, None, None] * x).reshape(m * b, steps, d).requires_grad_()
        y = head(gru(points)[0]).squeeze(-1)
        columns = []
        for i in range(steps):
            (g,) = torch.autograd.grad(y[:, i].sum(), points, create_graph=True)
            g = (weights[:, None, None, None] * g.reshape(m, b, steps, d)).sum(0) * x
            columns.append(g.sum(1))
        h = torch.stack(columns, 1)
        (h * r).mean().backward()
        return h

    run = repeated(once)
    h, first = timed(lambda: run(1))
    outputs = {"h": listed(h)}
    outputs.update({"d" + n: listed(g) for n, g in gru_gradients(gru, head).items()})
    return Job(run, outputs, first)


# --- attribution alone


def captum_work(row, settings, arrays):
    from captum.attr import IntegratedGradients

    t = tensors(arrays)
    if row == "ig-gru":
        gru, head = gru_module(t)
        model = lambda x: head(gru(x)[0])[:, -1, 0]
    else:
        p = parameters(t)
        model = lambda x: forward(p, x)
    if row == "explain":
        return explain_work(IntegratedGradients(lambda x: forward(p, x, torch.tanh)), t["x"], settings)
    ig, x = IntegratedGradients(model), t["x"]

    def once():
        return ig.attribute(x, n_steps=settings["points"], method="riemann_middle")

    run = repeated(once)
    out, first = timed(lambda: run(1))
    return Job(run, {"attribution": listed(out)}, first)


def explain_work(ig, x, settings):
    """Attributions with their convergence deltas, in chunks of the size that takes the first rows soonest."""
    import time

    def explained(part):
        return ig.attribute(part, n_steps=settings["points"], method="riemann_middle", return_convergence_delta=True)

    def seconds(chunk):
        start = time.perf_counter()
        for part in x[: settings["compared"]].split(chunk):
            explained(part)
        return time.perf_counter() - start

    chunk = min((64, 256, 1024), key=lambda c: min(seconds(c) for _ in range(2)))

    def once():
        return torch.cat([explained(part)[0] for part in x.split(chunk)])

    run = repeated(once)
    out, first = timed(lambda: run(1))
    return Job(run, {"attribution": listed(out[: settings["compared"]])}, first)
