"""The job of a worker, with functions that measure its time and its memory."""

import time
from dataclasses import dataclass
from typing import Any, Callable, Optional


@dataclass
class Job:
    """Prepared work: run(n) does it n times; outputs are those of the first run."""

    run: Callable
    outputs: dict
    first: dict  # clocks of the first run, compilation included
    compile: Optional[dict] = None  # clocks of compilation alone, where it is known apart
    graph: int = 0  # operations of the graph, where there is one


def cpu_time():
    """Returns the CPU seconds of all threads, and of compilers and other child processes that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ModuleNotFoundError:  # not Unix
        return time.process_time()
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(f) -> tuple[Any, dict]:
    """Returns the result of f with its wall-clock and CPU seconds."""
    wall, cpu = time.perf_counter(), cpu_time()
    out = f()
    return out, {"wall": time.perf_counter() - wall, "cpu": cpu_time() - cpu}


def both(a, b):
    return {name: a[name] + b[name] for name in a}


class Memory:
    """Measures the growth of the peak resident memory from now on, if the system reports it."""

    def __init__(self):
        try:
            with open("/proc/self/clear_refs", "w") as f:
                f.write("5")
        except OSError:
            pass
        self.before = status("VmRSS")

    def growth(self):
        return max(0, status("VmHWM") - self.before)


def status(name):
    try:
        with open("/proc/self/status") as f:
            for line in f:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
