package table

import (
	"bytes"
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestTypesOfSpark compares 96-bit times, decimals, half-precision numbers and empty columns with
// the values that pandas reads.
func TestTypesOfSpark(t *testing.T) {
	o := DefaultReadOptions()
	want := must.Of(Read(context.Background(), "testdata/spark.csv", o)).In(t)
	for _, file := range []string{"spark_fixed", "spark_integer"} {
		got, err := Read(context.Background(), "testdata/"+file+".parquet", o)
		if err != nil || !same(got, want) {
			t.Errorf("%s: %v\n%+v\nwant %+v", file, err, got, want)
		}
	}
	got, err := Read(context.Background(), "testdata/decimal.parquet", o)
	if err != nil || !slices.Equal(got.Columns[0].Values, []float64{1.5}) {
		t.Errorf("%v, %+v", err, got)
	}
	for _, kind := range cell.Kinds() {
		o.Kinds = map[string]cell.Kind{"nothing": kind}
		got, err := Read(context.Background(), "testdata/spark_fixed.parquet", o)
		if err != nil || got.Column("nothing").Kind != kind || got.Column("nothing").CountMissing() != 4 {
			t.Errorf("a column without a value as %s: %v, %+v", kind, err, got)
		}
	}
}

// written returns a Parquet file of one column "a".
func written(t testing.TB, node parquet.Node, values ...parquet.Value) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("table", parquet.Group{"a": parquet.Optional(node)}))
	for _, v := range values {
		level := 1
		if v.IsNull() {
			level = 0
		}
		must.Of(w.WriteRows([]parquet.Row{{v.Level(0, level, 0)}})).In(t)
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// column returns the values of the column "a" of a Parquet file.
func column(text []byte) ([]float64, error) {
	t, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), DefaultReadOptions())
	if err != nil {
		return nil, err
	}
	return t.Columns[0].Values, nil
}

// TestDecimals compares decimals of every stored type and scale with their digits, as rounded by
// strconv.
func TestDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, of := range []struct {
		stored                  parquet.Type
		bytes, precision, scale int
	}{
		{parquet.Int32Type, 4, 9, 0}, {parquet.Int32Type, 4, 9, 9}, {parquet.Int64Type, 8, 18, 2}, {parquet.Int64Type, 8, 18, 18}, {parquet.FixedLenByteArrayType(3), 3, 6, 1},
		{parquet.FixedLenByteArrayType(16), 16, 38, 10}, {parquet.ByteArrayType, 20, 40, 23}, {parquet.FixedLenByteArrayType(32), 32, 76, 76},
	} {
		var values []parquet.Value
		var want []float64
		for range 50 {
			b := make([]byte, of.bytes)
			for i := range b {
				b[i] = byte(r.IntN(256))
			}
			if r.IntN(2) == 0 { // use a small one
				sign := byte(-r.IntN(2))
				for i := range b[:of.bytes-2] {
					b[i] = sign
				}
			}
			units := new(big.Int).SetBytes(b)
			if b[0] >= 0x80 {
				units.Sub(units, new(big.Int).Lsh(big.NewInt(1), uint(8*of.bytes)))
			}
			v := parquet.FixedLenByteArrayValue(b)
			switch of.stored.Kind() {
			case parquet.Int32:
				v = parquet.Int32Value(int32(units.Int64()))
			case parquet.Int64:
				v = parquet.Int64Value(units.Int64())
			case parquet.ByteArray:
				v = parquet.ByteArrayValue(b)
			}
			values = append(values, v)
			want = append(want, must.Of(strconv.ParseFloat(units.String()+"e-"+strconv.Itoa(of.scale), 64)).In(t))
		}
		got, err := column(written(t, parquet.Decimal(of.scale, of.precision, of.stored), values...))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("decimal(%d,%d) in %s: %v\n%v\nwant %v", of.precision, of.scale, of.stored, err, got, want)
		}
	}
}

// TestNoNullIsLost checks that a column with values is an error if its type states that it has
// none.
func TestNoNullIsLost(t *testing.T) {
	text := must.Of(os.ReadFile("testdata/types_none.parquet")).In(t)
	file := must.Of(parquet.OpenFile(bytes.NewReader(text), int64(len(text)))).In(t)
	for i, group := range file.RowGroups() {
		f := field{name: "int32", kind: cell.Number, none: true, cells: cell.NewParser(cell.Number, cell.DefaultOptions().Words(), cell.DefaultOptions()), buffer: make([]parquet.Value, 8)}
		f.index = slices.IndexFunc(file.Root().Columns(), func(c *parquet.Column) bool { return c.Name() == f.name })
		_, err := f.read(rowGroup{group, &file.Metadata().RowGroups[i], bytes.NewReader(text)}, int(group.NumRows()), &Column{})
		f.close()
		if err == nil || !strings.Contains(err.Error(), "a column of type null contains a value") {
			t.Errorf("row group %d: %v", i, err)
		}
	}
}

// TestBadDecimals checks that invalid decimals, and those outside the number range, are errors.
func TestBadDecimals(t *testing.T) {
	wide := parquet.ByteArrayType
	for want, text := range map[string][]byte{
		`row 1, column "a": 18446744073709551616 is too large`:           written(t, parquet.Decimal(0, 20, wide), parquet.ByteArrayValue([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0})),
		`row 1, column "a": -9223372036854775808 is too large`:           written(t, parquet.Decimal(0, 18, parquet.Int64Type), parquet.Int64Value(math.MinInt64)),
		`row 2, column "a": a decimal number has 0 bytes, want 1 to 32`:  written(t, parquet.Decimal(1, 20, wide), parquet.ByteArrayValue([]byte{1}), parquet.ByteArrayValue(nil)),
		`row 1, column "a": a decimal number has 33 bytes, want 1 to 32`: written(t, parquet.Decimal(1, 20, wide), parquet.ByteArrayValue(make([]byte, 33))),
		`the scale must be from 0 to 320`:                                written(t, parquet.Decimal(-1, 20, wide), parquet.ByteArrayValue([]byte{1})),
		`DECIMAL(20,999), but the scale must be from 0 to 320`:           written(t, parquet.Decimal(999, 20, wide), parquet.ByteArrayValue([]byte{1})),
		`its type DECIMAL(90,2) is unsupported`:                          written(t, parquet.Decimal(2, 90, parquet.FixedLenByteArrayType(40)), parquet.FixedLenByteArrayValue(make([]byte, 40))),
	} {
		_, err := column(text)
		refusal.Check(t, err, want)
	}
}

// TestTimesOf96Bits checks that days and nanoseconds are converted to seconds since 1970, for any
// signs.
func TestTimesOf96Bits(t *testing.T) {
	at := func(day int32, nanos int64) parquet.Value {
		return parquet.Int96Value(deprecated.Int96{uint32(nanos), uint32(uint64(nanos) >> 32), uint32(day)})
	}
	got, err := column(written(t, parquet.Leaf(parquet.Int96Type), at(2440588, 0), at(2440587, 86_399_750_000_000), at(2440588, -250_000_000), at(2458909, 45_015_250_000_000), at(0, 1)))
	want := []float64{0, -0.25, -0.25, 18321*cell.Day + 45015.25, -2440588*cell.Day + 1e-9}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", err, got, want)
	}
}
