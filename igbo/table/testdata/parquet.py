"""Makes the Parquet files of this folder with pyarrow 26.0.1: what other programs than ours write."""

import datetime as dt
import decimal

import pyarrow as pa
import pyarrow.parquet as pq

day = dt.date(2020, 2, 29)
moment = dt.datetime(2020, 2, 29, 12, 30, 15, 250000)
columns = {
    "text": pa.array(["a", "b", None, "a"]),
    "dictionary": pa.array(["x", None, "y", "x"]).dictionary_encode(),
    "double": pa.array([1.5, None, -2.0, 1e100]),
    "float": pa.array([0.5, 0.25, None, -1], pa.float32()),
    "int64": pa.array([1, 2, 3, -(2**53)]),
    "int32": pa.array([1, None, 3, -4], pa.int32()),
    "uint8": pa.array([0, 1, 254, 255], pa.uint8()),
    "uint32": pa.array([0, 1, 2, 2**32 - 1], pa.uint32()),
    "boolean": pa.array([True, False, None, True]),
    "date": pa.array([day, None, day, dt.date(1969, 12, 31)]),
    "millis": pa.array([moment, None, moment, moment], pa.timestamp("ms")),
    "micros": pa.array([moment, moment, None, moment], pa.timestamp("us", tz="UTC")),
    "nanos": pa.array([moment, moment, moment, None], pa.timestamp("ns")),
    "number as text": pa.array(["1", "2.5", None, "NA"]),
}
table = pa.table(columns)
for name in ("none", "snappy", "gzip", "zstd", "lz4", "brotli"):
    pq.write_table(table, f"types_{name}.parquet", compression=name, row_group_size=3)
pq.write_table(table, "types_v1.parquet", version="1.0", data_page_version="2.0", use_dictionary=False)
pq.write_table(pa.table({"a": [[1, 2], [3]], "b": [1, 2]}), "nested.parquet")
pq.write_table(pa.table({"a": [decimal.Decimal("1.50")], "b": [1]}), "decimal.parquet")
pq.write_table(pa.table({"a": pa.array([2**60]), "b": [1]}), "inexact.parquet")
pq.write_table(pa.table({"a": [1.0, float("inf")]}), "infinite.parquet")
pq.write_table(pa.table({"a": pa.array([], pa.float64())}), "empty.parquet")
