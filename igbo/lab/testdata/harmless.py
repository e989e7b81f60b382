"""Makes pages of a notebook that tries to run things, and says what of it stands in them. Reads a job as export.py does."""
import json
import sys

import nbformat
from bs4 import BeautifulSoup

job = json.load(sys.stdin)
notebook = nbformat.reads(job["text"], as_version=4)
faults = []
for kind, make in (("html", page), ("slides", slides)):
    text = make(notebook, job)
    soup = BeautifulSoup(text, "html.parser")
    for e in soup.find_all(True):
        for name, value in e.attrs.items():
            value = " ".join(value) if isinstance(value, list) else value
            if name.startswith("on") or "javascript:" in value.lower() or (name == "href" and value.startswith("data:")) or "evil" in value:
                faults.append("%s: <%s %s=%.60s>" % (kind, e.name, name, value))
        refreshes = e.name == "meta" and e.get("http-equiv", "").lower() == "refresh"
        if refreshes or e.name in ("iframe", "object", "embed", "base", "form", "template", "svg"):
            faults.append("%s: <%s>" % (kind, e.name))
        if e.name == "script" and "PWN" in (e.string or ""):
            faults.append("%s: a script of the notebook" % kind)
    said = soup.find("meta", {"http-equiv": "Content-Security-Policy"})
    for want, there in {
        "a policy": said and "script-src 'sha256-" in said["content"] and "unsafe-inline" not in said["content"].split("script-src")[1],
        "the policy first": soup.head.find(True) is said, "its slider": "const frames = [[" in text and 'block.dataset.ready = "yes"' in text,
        "a formula": "<msup>" in text and "</math>" in text, "a table": soup.find("td", string="a"), "code as text": "&lt;img src=x" in text,
    }.items():
        if not there:
            faults.append("%s: not %s" % (kind, want))
json.dump(faults, sys.stdout)
