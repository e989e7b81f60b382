"""Writes golden.json: messages of cositos 0.2.1 and default states of ipywidgets 8.1.9. Run it with both in the environment."""

import base64
import json
import sys

import ipywidgets
from cositos import protocol

assert ipywidgets.__version__ == "8.1.9", ipywidgets.__version__


def coded(buffers):
    return [base64.b64encode(b).decode() for b in buffers]


def message(kind, data, buffers):
    return {"kind": kind, "data": data, "buffers": coded(buffers)}


state = {"_esm": "export default {}", "_css": "p {}", "value": 3, "picture": b"\x89PNG", "deep": {"a": b"x", "b": 1}, "list": [b"y", 2, [b"z"]]}
opened, buffers, metadata = protocol.build_comm_open(state)
updated, more = protocol.build_update({k: v for k, v in state.items() if not k.startswith("_")})
bundle = protocol.mimebundle("ID")

w = ipywidgets
classes = [
    w.FloatSlider(), w.IntSlider(), w.Dropdown(options=["a"]), w.SelectionSlider(options=["a"]), w.Checkbox(), w.Text(), w.Button(),
    w.FloatProgress(), w.HTML(), w.Image(), w.VBox(), w.HBox(), w.Output(), w.Layout(),
]
states = {}
for one in classes + [c.style for c in classes if hasattr(c, "style") and c.style is not None]:
    state = one.get_state()
    states[state["_model_name"]] = {k: ("bytes" if isinstance(v, (bytes, memoryview)) else v) for k, v in state.items()}

json.dump(
    {
        "comm_open": message("comm_open", opened, buffers), "update": message("comm_msg", updated, more), "custom": protocol.build_custom({"event": "x"}),
        "view": bundle[protocol.WIDGET_VIEW_MIMETYPE], "metadata": metadata, "target": protocol.TARGET_NAME, "states": states,
    },
    open(sys.argv[1], "w"), indent=1, sort_keys=True,
)
