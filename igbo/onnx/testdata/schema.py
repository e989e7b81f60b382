"""Writes ../standard/schema.json: of each operation and version of ONNX's standard how many inputs and outputs
it has at least, and the attributes with their defaults, as the package onnx states them.

    python schema.py   # onnx==1.22.0
"""

import json
import pathlib

from onnx import AttributeProto, defs

OUT = pathlib.Path(__file__).parent.parent / "standard" / "schema.json"


def default(a):
    """None where the standard has no default, true where the attribute is required."""
    v = a.default_value
    if a.required:
        return True
    if v.type == AttributeProto.UNDEFINED:
        return None
    return {
        AttributeProto.INT: lambda: {"i": v.i},
        AttributeProto.FLOAT: lambda: {"f": v.f},
        AttributeProto.STRING: lambda: {"s": v.s.decode()},
        AttributeProto.INTS: lambda: {"ints": list(v.ints)},
        AttributeProto.FLOATS: lambda: {"floats": list(v.floats)},
        AttributeProto.STRINGS: lambda: {"strings": [s.decode() for s in v.strings]},
        AttributeProto.TENSOR: lambda: None,
    }[v.type]()


rows = []
for s in sorted(defs.get_all_schemas_with_history(), key=lambda s: (s.domain, s.name, s.since_version)):
    if s.domain not in ("", "ai.onnx.ml"):
        continue
    rows.append({"op": s.name, "domain": s.domain, "since": s.since_version, "inputs": s.min_input, "outputs": s.min_output, "attributes": {k: default(a) for k, a in sorted(s.attributes.items())}})
OUT.write_text("[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]\n")
print(len(rows), "versions of operations")
