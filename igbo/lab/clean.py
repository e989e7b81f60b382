"""What comes from a notebook is made harmless before it stands in a page: no script but those of sliders, no handlers,
no links that run something. The page says so to the browser too, which then runs nothing else."""
import base64
import hashlib
import html as text_of
import json
import re

import bleach
from bleach.css_sanitizer import CSSSanitizer

TAGS = set("""a abbr b blockquote br caption cite code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img
input ins kbd label li mark ol option output p pre q s samp select small span strong sub summary sup table tbody td tfoot th thead tr u ul
var""".split())
EVERYWHERE = {"class", "dir", "id", "lang", "role", "style", "title", "data-plots-frames", "data-mime-type"}
OF_TAG = {
    "a": {"href", "rel", "target"}, "img": {"src", "alt", "width", "height"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"},
    "col": {"span"}, "colgroup": {"span"}, "ol": {"start", "type"}, "li": {"value"}, "details": {"open"},
    "input": {"type", "min", "max", "step", "value"}, "option": {"value", "selected"}, "output": {"for"}, "label": {"for"},
}
STYLES = """align-items background background-color border border-bottom border-collapse border-left border-radius border-right border-spacing border-top
box-sizing caption-side color display flex flex-wrap float font font-family font-size font-style font-variant font-weight gap height line-height list-style-type
margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width overflow overflow-wrap overflow-x overflow-y padding padding-bottom
padding-left padding-right padding-top text-align text-decoration text-indent vertical-align white-space width word-break""".split()
PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,]", re.I)


def allowed(tag, name, value):
    """Whether an element may have this attribute of this value."""
    if name == "style":
        return not re.search(r"[\\@<]|url|expression|import", value, re.I)
    if name == "src":
        return tag == "img" and (not value.strip().lower().startswith("data:") or bool(PICTURE.match(value)))
    if name == "href" and value.strip().lower().startswith("data:"):
        return False
    if name == "type":
        return tag == "ol" or value == "range"
    return name in EVERYWHERE or name.startswith("aria-") or name in OF_TAG.get(tag, ())


CLEANER = bleach.Cleaner(tags=TAGS, attributes=allowed, protocols={"http", "https", "mailto", "data"}, strip=True,
                         css_sanitizer=CSSSanitizer(allowed_css_properties=STYLES, allowed_svg_properties=[]))

RUNS = re.compile(r"<(script|style|template|noscript|iframe|object|math)\b.*?</\1\s*>", re.I | re.S)  # which have a content that is no text
DRAWING = re.compile(r"<svg\b[^>]*>.*?</svg>", re.S)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
FRAMES = re.compile(r"const lines = (\[.*?\]);\n\s*const frames = (\[.*?\]);\n\s*const values = (\[.*?\]);\n\s*const label = (\".*?\");\n.*?\[data-plots-frames=\"([0-9a-f]{16})\"\]", re.S)

# The script of a slider, as plots/inline has it.
SLIDER = """
(() => {
  const lines = %s;
  const frames = %s;
  const values = %s;
  const label = %s;
  for (const block of document.querySelectorAll('[data-plots-frames="%s"]:not([data-ready])')) {
    block.dataset.ready = "yes";
    const image = block.querySelector("img");
    const input = block.querySelector("input, select");
    const output = block.querySelector("output");
    block.querySelector("figcaption").remove();
    block.querySelector("label").style.display = "flex";
    const show = () => {
      const i = Number(input.value);
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(frames[i].map(n => lines[n]).join(""));
      image.alt = label + " = " + values[i];
      if (output) output.value = values[i];
    };
    input.addEventListener("input", show);
    show();
  }
})();
"""


def words(value):
    """A value as it may stand in a script."""
    return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def slider(script):
    """The script of a slider, made anew of its frames and their names; none where it is another one."""
    found = FRAMES.search(script)
    try:
        lines, frames, values, label = (json.loads(part) for part in found.groups()[:4])
    except (AttributeError, ValueError):
        return ""
    if not all(isinstance(x, str) for x in [*lines, *values, label]) or not all(isinstance(frame, list) and all(type(n) is int for n in frame) for frame in frames):
        return ""
    return SLIDER % (words(lines), words(frames), words(values), words(label), found[5])


def picture(match):
    """A drawing as a picture, in which nothing runs."""
    drawing = match[0] if "xmlns=" in match[0] else match[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    said = re.search(r'aria-label="([^"]*)"', drawing[:2000])
    source = base64.b64encode(drawing.encode()).decode()
    return '<img alt="%s" src="data:image/svg+xml;base64,%s">' % (text_of.escape(text_of.unescape(said[1])) if said else "", source)


VIEW = "application/vnd.jupyter.widget-view+json"


def saved_states(notebook):
    """The states of widgets that a notebook holds, by the models' ids."""
    at = notebook.metadata.pop("widgets", {})
    for key in ("application/vnd.jupyter.widget-state+json", "state"):
        at = at.get(key, {}) if isinstance(at, dict) else {}
    return at if isinstance(at, dict) else {}


def last_state(states, reference, seen):
    """What a saved widget showed last, as HTML: figures and pictures, without the controls."""
    id = str(reference).removeprefix("IPY_MODEL_")
    record = states.get(id)
    if not isinstance(record, dict) or not isinstance(record.get("state"), dict) or id in seen:
        return ""
    seen.add(id)
    name, state = record.get("model_name"), record["state"]
    if name in ("HTMLModel", "AnyModel"):
        return str(state.get("value" if name == "HTMLModel" else "figure", ""))
    if name == "ImageModel":
        return "".join('<img alt="" src="data:image/%s;base64,%s">' % (text_of.escape(str(state.get("format"))), text_of.escape(str(b.get("data"))))
                       for b in record.get("buffers", []) if b.get("path") == ["value"])
    children = state.get("children")
    return "".join(last_state(states, child, seen) for child in children) if isinstance(children, list) else ""


def settle(output, states):
    """Puts what a widget showed last in the place of what it showed first, unless frames play there."""
    data = output.get("data", {})
    view = data.get("application/vnd.jupyter.widget-view+json")
    if isinstance(view, dict) and "data-plots-frames" not in "".join(data.get("text/html", "")):
        shown = last_state(states, view.get("model_id"), set())
        if shown:
            output["data"] = {"text/html": shown, "text/plain": data.get("text/plain", "")}


class Clean:
    """The parts of one page, and the scripts that may run in it."""

    def __init__(self):
        self.scripts = []

    def html(self, source):
        """What HTML shows; a slider's script goes where its place in the page is."""
        def put_off(match):
            script = slider(match[1])
            if not script:
                return ""
            self.scripts.append(script)
            return "igbolabscript%dx" % (len(self.scripts) - 1)

        source = RUNS.sub("", SCRIPT.sub(put_off, source))
        return CLEANER.clean(DRAWING.sub(picture, source))

    def notebook(self, notebook):
        """Takes out of a notebook what would run or stand in a page as it is."""
        states = saved_states(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "raw":
                cell.source = text_of.escape(cell.source)
            for output in cell.get("outputs", []):
                settle(output, states)
                data = output.get("data", {})
                for kind in list(data):
                    if kind == "text/html":
                        data[kind] = self.html("".join(data[kind]))
                    elif kind not in ("text/plain", "text/markdown", "text/latex") and not kind.startswith("image/"):
                        del data[kind]
                output.get("metadata", {}).pop("filenames", None)
                for about in [output.get("metadata", {}), *output.get("metadata", {}).values()]:
                    for size in ("width", "height") if isinstance(about, dict) else ():
                        if size in about and not isinstance(about[size], (int, float)):
                            del about[size]

    def put_back(self, html):
        return re.sub(r"igbolabscript(\d+)x", lambda m: "<script>%s</script>" % self.scripts[int(m[1])] if int(m[1]) < len(self.scripts) else "", html)


# What formulas are made of.
MATHML = re.compile(r"""</?(?:math|mi|mn|mo|ms|mtext|mspace|mrow|mfrac|msqrt|mroot|mstyle|merror|mpadded|mphantom|mfenced|menclose|msub|msup|msubsup
|munder|mover|munderover|mmultiscripts|mprescripts|none|mtable|mtr|mtd|mlabeledtr|semantics|annotation)
(?:\s+(?!on|style|href|src|xlink)[a-z][a-zA-Z:]*="[^"<>]*")*\s*/?>""", re.X)


def formula(mathml, source):
    """A formula, or its source where it holds more than formulas do."""
    return mathml if "<" not in MATHML.sub("", mathml) else text_of.escape(source)


def sealed(html, program=False):
    """The page, which tells the browser to run the scripts that it has now, and its program in a worker, and no others."""
    html = html.replace("\r\n", "\n").replace("\r", "\n")
    sums = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            for script in re.findall(r"<script\b[^>]*>(.*?)</script>", html, re.S)]
    runs = " 'wasm-unsafe-eval'; worker-src blob:" if program else ""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; font-src data:; base-uri 'none'; form-action 'none'; script-src %s" % (
        " ".join("'sha256-%s'" % s for s in dict.fromkeys(sums)) + runs or "'none'")
    return html.replace("<head>", '<head><meta http-equiv="Content-Security-Policy" content="%s">' % policy, 1)


