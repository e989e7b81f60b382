"""The work of `igbo bench` in PyTorch: eager, torch.compile, and Captum's IntegratedGradients."""

import itertools

import torch

import torch_parts
from clocks import Job, timed
from peer_torch_compile import compiled_step
from peer_torch_sequence import sequence_work
from peer_torch_table1 import table1
from torch_parts import forward, gradients, listed, parameters, prepare, repeated, tensors  # prepare is for worker.py


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
        return table1(settings, arrays, torch_parts.DEVICE)
    if row.startswith("gru"):
        return gru_work(settings, arrays)
    if row.startswith(("attention", "conv")):
        return sequence_work(row, settings, arrays)
    return step_work(peer, settings, arrays)


def step_work(peer, settings, arrays):
    t = tensors(arrays)
    t["u"], t["v"] = t["u"].long(), t["v"].long()
    batches = list(zip(t["x"], t["y"]))
    if peer == "torch.compile":
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
    gru = torch.nn.GRU(d, hidden, batch_first=True).to(torch_parts.DEVICE)
    zero = torch.zeros(hidden, device=torch_parts.DEVICE)
    with torch.no_grad():
        gru.weight_ih_l0.copy_(torch.cat([t["reset_W"], t["update_W"], t["new_W"]], 1).T)
        gru.weight_hh_l0.copy_(torch.cat([t["reset_U"], t["update_U"], t["new_U"]], 1).T)
        gru.bias_ih_l0.copy_(torch.cat([t["reset_b"], t["update_b"], t["new_b"]]))
        gru.bias_hh_l0.copy_(torch.cat([zero, zero, t["new_c"]]))
    head = torch.nn.Linear(hidden, 1).to(torch_parts.DEVICE)
    with torch.no_grad():
        head.weight.copy_(t["output_W"].T)
        head.bias.copy_(t["output_b"])
    return gru, head


def gru_gradients(gru, head):
    """Returns gradients by the names of the work's arrays, in which r and z have one bias each instead of two."""
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
    """h [B,T,D] with one reverse pass for every output, and the gradient of <r, h>/(B T D)."""
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
    """Computes attributions with their convergence deltas, in chunks of the size that is fastest for the first rows."""
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
