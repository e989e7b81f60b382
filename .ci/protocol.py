"""Check the kernel's messages against those of ipykernel, field by field, and run jupyter_kernel_test.

Usage: python protocol.py [--table FILE] [-v]

Both kernels get the same requests, each in its language. What they reply and publish is written as one table: message, field,
the value of each kernel, and why they may differ. A difference that EXPECTED does not list fails the check, and so does an
entry of EXPECTED that explains no difference. The kernels are igbolab and python3 of the active environment.
"""

import argparse
import fnmatch
import glob
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from queue import Empty

import jupyter_kernel_test
import websocket
from jupyter_client.manager import KernelManager

TIMEOUT = 300

# Fields whose values name a language, a version or a place: only their types are compared. Patterns of message and field.
FREE = [
    "*.implementation", "*.implementation_version", "*.banner", "*.language_info.*", "*.help_links", "*.traceback", "*.evalue", "*.ename",
    "*.code", "*.text", "*.matches", "*.data.text/plain", "*.indent", "* input*.prompt", "*.metadata.started", "*.metadata.engine", "*.comms", "*._jupyter_types_experimental", "*_port", "complete: * .cursor_*", "*.tmp*", "*.hashSeed", "*.exceptionPaths",
]

# EXPECTED lists the legitimate differences: the message and the field as patterns, and the reason.
EXPECTED = [
    ("kernel_info*: kernel_info_reply .language_info.*", "the language"),
    ("kernel_info*: kernel_info_reply .debugger", "Jupyter's protocol has the field, ipykernel leaves it out"),
    ("kernel_info*: kernel_info_reply .supported_features", "igbolab has no subshells"),
    ("*: execute_reply .metadata.dependencies_met", "of ipyparallel"),
    ("*: execute_reply .metadata.engine", "of ipyparallel"),
    ("*: execute_reply .engine_info.*", "of ipyparallel"),
    ("execute: a display with an id: display_data .data.text/plain", "GoNB's function sends HTML alone"),
    ("execute: an update: update_display_data .data.text/plain", "GoNB's function sends HTML alone"),
    ("execute: nothing: execute_input .execution_count", "a cell that is not counted has the number of the last one; ipykernel announces the next one"),
    ("execute: without history: execute_input .execution_count", "a cell that is not counted has the number of the last one; ipykernel announces the next one"),
    ("execute: silent text: stream *", "the protocol forbids outputs of silent requests, ipykernel sends them"),
    ("execute: silent text: published *", "the protocol forbids outputs of silent requests, ipykernel sends them"),
    ("execute: silent error: error *", "the protocol forbids outputs of silent requests, ipykernel sends them"),
    ("execute: silent error: published *", "the protocol forbids outputs of silent requests, ipykernel sends them"),
    ("execute: behind an error, stop_on_error True: execute_reply *", "igbolab says why the cell did not run, and has no times of a cell that did not begin"),
    ("execute: input is not allowed: *", "in Go, reading an empty input is no error: igbolab prints a note instead"),
    ("history: range*: history_reply .history", "ipykernel gives its own session the number 0 in ranges, igbolab the one that it has elsewhere"),
    ("restarted: history, range of this session: history_reply .history", "ipykernel gives its own session the number 0 in ranges, igbolab the one that it has elsewhere"),
    ("comm_* to nobody: *", "ipykernel prints a warning"),
    ("comm_* of nobody: *", "ipykernel prints a warning"),
    ("comm_open of a target that is not there: stream *", "ipykernel prints a warning"),
    ("comm_open of a target that is not there: published *", "ipykernel prints a warning"),
    ("inspect: nothing: inspect_reply *", "igbolab shows what is wrong with the name at the cursor"),
    ("debug: debugInfo: debug_reply .body.copyToGlobals", "variables of a frame are not copied to the session"),
    ("debug: debugInfo: debug_reply .seq", "the protocol has the field, ipykernel leaves it out"),
    ("execute: interrupted: published *", "a front end takes the last state for the kernel's, so igbolab is busy again after the interrupt's idle"),
]


class Peer:
    """A kernel that runs."""

    def __init__(self, name, go):
        self.go = go
        self.manager = KernelManager(kernel_name=name)
        self.manager.start_kernel()
        self.connect()

    def connect(self):
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=TIMEOUT)
        self.kept = []

    def restart(self):
        self.client.stop_channels()
        self.manager.restart_kernel(now=False)
        self.connect()

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def send(self, kind, content, channel="shell", metadata=None):
        m = self.client.session.msg(kind, content, metadata=metadata)
        getattr(self.client, channel + "_channel").send(m)
        return m["header"]["msg_id"]

    def ask(self, kind, content, channel="shell", metadata=None, answers=(), reply=True):
        """Send a request; return its reply, and what was published until the kernel was idle about it."""
        return self.collect(self.send(kind, content, channel, metadata), channel, answers, reply)

    def collect(self, about, channel="shell", answers=(), reply=True):
        answers, published, replied, idle = list(answers), [], None, False
        limit = time.time() + TIMEOUT
        while not (idle and (replied or not reply)):
            if time.time() > limit:
                raise TimeoutError(f"no {'idle' if replied else 'reply'}; published: {[m['msg_type'] for m in published]}")
            name, m = self.next(about)
            if m is None:
                continue
            if name == "stdin":
                published.append(m)
                self.client.input(answers.pop(0))
            elif name == "iopub":
                published.append(m)
                idle = m["msg_type"] == "status" and m["content"]["execution_state"] == "idle"
            else:
                replied = m
        return replied, published

    def next(self, about):
        """Return the next message about a request, and its channel; messages about other requests are kept."""
        for name in ("iopub", "stdin", "shell", "control"):
            try:
                m = getattr(self.client, name + "_channel").get_msg(timeout=0.01)
                self.kept.append((name, m))
            except Empty:
                pass
        for at, (name, m) in enumerate(self.kept):
            if m["parent_header"].get("msg_id") == about:
                return self.kept.pop(at)
        return "", None


def execute(code, **fields):
    return {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True, **fields}


# CELLS holds what both kernels run: Go, and Python.
CELLS = {
    "a statement": ("x := 41", "x = 41"),
    "a result": ("x + 1", "x + 1"),
    "text": ('fmt.Println("hello")', 'print("hello")'),
    "text on standard error": ('fmt.Fprintln(os.Stderr, "warning")', 'import sys; print("warning", file=sys.stderr)'),
    "an error": ("var none []int\nnone[3]", "[][3]"),
    "a name that is not there": ("nosuch + 1", "nosuch + 1"),
    "no syntax": ("x ++ 3 (", "x ++ 3 ("),
    "nothing": ("", ""),
    "a comment": ("// nothing", "# nothing"),
    "HTML": ('notebook.Display(notebook.HTML("<b>x</b>"))', "from IPython.display import *; display(HTML('<b>x</b>'))"),
    "a display with an id": ('gonbui.UpdateHTML("id", "<b>a</b>")', "h = display(HTML('<b>a</b>'), display_id='id')"),
    "an update": ('gonbui.UpdateHTML("id", "<b>b</b>")', "h.update(HTML('<b>b</b>'))"),
    "a cleared output": ("notebook.ClearOutput(false)", "clear_output()"),
    "an output to be cleared": ("notebook.ClearOutput(true)", "clear_output(wait=True)"),
}


# PYTHON translates other cells.
PYTHON = dict(CELLS.values())


def python(code):
    """Return a cell of a history in Python, with its output if there is one."""
    if isinstance(code, (list, tuple)):
        return [python(code[0]), code[1]]
    return PYTHON.get(code, code)


def pair(go, code):
    """Note two cells that do the same."""
    PYTHON[go] = code
    return go, code


def record(peer):
    """Return what a kernel does: by message, its reply and what it publishes."""
    seen = {}

    def note(name, reply, published):
        seen[name] = {"reply": reply, "published": published}

    def run(name, code, **fields):
        note(name, *peer.ask("execute_request", execute(code, **fields)))

    def ask(name, kind, content, channel="shell", **more):
        note(name, *peer.ask(kind, content, channel, **more))

    ask("kernel_info", "kernel_info_request", {})
    ask("kernel_info on control", "kernel_info_request", {}, "control")
    for name, cell in CELLS.items():
        run("execute: " + name, cell[not peer.go])
    run("execute: silent", "x + 1", silent=True)
    run("execute: silent text", CELLS["text"][not peer.go], silent=True)
    run("execute: silent error", "nosuch", silent=True)
    run("execute: without history", "x + 2", store_history=False)
    run("execute: after those", "x + 3")
    run("execute: user expressions", "x", user_expressions={"value": "x", "sum": "x + 1", "wrong": "nosuch"})
    run("execute: user expressions of an error", "nosuch", user_expressions={"value": "x"})
    ask("execute: metadata", "execute_request", execute("x"), metadata={"cellId": "a", "trusted": True, "deletedCells": [], "recordTiming": True})
    for stop in (True, False):
        pause = pair("time.Sleep(time.Second)\npanic(1)", "import time; time.sleep(1); nosuch()")
        first = peer.send("execute_request", execute(pause[not peer.go], stop_on_error=stop))
        second = peer.send("execute_request", execute("x"))
        peer.collect(first)
        note(f"execute: behind an error, stop_on_error {stop}", *peer.collect(second))
    run("execute: input is not allowed", pair("var name string\nfmt.Scanln(&name)", "input('name ')")[not peer.go])
    note("execute: input", *peer.ask("execute_request", execute(pair("%with_inputs\nvar name string\nfmt.Scanln(&name)\nfmt.Println(name)", "print(input('name '))")[not peer.go], allow_stdin=True), answers=["Ada"]))
    note("execute: password", *peer.ask("execute_request", execute(pair("%with_password\nvar word string\nfmt.Scanln(&word)", "import getpass; w = getpass.getpass('word ')")[not peer.go], allow_stdin=True), answers=["Ada"]))
    ask("complete", "complete_request", dict(zip(("code", "cursor_pos"), (("strings.ToUpp", 13), ("str.uppe", 8))[not peer.go])))
    ask("complete: nothing", "complete_request", {"code": "nosuch.", "cursor_pos": 7})
    ask("inspect", "inspect_request", {"code": ("strings.ToUpper", "str.upper")[not peer.go], "cursor_pos": 9, "detail_level": 0})
    ask("inspect: a variable", "inspect_request", {"code": "x", "cursor_pos": 1, "detail_level": 0})
    ask("inspect: nothing", "inspect_request", {"code": "nosuch", "cursor_pos": 3, "detail_level": 0})
    for name, code in {"complete": "x", "incomplete": ("func f() {", "def f():"), "invalid": ("func ) {", "def ) {")}.items():
        ask("is_complete: " + name, "is_complete_request", {"code": code if isinstance(code, str) else code[not peer.go]})
    history = {"output": False, "raw": True, "session": 0, "start": 1, "stop": 3}
    ask("history: tail", "history_request", {"output": False, "raw": True, "hist_access_type": "tail", "n": 2})
    ask("history: range", "history_request", history | {"hist_access_type": "range"})
    ask("history: range with outputs", "history_request", history | {"hist_access_type": "range", "output": True})
    ask("history: search", "history_request", {"output": False, "raw": True, "hist_access_type": "search", "pattern": "x + [13]", "n": 2})
    ask("history: search unique", "history_request", {"output": False, "raw": True, "hist_access_type": "search", "pattern": "x", "unique": True})
    ask("comm_info", "comm_info_request", {})
    ask("comm_info: a target", "comm_info_request", {"target_name": "nosuch"})
    ask("comm_open of a target that is not there", "comm_open", {"comm_id": "a1", "target_name": "nosuch", "data": {}}, reply=False)
    ask("comm_msg to nobody", "comm_msg", {"comm_id": "a2", "data": {}}, reply=False)
    ask("comm_close of nobody", "comm_close", {"comm_id": "a3", "data": {}}, reply=False)
    ask("connect", "connect_request", {})
    ask("debug: debugInfo", "debug_request", {"type": "request", "seq": 1, "command": "debugInfo"}, "control")
    ask("interrupt", "interrupt_request", {}, "control")
    about = peer.send("execute_request", execute(pair("for {\n}", "while True: pass")[not peer.go]))
    time.sleep(1)
    peer.ask("interrupt_request", {}, "control")
    note("execute: interrupted", *peer.collect(about))
    numbers = peer.ask("history_request", {"output": False, "raw": True, "hist_access_type": "tail", "n": 1})[0]["content"]["history"]
    peer.restart()
    run("restarted: execute", "1 + 1")
    for name, content in {
        "range of the session before": history | {"hist_access_type": "range", "session": -1}, "tail": {"output": False, "raw": True, "hist_access_type": "tail", "n": 2},
        "range by the session's number": history | {"hist_access_type": "range", "session": numbers[0][0] if numbers else 1},
        "search": {"output": False, "raw": True, "hist_access_type": "search", "pattern": "x + 3", "n": 1},
        "range of this session": history | {"hist_access_type": "range"},
    }.items():
        reply, published = peer.ask("history_request", content)
        note("restarted: history, " + name, reply, published)
    for name in seen:
        if "history: " in name or "history, " in name: # sessions are counted from the one before the restart, and cells are compared in Python
            reply = seen[name]["reply"]["content"]
            reply["history"] = [[session - numbers[0][0], number, python(code)] for session, number, code in reply["history"]]
    ask("shutdown", "shutdown_request", {"restart": False}, "control")
    return seen


def flat(value, name=""):
    """Yield the fields of a value with their paths."""
    if isinstance(value, dict) and value:
        for key in sorted(value):
            yield from flat(value[key], f"{name}.{key}")
    else:
        yield name, value


def rows(name, seen):
    """Yield the fields of all messages about one request."""
    reply, published = seen["reply"], seen["published"]
    yield f"{name}: asked", "", [m["msg_type"] for m in published if m["msg_type"] == "input_request"]
    published = [m for m in published if m["msg_type"] != "input_request"] + [m for m in published if m["msg_type"] == "input_request"]
    yield f"{name}: published", "", [m["msg_type"] + (" " + m["content"]["execution_state"] if m["msg_type"] == "status" else "") for m in joined(published)]
    messages = ([reply] if reply else []) + [m for m in joined(published) if m["msg_type"] != "status"]
    for m in messages:
        kind = m["msg_type"]
        yield f"{name}: {kind}", ".header", sorted(m["header"])
        for part in ("content", "metadata"):
            for field, value in flat(m[part]):
                yield f"{name}: {kind}", ("" if part == "content" else ".metadata") + field, value
        yield f"{name}: {kind}", ".buffers", len(m["buffers"])


def joined(published):
    """Join neighbouring texts of one stream, and the messages of one kind of a cell that follow each other."""
    out = []
    for m in published:
        if out and m["msg_type"] == "stream" == out[-1]["msg_type"] and m["content"]["name"] == out[-1]["content"]["name"]:
            out[-1]["content"]["text"] += m["content"]["text"]
            continue
        out.append(m)
    return out


class Missing:
    def __repr__(self):
        return "(absent)"


MISSING = Missing()


def matches(patterns, text):
    return any(fnmatch.fnmatchcase(text, p) for p in patterns)


def compare(ours, theirs, out):
    """Write the table, and return the differences that are not expected."""
    wrong, used = [], set()
    for name in theirs:
        left, right = {}, {}
        for side, seen in ((left, ours[name]), (right, theirs[name])):
            for message, field, value in rows(name, seen):
                side.setdefault((message, field), value)
        for key in sorted(left.keys() | right.keys()):
            a, b = left.get(key, MISSING), right.get(key, MISSING)
            label = f"{key[0]} {key[1]}"
            same = type(a) is type(b) and (a == b or matches(FREE, label))
            why = ""
            if not same:
                found = [e for e in EXPECTED if fnmatch.fnmatchcase(label, e[0])]
                used.update(e[0] for e in found)
                why = found[0][1] if found else "UNEXPECTED"
                if not found:
                    wrong.append(f"{label}: {short(a)}, ipykernel {short(b)}")
            print(f"| {key[0]} | `{key[1] or '-'}` | {short(a)} | {short(b)} | {why} |", file=out)
    return wrong + [f"no difference is explained by {pattern!r}" for pattern, _ in EXPECTED if pattern not in used]


def short(value):
    text = re.sub(r"\s+", " ", repr(value)).replace("|", "\\|")
    return text if len(text) <= 160 else text[:157] + "…"


def replay(peer):
    """Send what VS Code's extension sends: each cell by itself, without stop_on_error, with an address as its id. Only the parameters of
    execute requests were read from its source.

    Yield what is wrong."""
    cell = {"silent": False, "stop_on_error": False, "allow_stdin": True, "store_history": True}

    def run(number, code):
        reply, published = peer.ask("execute_request", {"code": code, **cell}, metadata={"cellId": f"vscode-notebook-cell:/w/a%20b.ipynb#W{number}sZmlsZQ%3D%3D", "trusted": True})
        return reply["content"], published, [m["msg_type"] for m in published]

    info, _ = peer.ask("kernel_info_request", {})
    if info["content"]["language_info"]["name"] != "go":
        yield f"kernel_info: {info['content']}"
    early, _ = peer.ask("complete_request", {"code": "__file__.", "cursor_pos": 9}) # it warms up Python's completer with this
    if early["content"]["status"] != "ok":
        yield f"complete: {early['content']}"
    peer.ask("comm_info_request", {"target_name": "jupyter.widget"})
    for number, (code, status, kinds) in enumerate([
        ("x := 41", "ok", []), ("fmt.Println(1)\nx + 1", "ok", ["stream", "execute_result"]), ("nosuch", "error", ["error"]),
        ("x", "ok", ["execute_result"]), ("gonbui.UpdateHTML(\"vs\", \"a\")\ngonbui.UpdateHTML(\"vs\", \"b\")", "ok", ["display_data", "update_display_data"]),
    ], 1):
        reply, published, got = run(number, code)
        if reply["status"] != status or got != ["status", "execute_input", *kinds, "status"] or reply["execution_count"] != number:
            yield f"{code!r}: {reply} {got}"
    hover, _ = peer.ask("inspect_request", {"code": "x", "cursor_pos": 1, "detail_level": 0})
    if "value: 41" not in hover["content"]["data"].get("text/plain", ""):
        yield f"inspect: {hover['content']}"
    reply, published, got = run(2, "x := 43") # the cell that used x ran before
    if reply["status"] != "ok":
        yield f"a cell that runs again: {reply}"
    about = peer.send("execute_request", {"code": "select {}", **cell}, metadata={"cellId": "vscode-notebook-cell:/w/a#W9"})
    time.sleep(1)
    stopped, _ = peer.ask("interrupt_request", {}, "control")
    reply, _ = peer.collect(about)
    if stopped["content"]["status"] != "ok" or reply["content"]["status"] != "error":
        yield f"interrupt: {reply['content']}"


def remote(folder):
    """Run cells through the WebSocket of a Jupyter server, as a notebook elsewhere does that connects to a local runtime.

    Yield what is wrong."""
    token = secrets.token_hex(16)
    log = open(os.path.join(folder, "server.log"), "w")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root", "--ServerApp.port=0", "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=" + token, "--ServerApp.root_dir=" + folder],
        env={**os.environ, "JUPYTER_RUNTIME_DIR": folder}, stdout=log, stderr=log)
    try:
        limit = time.time() + TIMEOUT
        found = []
        while not found and time.time() < limit and server.poll() is None:
            time.sleep(0.1)
            found = glob.glob(os.path.join(folder, "jpserver-*.json"))
        if not found:
            yield "the server does not start: " + open(log.name).read()
            return
        url = json.load(open(found[0]))["url"]
        request = urllib.request.Request(url + "api/kernels", data=b'{"name": "igbolab"}', headers={"Authorization": "token " + token, "Content-Type": "application/json"})
        kernel = json.load(urllib.request.urlopen(request, timeout=TIMEOUT))["id"]
        socket = websocket.create_connection(url.replace("http", "ws", 1) + f"api/kernels/{kernel}/channels?session_id=a&token={token}", timeout=TIMEOUT)
        for number, (code, want) in enumerate([("x := 41", None), ("x + 1", "42")], 1):
            header = {"msg_id": f"m{number}", "msg_type": "execute_request", "session": "a", "username": "a", "version": "5.3", "date": ""}
            socket.send(json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": execute(code), "channel": "shell", "buffers": []}))
            reply, result, idle = None, None, False
            while not (reply and idle):
                m = json.loads(socket.recv())
                if m["parent_header"].get("msg_id") == header["msg_id"]:
                    reply = m["content"] if m["msg_type"] == "execute_reply" else reply
                    result = m["content"]["data"]["text/plain"] if m["msg_type"] == "execute_result" else result
                    idle = idle or m["content"].get("execution_state") == "idle"
            if reply["status"] != "ok" or reply["execution_count"] != number or result != want:
                yield f"{code!r}: {reply}, {result}"
        socket.close()
    finally:
        server.terminate() # it ends its kernels
        server.wait(TIMEOUT)
        log.close()


class Go(jupyter_kernel_test.KernelTests):
    kernel_name = "igbolab"
    language_name = "go"
    file_extension = ".go"
    code_hello_world = 'fmt.Println("hello, world")'
    code_stderr = 'fmt.Fprintln(os.Stderr, "warning")'
    completion_samples = [{"text": "strings.EqualF", "matches": {"EqualFold"}}]
    complete_code_samples = ["x := 1", "func f() {}", "6*7", "%%\nfmt.Println(1)"]
    incomplete_code_samples = ["func f() {", "x := []int{", "`abc", "6*"]
    invalid_code_samples = ["func ) {", "x := )"]
    code_generate_error = 'panic("no")'
    code_execute_result = [{"code": "6*7", "result": "42"}, {"code": '"a" + "b"', "result": "ab"}, {"code": "[]int{6*7}", "result": "[42]"}]
    code_display_data = [{"code": 'notebook.Display(notebook.HTML("<b>x</b>"))', "mime": "text/html"}]
    code_history_pattern = "6?7*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "fmt.Println"
    code_clear_output = "notebook.ClearOutput(false)"


class Program(Go):
    """Cells that are programs."""

    code_hello_world = '%%\nfmt.Println("hello, world")'
    code_stderr = '%%\nfmt.Fprintln(os.Stderr, "warning")'
    code_generate_error = '%%\npanic("no")'
    code_display_data = [{"code": '%%\ngonbui.DisplayHTML("<b>x</b>")', "mime": "text/html"}]
    code_clear_output = "%%\nnotebook.ClearOutput(false)"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.kc.execute_interactive("%live off", timeout=TIMEOUT)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--table", help="file for the table, default: standard output")
    options.add_argument("-v", action="store_true", help="name each subtest of jupyter_kernel_test")
    options.add_argument("--skip", choices=["kernel-test", "table"])
    options = options.parse_args()
    wrong = []
    if options.skip != "kernel-test":
        for _ in range(3): # its time limits, from 0.1 s, are short for a busy machine
            suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in (Go, Program))
            result = unittest.TextTestRunner(verbosity=2 if options.v else 1).run(suite)
            if result.wasSuccessful():
                break
        if not result.wasSuccessful():
            wrong.append("jupyter_kernel_test fails")
        if result.skipped and [s for s in result.skipped if "page" not in s[1]]:
            wrong.append(f"jupyter_kernel_test skips {result.skipped}")
    if options.skip != "table":
        seen = {}
        for name in ("igbolab", "python3"):
            peer = Peer(name, name == "igbolab")
            try:
                seen[name] = record(peer)
            finally:
                peer.stop()
        peer = Peer("igbolab", True)
        try:
            wrong += ["VS Code's messages: " + fault for fault in replay(peer)]
        finally:
            peer.stop()
        with tempfile.TemporaryDirectory() as folder:
            wrong += ["a server's WebSocket: " + fault for fault in remote(folder)]
        out = open(options.table, "w", encoding="utf-8") if options.table else sys.stdout
        print("| message | field | igbolab | ipykernel | why they differ |\n| --- | --- | --- | --- | --- |", file=out)
        wrong += compare(seen["igbolab"], seen["python3"], out)
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
