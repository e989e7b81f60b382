"""Write papermill's parameters in Go.

The cell with the tag parameters declares each parameter with its default, as in `alpha, words := 0.1, []string{"a"}`. papermill runs a cell
below it that assigns the values: a number keeps the type of its variable, and lists and objects are read as JSON into theirs.
"""

import json
import math
import re

from papermill.engines import NBClientEngine as Engine  # the entry point; papermill loads this module for it
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

__all__ = ["Engine", "GoTranslator"]


class GoTranslator(Translator):
    """Translate parameters to assignments in Go."""

    @classmethod
    def translate_none(cls, val):
        return "nil"

    @classmethod
    def translate_float(cls, val):
        if math.isnan(val):
            return "math.NaN()"
        if math.isinf(val):
            return "math.Inf(1)" if val > 0 else "math.Inf(-1)"
        return repr(val)

    @classmethod
    def translate_escaped_str(cls, val):
        text = json.dumps(str(val), ensure_ascii=False)
        if any("\ud800" <= c <= "\udfff" for c in text):
            raise ValueError(f"parameter {val!r} is not Unicode text")
        return text.replace("\x7f", "\\u007f").replace("\ufeff", "\\ufeff")

    @classmethod
    def comment(cls, text):
        return "// " + text

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        lines = [cls.comment(comment)]
        for name, value in parameters.items():
            if not re.fullmatch(r"[^\W\d]\w*", name):
                raise ValueError(f"parameter {name!r} is not a name in Go")
            if isinstance(value, (list, dict)):
                text = cls.translate_escaped_str(json.dumps(value, ensure_ascii=False, allow_nan=False))
                lines.append(f"notebook.Check(json.Unmarshal([]byte({text}), &{name}))")
            else:
                lines.append(cls.assign(name, cls.translate(value)))
        return "\n".join(lines) + "\n"

    @classmethod
    def inspect(cls, parameters_cell):
        """List the parameters that a cell declares, for `papermill --help-notebook` and warnings about unknown names."""
        found = []
        for line in parameters_cell["source"].splitlines():
            code, _, remark = line.partition("//")
            short = re.fullmatch(r"\s*([\w, ]+?)()\s*:=\s*(.*)", code.rstrip())
            declared = short or re.fullmatch(r"\s*var\s+(\w+(?:\s*,\s*\w+)*)(\s+[^=\s]+)?(?:\s*=\s*(.*))?", code.rstrip())
            if declared:
                names, values = declared[1].split(","), (declared[3] or "").split(",")
                if len(names) != len(values):
                    values = [declared[3] or ""] + [""] * len(names)
                for name, value in zip(names, values):
                    found.append(Parameter(name=name.strip(), inferred_type_name=(declared[2] or "None").strip(), default=value.strip(), help=remark.strip()))
        return found


for name in ("igbolab", "go"):
    papermill_translators.register(name, GoTranslator)
