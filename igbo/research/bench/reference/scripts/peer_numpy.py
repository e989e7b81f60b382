"""A float32 product in NumPy, whose wheels have OpenBLAS, with the same number of threads as the others (OPENBLAS_NUM_THREADS)."""

import numpy as np

from clocks import Job, timed


def prepare(request):
    pass


def version(peer):
    return f"numpy {np.__version__}"


def load(request, settings, arrays):
    a, b = arrays["a"], arrays["b"]

    def run(reps):
        for _ in range(reps):
            y = a @ b
        return y

    y, first = timed(lambda: run(1))
    return Job(run, {"product": y[-settings["last_rows"]:].ravel().tolist()}, first)
