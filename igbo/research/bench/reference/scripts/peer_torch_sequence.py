"""h of attention and of convolutions in PyTorch with D tangents (torch.func), and its gradient."""

import torch
import torch.nn.functional as F

from clocks import Job, timed
from torch_parts import listed, repeated, tensors


def linear(p, name, x):
    return x @ p[name + "_weights"] + p[name + "_biases"]


def rotated(x, base):
    """Rotary positions of x [N,T,H,W]: the two halves of W are the pairs."""
    half = x.shape[-1] // 2
    place, turn = torch.arange(x.shape[1], device=x.device), torch.arange(half, device=x.device)
    angles = place[:, None] / base ** (turn / half)
    cos, sin = angles.cos()[:, None], angles.sin()[:, None]
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


def attention(p, x, settings):
    e, at = linear(p, "attention_embedding", x), "attention_layer_0_"
    n, t, width = e.shape
    q, k, v = (linear(p, f"{at}MultiHeadAttention_{kind}_dense", e).reshape(n, t, settings["heads"], -1) for kind in ("query", "key", "value"))
    q, k = rotated(q, settings["base"]), rotated(k, settings["base"])
    scores = torch.einsum("nthw,nshw->nhts", q, k) / q.shape[-1] ** 0.5
    later = torch.ones(t, t, dtype=torch.bool, device=x.device).triu(1)
    share = scores.masked_fill(later, float("-inf")).softmax(-1)
    m = e + linear(p, at + "MultiHeadAttention_output_dense", torch.einsum("nhts,nshw->nthw", share, v).reshape(n, t, width))
    e = m + linear(p, at + "contract", F.gelu(linear(p, at + "expand", m)))
    return linear(p, "attention_output", e)[..., 0]


def convolution(p, x, settings):
    t = x.shape[1]
    for l in range(settings["layers"]):
        taps = [F.pad(x, (0, 0, j * settings["kernel"] ** l, 0))[:, :t] for j in range(settings["kernel"])]
        x = torch.tanh(linear(p, f"conv_layer_{l}", torch.cat(taps, -1)))
    return linear(p, "conv_output", x)[..., 0]


def sequence_work(row, settings, arrays):
    t = tensors(arrays)
    model = attention if row.startswith("attention") else convolution
    p = {n: a.requires_grad_() for n, a in t.items() if "_" in n}
    x, alphas, weights, r = t["x"], t["alphas"], t["weights"], t["r"]
    (b, steps, d), m = x.shape, len(alphas)
    points = (alphas[:, None, None, None] * x).reshape(m * b, steps, d)
    along, masks = x.repeat(m, 1, 1), torch.eye(d, device=x.device)

    def once():
        tangent = lambda mask: torch.func.jvp(lambda z: model(p, z, settings), (points,), (along * mask,))[1]
        g = torch.func.vmap(tangent, out_dims=-1)(masks)
        h = (weights[:, None, None, None] * g.reshape(m, b, steps, d)).sum(0)
        return h, torch.autograd.grad((h * r).mean(), list(p.values()), allow_unused=True)

    run = repeated(once)
    (h, gradient), first = timed(lambda: run(1))
    outputs = {"h": listed(h)}
    outputs.update({"d" + n: listed(torch.zeros_like(w) if g is None else g) for (n, w), g in zip(p.items(), gradient)})
    return Job(run, outputs, first)
