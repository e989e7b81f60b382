"""The work of `igbo bench` in JAX: one jitted function for each row."""

import os

from clocks import Job, both, timed


def prepare(request):
    """Imports JAX and starts its device, so neither counts as part of the first run."""
    os.environ.setdefault("JAX_PLATFORMS", "cuda" if request["device"] == "cuda" else "cpu")
    import jax

    jax.config.update("jax_default_matmul_precision", "highest")
    jax.block_until_ready(jax.numpy.zeros(1) + 1)


def version(peer):
    import jax

    return f"jax {jax.__version__}"


def load(request, settings, arrays):
    for name, model in (("gru", gru), ("lstm", lstm), ("attention", attention), ("conv", convolution)):
        if request["row"].startswith(name):
            return sequence_work(request, settings, arrays, model)
    return step_work(request, settings, arrays)


def operations(jaxpr):
    """Returns the number of equations, including those of inner functions and loops."""
    from jax.extend.core import ClosedJaxpr, Jaxpr

    total = 0
    for e in jaxpr.eqns:
        total += 1
        for value in e.params.values():
            for inner in value if isinstance(value, (tuple, list)) else (value,):
                if isinstance(inner, ClosedJaxpr):
                    inner = inner.jaxpr
                if isinstance(inner, Jaxpr):
                    total += operations(inner)
    return total


def listed(values):
    import numpy as np

    return np.asarray(values).ravel().tolist()


def forward(p, x):
    import jax.numpy as jnp

    for i in range(0, len(p), 2):
        x = x @ p[i] + p[i + 1]
        if i + 2 < len(p):
            x = jnp.maximum(x, 0)
    return x[..., 0]


def step_work(request, settings, arrays):
    import jax
    import jax.numpy as jnp

    t = {name: jnp.asarray(a) for name, a in arrays.items()}
    u, v = t["u"].astype(int), t["v"].astype(int)
    start = [t[n] for i in range(len(t)) for n in (f"W{i}", f"b{i}") if n in t]
    lam, rate, eps, b1, b2 = settings["lambda"], settings["rate"], settings["adam_epsilon"], 0.9, 0.999

    def task(p, x, y):
        return jnp.mean((forward(p, x) - y) ** 2)

    def order(p, x):
        m, (b, d) = len(t["alphas"]), x.shape
        points = (t["alphas"][:, None, None] * x).reshape(m * b, d)
        g = jax.grad(lambda z: forward(p, z).sum())(points)
        h = (t["weights"][:, None, None] * g.reshape(m, b, d)).sum(0) * x
        mean = jnp.mean(h / (settings["epsilon"] + jnp.abs(h).sum(-1, keepdims=True)), 0)
        diff = mean[u] - mean[v]
        return jnp.mean(jnp.maximum(t["low"] - diff, 0) + jnp.maximum(diff - t["high"], 0))

    def dot(a, b):
        return sum(jnp.vdot(x, y) for x, y in zip(a, b))

    def combined(p, x, y):
        loss, g1 = jax.value_and_grad(task)(p, x, y)
        second, g2 = jax.value_and_grad(order)(p, x)
        n1, n2, c = dot(g1, g1), dot(g2, g2), dot(g1, g2)
        safe1, safe2 = jnp.where(n1 > 0, n1, 1), jnp.where(n2 > 0, n2, 1)
        a1 = jnp.where(c < 0, (1 - lam) - lam * c / safe1, lam)
        a2 = jnp.where(c < 0, lam - (1 - lam) * c / safe2, 1 - lam)
        a1, a2 = jnp.where(n2 > 0, a1, 1.0), jnp.where(n1 > 0, a2, 1.0)
        return loss, second, [a1 * x1 + a2 * x2 for x1, x2 in zip(g1, g2)]

    def step(state, batch):
        p, m1, m2, count = state
        _, _, g = combined(p, *batch)
        count = count + 1
        m1 = [b1 * a + (1 - b1) * e for a, e in zip(m1, g)]
        m2 = [b2 * a + (1 - b2) * e * e for a, e in zip(m2, g)]
        c1, c2 = 1 - b1**count, 1 - b2**count
        p = [w - rate * (a / c1) / (jnp.sqrt(b / c2) + eps) for w, a, b in zip(p, m1, m2)]
        return (p, m1, m2, count), None

    loss, second, g = jax.jit(combined)(start, t["x"][0], t["y"][0])
    outputs = {"L": listed(loss), "H": listed(second), "gradient": [e for a in g for e in listed(a)]}
    zeros = [jnp.zeros_like(w) for w in start]
    state = (start, zeros, zeros, jnp.zeros(()))

    if request["mode"] == "scan":
        call = lambda state, batches: jax.lax.scan(step, state, batches)[0]
        batches = stacked(t, request["per"])
    else:
        call = lambda state, batch: step(state, batch)[0]
        batches = list(zip(list(t["x"]), list(t["y"])))
    graph = operations(jax.make_jaxpr(call)(state, batches[0]).jaxpr)
    call = jax.jit(call)
    waits = request["mode"] != "queued"
    calls = (1 if request["mode"] == "scan" else request["per"]) * settings.get("run", 1)

    def run(reps):
        nonlocal state
        for i in range(reps * calls):
            state = call(state, batches[i % len(batches)])
            if waits:
                jax.block_until_ready(state)
        jax.block_until_ready(state)

    def one():
        nonlocal state
        state = call(state, batches[0])
        jax.block_until_ready(state)

    _, first = timed(one if settings.get("run", 1) > 1 else lambda: run(1))
    outputs["weights"] = [e for w in state[0] for e in listed(w)]
    return Job(run, outputs, first, graph=graph)


def stacked(t, per):
    """Yields the batches in turn, per of them in an array, and then starts again."""
    import math

    import jax.numpy as jnp

    n = t["x"].shape[0]
    calls = math.lcm(n, per) // per
    rows = [jnp.arange(i * per, (i + 1) * per) % n for i in range(calls)]
    return [(t["x"][r], t["y"][r]) for r in rows]


def gru(p, x, settings):
    """x [B,T,D] -> y [B,T], one scan over time."""
    import jax
    import jax.numpy as jnp

    def cell(h, xt):
        r = jax.nn.sigmoid(xt @ p["reset_W"] + p["reset_b"] + h @ p["reset_U"])
        z = jax.nn.sigmoid(xt @ p["update_W"] + p["update_b"] + h @ p["update_U"])
        n = jnp.tanh(xt @ p["new_W"] + p["new_b"] + r * (h @ p["new_U"] + p["new_c"]))
        h = n + z * (h - n)
        return h, h @ p["output_W"] + p["output_b"]

    h0 = jnp.zeros((x.shape[0], p["reset_U"].shape[0]), x.dtype)
    _, y = jax.lax.scan(cell, h0, jnp.swapaxes(x, 0, 1))
    return jnp.swapaxes(y[..., 0], 0, 1)


def lstm(p, x, settings):
    """x [B,T,D] -> y [B,T], one scan over time."""
    import jax
    import jax.numpy as jnp

    def cell(state, xt):
        h, c = state

        def gate(name):
            at = "lstm_" + name
            return xt @ p[at + "_input_weights"] + h @ p[at + "_recurrent_weights"] + p[at + "_biases"]

        c = jax.nn.sigmoid(gate("forget")) * c + jax.nn.sigmoid(gate("input")) * jnp.tanh(gate("cell"))
        h = jax.nn.sigmoid(gate("output_gate")) * jnp.tanh(c)
        return (h, c), linear(p, "lstm_output", h)

    zero = jnp.zeros((x.shape[0], p["lstm_input_recurrent_weights"].shape[0]), x.dtype)
    _, y = jax.lax.scan(cell, (zero, zero), jnp.swapaxes(x, 0, 1))
    return jnp.swapaxes(y[..., 0], 0, 1)


def linear(p, name, x):
    return x @ p[name + "_weights"] + p[name + "_biases"]


def rotated(x, base):
    """Rotary positions of x [N,T,H,W]: the two halves of W are the pairs."""
    import jax.numpy as jnp

    half = x.shape[-1] // 2
    angles = jnp.arange(x.shape[1], dtype=x.dtype)[:, None] / base ** (jnp.arange(half, dtype=x.dtype) / half)
    cos, sin = jnp.cos(angles)[:, None], jnp.sin(angles)[:, None]
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def attention(p, x, settings):
    """One block of causal self-attention with rotary positions, x [B,T,D] -> y [B,T]."""
    import jax
    import jax.numpy as jnp

    e, at = linear(p, "attention_embedding", x), "attention_layer_0_"
    n, t, width = e.shape
    q, k, v = (linear(p, f"{at}MultiHeadAttention_{kind}_dense", e).reshape(n, t, settings["heads"], -1) for kind in ("query", "key", "value"))
    q, k = rotated(q, settings["base"]), rotated(k, settings["base"])
    scores = jnp.einsum("nthw,nshw->nhts", q, k) / q.shape[-1] ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((t, t), bool)), scores, -jnp.inf)
    seen = jnp.einsum("nhts,nshw->nthw", jax.nn.softmax(scores, -1), v).reshape(n, t, width)
    m = e + linear(p, at + "MultiHeadAttention_output_dense", seen)
    e = m + linear(p, at + "contract", jax.nn.gelu(linear(p, at + "expand", m), approximate=False))
    return linear(p, "attention_output", e)[..., 0]


def convolution(p, x, settings):
    """Causal dilated convolutions, x [B,T,D] -> y [B,T]; each is one product of the shifted series."""
    import jax.numpy as jnp

    t = x.shape[1]
    for l in range(settings["layers"]):
        taps = [jnp.pad(x, ((0, 0), (j * settings["kernel"] ** l, 0), (0, 0)))[:, :t] for j in range(settings["kernel"])]
        x = jnp.tanh(linear(p, f"conv_layer_{l}", jnp.concatenate(taps, -1)))
    return linear(p, "conv_output", x)[..., 0]


def sequence_work(request, settings, arrays, model):
    """h [B,T,D] by D tangents at M points, and the gradient of <r, h>/(B T D)."""
    import jax
    import jax.numpy as jnp

    t = {name: jnp.asarray(a) for name, a in arrays.items()}
    x, alphas, weights, r = t["x"], t["alphas"], t["weights"], t["r"]
    p = {n: a for n, a in t.items() if "_" in n}
    masks = jnp.eye(x.shape[-1], dtype=x.dtype)

    def cumulative(p, x):
        def at(alpha):
            along = lambda mask: jax.jvp(lambda z: model(p, z, settings), (alpha * x,), (x * mask,))[1]
            return jax.vmap(along, out_axes=-1)(masks)

        return jnp.tensordot(weights, jax.vmap(at)(alphas), 1)

    def objective(p, x):
        h = cumulative(p, x)
        return jnp.mean(h * r), h

    def once(p, x):
        (_, h), g = jax.value_and_grad(objective, has_aux=True)(p, x)
        return h, g

    graph = operations(jax.make_jaxpr(once)(p, x).jaxpr)
    compiled, took = timed(lambda: jax.jit(once).lower(p, x).compile())
    (h, g), first = timed(lambda: jax.block_until_ready(compiled(p, x)))
    outputs = {"h": listed(h)}
    outputs.update({"d" + n: listed(a) for n, a in g.items() if n != "output_b"})

    def run(reps):
        for _ in range(reps):
            jax.block_until_ready(compiled(p, x))

    return Job(run, outputs, both(took, first), took, graph)
