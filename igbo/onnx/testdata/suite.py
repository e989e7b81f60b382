"""Writes suite.tar.gz beside it: a selection of the node tests of the package onnx, small cases of
every operation, as they are there.

    python suite.py   # onnx==1.22.0

The cases are those of the ONNX project, under the Apache licence 2.0.
"""

import gzip
import io
import pathlib
import tarfile

import onnx

HERE = pathlib.Path(__file__).parent
NODE = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"
LARGEST, EACH = 4000, 3
LICENCE = f"""These cases are a selection of the node tests of the Python package onnx {onnx.__version__}
(onnx/backend/test/data/node), Copyright (c) ONNX Project Contributors, unchanged, under the
Apache licence 2.0: https://www.apache.org/licenses/LICENSE-2.0
"""
# defaults of attributes that were once read as others
ALWAYS = ["averagepool_1d_default", "averagepool_3d_dilations_small", "maxpool_1d_default", "argmax_default_axis_example_select_last_index", "resize_downsample_sizes_cubic"]


def files(folder):
    return sorted(p for p in folder.rglob("*.pb")) + [folder / "model.onnx"]


count, chosen = {}, []
for folder in sorted(NODE.iterdir()):
    model = onnx.load(folder / "model.onnx")
    op = model.graph.node[0].op_type if len(model.graph.node) == 1 else "parts"
    name = folder.name.removeprefix("test_")
    small = sum(p.stat().st_size for p in files(folder)) <= LARGEST
    if name in ALWAYS or small and count.get(op, 0) < EACH * (10 if op == "parts" else 1):
        count[op] = count.get(op, 0) + 1
        chosen.append(folder)

with gzip.GzipFile(HERE / "suite.tar.gz", "wb", 9, mtime=0) as z, tarfile.open(fileobj=z, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    def write(name, content):
        info = tarfile.TarInfo(name)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))

    write("LICENCE", LICENCE.encode())
    for folder in chosen:
        for p in files(folder):
            write(str(p.relative_to(NODE)), p.read_bytes())
print(len(chosen), "cases")
