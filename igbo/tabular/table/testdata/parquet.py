"""Makes the Parquet files of this folder with pyarrow 26.0.1 and pandas 3.1.1: what other programs than ours write."""

import datetime as dt
import decimal

import numpy as np
import pandas as pd
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

# What Spark, databases and newer programs write, beside the same values as pandas reads them, as CSV.
scales = {"decimal 9": (9, 4), "decimal 18": (18, 17), "decimal 38": (38, 20), "decimal 76": (76, 30)}
numbers = ["0.1", None, "-1.05", "9.9999"], ["0.12345678901234567", "-9.99999999999999999", None, "1"], \
    ["123456789012345678.12345678901234567890", "-0.00000000000000000001", "0.3", None], ["1e45", "-2.5", None, "0.000000000000000000000000000001"]
moments = ["2020-02-29 12:30:15.250000001", None, "1969-12-31 23:59:59.999999", "1900-01-01 00:00:00"]
spark = {"moment": pa.array([None if m is None else pd.Timestamp(m) for m in moments], pa.timestamp("ns"))}
for (name, (precision, scale)), cells in zip(scales.items(), numbers):
    kind = pa.decimal256(precision, scale) if precision > 38 else pa.decimal128(precision, scale)
    spark[name] = pa.array([None if c is None else decimal.Decimal(c) for c in cells], kind)
spark["half"] = pa.array(np.array([0.1, -65504, 6e-8, 2], np.float16), mask=np.array([False, False, False, True]))
spark["nothing"] = pa.nulls(4)
spark["no word"] = pa.array([None] * 4, pa.string())
spark = pa.table(spark)
pq.write_table(spark, "spark_fixed.parquet", use_deprecated_int96_timestamps=True, row_group_size=3)
pq.write_table(spark, "spark_integer.parquet", use_deprecated_int96_timestamps=True, store_decimal_as_integer=True, use_dictionary=False)
seen = pq.read_table("spark_fixed.parquet").to_pandas()
for name in [*scales, "half"]:
    seen[name] = seen[name].astype(float)
seen["moment"] = [None if m is pd.NaT else m.isoformat(" ") for m in seen["moment"]]
seen.to_csv("spark.csv", index=False)
pq.write_table(pa.table({"a": pa.array([dt.time(1, 2)]), "b": [1]}), "time.parquet")
