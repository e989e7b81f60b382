"""Creates the teachers in this folder: a small network for each set, trained on rows that no student sees and
exported to ONNX by PyTorch. It also writes some of their inputs and outputs to answers.json.

    python make.py

The inputs of a teacher are columns in the units of the data. Its output is the target in its units, or the log-odds of
Dole for anes96. It was trained on every second complete row, or on all days in Seattle for seattle. The columns are those
of sets.go. answers.json contains the versions that were used.
"""

import csv
import json
import math
import pathlib
from datetime import date

import numpy as np
import onnx
import torch

HERE = pathlib.Path(__file__).parent
DATA = HERE.parents[3] / "datasets"


def season(day):
    return -math.cos(2 * math.pi * (date.fromisoformat(day).timetuple().tm_yday - 15) / 365.25)


def sky(r):
    return [float(r["temp_min"]), season(r["date"]), float(r["weather"] == "sun"), float(r["wind"]), math.log1p(float(r["precipitation"]))]


def weather(r):
    return sky(r) + [float(r["location"] == "New York")], float(r["temp_max"])


def places(r):
    return sky(r), float(r["temp_max"])


def penguins(r):
    x = [float(r["species"] == "Chinstrap"), float(r["species"] == "Gentoo")]
    x += [float(r[k]) for k in ("bill_length_mm", "bill_depth_mm", "flipper_length_mm")]
    return x + [float(r["sex"] == "male")], float(r["body_mass_g"])


def anes96(r):
    names = ("TVnews", "selfLR", "ClinLR", "DoleLR", "PID", "age", "educ", "income")
    return [math.log1p(float(r["popul"]))] + [float(r[k]) for k in names], float(r["vote"] == "Dole")


class Teacher(torch.nn.Module):
    """A network with inputs and outputs in the units of the data."""

    def __init__(self, x, shift, scale, hidden=16):
        super().__init__()
        self.register_buffer("mean", x.mean(0))
        self.register_buffer("deviation", x.std(0))
        self.register_buffer("shift", shift)
        self.register_buffer("scale", scale)
        self.inner = torch.nn.Sequential(torch.nn.Linear(x.shape[1], hidden), torch.nn.Tanh(), torch.nn.Linear(hidden, 1))

    def forward(self, x):
        return self.inner((x - self.mean) / self.deviation) * self.scale + self.shift


def train(x, y, logistic):
    torch.manual_seed(0)
    shift, scale = (torch.zeros(1), torch.ones(1)) if logistic else (y.mean(0, keepdim=True), y.std(0, keepdim=True))
    model = Teacher(x, shift, scale)
    steps = torch.optim.AdamW(model.inner.parameters(), lr=0.01, weight_decay=0.3 if logistic else 0.1)
    loss = torch.nn.BCEWithLogitsLoss() if logistic else torch.nn.MSELoss()
    for _ in range(1500):
        steps.zero_grad()
        out = model(x)[:, 0]
        (loss(out, y) if logistic else loss((out - shift) / scale, (y - shift) / scale)).backward()
        steps.step()
    return model.eval()


def main():
    answers = {"versions": {"torch": torch.__version__, "onnx": onnx.__version__}}
    for name, file, read, taught in [
        ("weather", "noaa_daily_weather", weather, lambda i, r: i % 2 == 0),
        ("seattle", "noaa_daily_weather", places, lambda i, r: r["location"] == "Seattle"),
        ("penguins", "penguins", penguins, lambda i, r: i % 2 == 0),
        ("anes96", "anes96", anes96, lambda i, r: i % 2 == 0),
    ]:
        with open(DATA / f"{file}.csv", newline="") as f:
            rows = [r for r in csv.DictReader(f) if "NA" not in r.values()]
        x, y = (torch.tensor([read(r)[k] for r in rows], dtype=torch.float32) for k in (0, 1))
        mine = torch.tensor([taught(i, r) for i, r in enumerate(rows)])
        model = train(x[mine], y[mine], name == "anes96")
        sample = x[:2]
        torch.onnx.export(model, (sample,), str(HERE / f"{name}.onnx"), input_names=["x"], output_names=["y"], dynamo=False, dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
        out = model(x)[:, 0].detach()
        rest = ~mine
        error = ((out > 0) != (y > 0.5))[rest].float().mean() if name == "anes96" else 1 - ((out - y)[rest] ** 2).mean() / y[rest].var()
        print(name, len(rows), int(mine.sum()), "errors" if name == "anes96" else "R²", float(error))
        some = list(range(0, len(rows), len(rows) // 5))
        answers[name] = {"rows": len(rows), "at": some, "x": x[some].tolist(), "y": out[some].tolist()}
    (HERE / "answers.json").write_text(json.dumps(answers) + "\n")


main()
