

"""Makes pages or slides of notebooks. Reads a JSON job on standard input, writes their texts and remarks as JSON on standard output."""
import json
import sys

import nbformat

job = json.load(sys.stdin)
make = {"html": page, "live": page, "slides": slides}[job["kind"]]
made = []
for n in job["notebooks"]:
    its = {**job, **n, "remarks": []}
    try:
        text = make(nbformat.reads(n["text"], as_version=4), its)
    except Exception as error:
        sys.exit("%s: %s: %s" % (n["name"], type(error).__name__, error))
    made.append({"text": text, "remarks": list(dict.fromkeys(its["remarks"]))})
json.dump(made, sys.stdout)
