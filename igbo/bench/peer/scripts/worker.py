"""One peer of `igbo bench`: a process that reads JSON requests, one a line, and answers each with one line.

    {"do": "load", "peer": P, "row": R, "work": FOLDER, "threads": N} -> {"outputs": {...}, "first": seconds, "version": "..."}
    {"do": "time", "reps": N}                                         -> {"seconds": s}

The work is a folder with work.json (settings, and name, shape and offset of every array) and work.bin
(float32, little endian). An answer may be {"missing": module} or {"error": text} instead.
"""

import importlib
import json
import os
import sys
import time
import traceback


def read_work(folder):
    import numpy as np

    with open(os.path.join(folder, "work.json"), encoding="utf-8") as f:
        work = json.load(f)
    flat = np.fromfile(os.path.join(folder, "work.bin"), dtype="<f4")
    arrays = {}
    for a in work["arrays"]:
        size = int(np.prod(a["shape"], dtype=int))
        arrays[a["name"]] = flat[a["offset"]:a["offset"] + size].reshape(a["shape"])
    return work["settings"], arrays


class Worker:
    def __init__(self):
        self.run = None

    def load(self, request):
        framework = "jax" if request["peer"] == "jax" else "torch"
        module = importlib.import_module(f"peer_{framework}")
        module.prepare(request)
        settings, arrays = read_work(request["work"])
        start = time.perf_counter()
        self.run, outputs = module.load(request["peer"], request["row"], settings, arrays)
        return {"outputs": outputs, "first": time.perf_counter() - start, "version": module.version(request["peer"])}

    def time(self, request):
        start = time.perf_counter()
        self.run(request["reps"])
        return {"seconds": time.perf_counter() - start}


def answer(worker, line):
    try:
        request = json.loads(line)
        return {"load": worker.load, "time": worker.time}[request["do"]](request)
    except ModuleNotFoundError as e:
        return {"missing": e.name}
    except Exception as e:
        traceback.print_exc()
        return {"error": f"{type(e).__name__}: {e}".split("\n")[0][:300]}


def main():
    # Answers go to the real standard output; whatever else prints goes to standard error.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    worker = Worker()
    for line in sys.stdin:
        print(json.dumps(answer(worker, line)), file=out, flush=True)


if __name__ == "__main__":
    main()
