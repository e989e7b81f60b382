"""A peer of `igbo bench`: a process that reads JSON requests, one per line, and answers each with one line.

    {"id": I, "do": "load", "peer": P, "mode": M, "row": R, "per": K, "work": FOLDER, "device": D, "threads": N}
        -> {"id": I, "outputs": {...}, "first": clocks, "compile": clocks or null, "graph": size, "version": "..."}
    {"id": I, "do": "time", "reps": N} -> {"id": I, "took": clocks}
    {"id": I, "do": "memory"}          -> {"id": I, "bytes": growth of the peak of resident memory since the imports}

Clocks are {"wall": seconds, "cpu": seconds of all threads of this process}. M is "" (wait for each run), "queued" (wait
only for the last run) or "scan" (a run has K training steps in one call). The work is a folder with work.json (settings,
and name, shape and offset of every array) and work.bin (float32, little endian). An answer can be {"missing": module} or
{"error": text} instead.
"""

import importlib
import json
import os
import sys
import traceback

from clocks import Memory, timed


def read_work(folder):
    import numpy as np

    with open(os.path.join(folder, "work.json"), encoding="utf-8") as f:
        work = json.load(f)
    flat = np.fromfile(os.path.join(folder, "work.bin"), dtype="<f4")
    arrays = {}
    for a in work["arrays"] or []:
        size = int(np.prod(a["shape"], dtype=int))
        arrays[a["name"]] = flat[a["offset"]:a["offset"] + size].reshape(a["shape"])
    return work["settings"], arrays


class Worker:
    def load(self, request):
        framework = request["peer"] if request["peer"] in ("jax", "numpy", "pyarrow") else "torch"
        module = importlib.import_module(f"peer_{framework}")
        module.prepare(request)
        settings, arrays = read_work(request["work"])
        self.memory = Memory()
        self.job = module.load(request, settings, arrays)
        j = self.job
        return {
            "outputs": j.outputs, "first": j.first, "compile": j.compile, "graph": j.graph,
            "version": module.version(request["peer"]),
        }

    def time(self, request):
        return {"took": timed(lambda: self.job.run(request["reps"]))[1]}

    def growth(self, _):
        return {"bytes": self.memory.growth()}


def answer(worker, line):
    request = {}
    try:
        request = json.loads(line)
        said = {"load": worker.load, "time": worker.time, "memory": worker.growth}[request["do"]](request)
        text = json.dumps({"id": request["id"], **said}, allow_nan=False)
    except ModuleNotFoundError as e:
        text = json.dumps({"id": request.get("id"), "missing": e.name})
    except Exception as e:
        traceback.print_exc()
        text = json.dumps({"id": request.get("id"), "error": f"{type(e).__name__}: {e}".split("\n")[0][:300]})
    return text


def main():
    # Answers go to the real standard output; all other output goes to standard error.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    worker = Worker()
    for line in sys.stdin:
        print(answer(worker, line), file=out, flush=True)


if __name__ == "__main__":
    main()
