

"""Makes pages or slides of notebooks. Reads a JSON job on standard input, writes their texts as JSON on standard output."""
import json
import sys

import nbformat

job = json.load(sys.stdin)
make = {"html": page, "live": page, "slides": slides}[job["kind"]]
json.dump([make(nbformat.reads(n["text"], as_version=4), {**job, **n}) for n in job["notebooks"]], sys.stdout)
