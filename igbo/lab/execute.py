

"""Runs one notebook headless. Reads a JSON job on standard input, writes a JSON report on standard output."""
import json
import os
import shutil
import sys
import tempfile
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config


def position(notebook, cell):
    code = [c for c in notebook.cells if c.cell_type == "code"]
    return code.index(cell) + 1 if cell in code else 0


def execute(job):
    folder = tempfile.mkdtemp()  # for its owner alone
    try:
        return executed(job, sockets(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sockets(folder):
    """Settings by which the kernel listens in a folder. Ports that were found free may be taken by others before it has them."""
    config, path = Config(), os.path.join(folder, "kernel")
    if os.name != "nt" and len(os.fsencode(path)) < 90:  # of the 104 or 108 bytes that a system allows
        config.KernelManager.transport, config.KernelManager.ip = "ipc", path
    return config


def executed(job, config):
    notebook = nbformat.reads(job["notebook"], as_version=4)
    report = {"seconds": [], "cell": 0, "error": ""}
    state = {"cell": None, "start": 0.0}

    def begin(cell, cell_index):
        state["cell"], state["start"] = cell, time.perf_counter()

    def end(cell, cell_index, execute_reply=None):
        if cell.cell_type == "code":
            report["seconds"].append(round(time.perf_counter() - state["start"], 3))

    client = NotebookClient(
        notebook, timeout=job["timeout"], kernel_name=job["kernel"], record_timing=False, config=config,
        coalesce_streams=True,  # how a cell's lines fall into messages is a matter of time
        resources={"metadata": {"path": job["folder"]}}, on_cell_execute=begin, on_cell_executed=end,
    )
    try:
        client.execute()
    except CellTimeoutError:
        report["error"] = "the cell ran longer than %d s" % job["timeout"]
    except CellExecutionError as e:
        report["error"] = ("%s: %s" % (e.ename, e.evalue)) + "\n" + "\n".join(
            o.get("text", "") for o in state["cell"].get("outputs", []) if o.get("output_type") == "stream")
    except DeadKernelError:
        report["error"] = "the kernel died"
    if report["error"]:
        report["cell"] = position(notebook, state["cell"])
    report["notebook"] = nbformat.writes(tidy(notebook))
    if job["html"] and not report["error"]:
        report["html"] = page(notebook, job)
        report["remarks"] = list(dict.fromkeys(job["remarks"]))
    return report


def tidy(notebook):
    """Drops what differs from run to run without meaning anything."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if output.get("output_type") == "display_data":
                output.get("transient", {}).clear() if "transient" in output else None
    notebook.metadata.pop("widgets", None)
    return notebook


json.dump(execute(json.load(sys.stdin)), sys.stdout)
