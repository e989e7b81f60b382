"""Reads a CSV file with pyarrow, with the same number of threads as the others."""

import pyarrow
import pyarrow.compute
import pyarrow.csv

from clocks import Job, timed


def prepare(request):
    pyarrow.set_cpu_count(request["threads"])


def version(peer):
    return f"pyarrow {pyarrow.__version__}"


def load(request, settings, arrays):
    def run(reps):
        for _ in range(reps):
            table = pyarrow.csv.read_csv(settings["file"])
        return table

    table, first = timed(lambda: run(1))
    numbers = [c for c in table.columns if pyarrow.types.is_floating(c.type) or pyarrow.types.is_integer(c.type)]
    means = [float(pyarrow.compute.mean(c).as_py()) for c in numbers]
    return Job(run, {"rows": [table.num_rows], "means": means}, first)
