package table

import (
	"bytes"
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestDatesWithoutSeparators checks that numbers that may all be dates require a kind. A single
// value that is not a date, or fewer than three distinct values, make the column numeric.
func TestDatesWithoutSeparators(t *testing.T) {
	const reports = `line 2, column 1 ("c"): 20200131 looks like a date without separators, as do all 4 values of the column; state its kind: --kind "c=date" or --kind "c=number"`
	for cells, want := range map[string]string{
		"20200131|20200201|20200229|20200131": reports, "20200131|NA|20200201|20200301|18000101": reports, "20200131|21991231|18000101|19000228": reports, "20200131.0|20200201|20200202|+20200203": reports,
		"20200131|20200201|20200131|20200201": "", "20200131|20200201|20200230|20200131": "", "20200131|20200201|17991231|20200202": "", "20200131|20200201|22000101|20200202": "", "20200131|20200201|20200202.5|20200202": "",
		"20200131|20200201|20201301|20200202": "", "-20200131|-20200201|-20200202": "", "200131|200201|200202": "", "10000000|10000001|10000002|10000003": "",
	} {
		for _, size := range []int{0, 1, 20} {
			o := DefaultReadOptions()
			o.Format, o.Comma = CSV, ';'
			_, err := whole((text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(columnOf(cells))), "f.csv", o)
			if want == "" && err != nil {
				t.Errorf("%q in blocks of %d: %v", cells, size, err)
			} else if want != "" {
				refusal.Check(t, err, want, cells)
			}
		}
	}
	stated := func(kind cell.Kind, layouts ...string) *Column {
		return &read(t, columnOf("20200131|NA|20200201.0|19691231"), semicolons, func(o *ReadOptions) {
			o.Kinds, o.Layouts = map[string]cell.Kind{"c": kind}, append(layouts, o.Layouts...)
		}).Columns[0]
	}
	days := []float64{18292 * cell.Day, 18293 * cell.Day, -cell.Day}
	if got := stated(cell.Date).Values; !slices.Equal(slices.DeleteFunc(got, math.IsNaN), days) {
		t.Errorf("as dates %v, want %v", got, days)
	}
	if got := stated(cell.Number).Values; got[0] != 20200131 || got[3] != 19691231 {
		t.Errorf("as numbers %v", got)
	}
	o := DefaultReadOptions()
	o.Layouts = append([]string{"212006"}, o.Layouts...) // day, month and year: decides how to read the digits
	_, err := ReadFrom(context.Background(), "f.csv", strings.NewReader("c\n20200131\n20200201\n20200202\n"), o)
	refusal.Check(t, err, `--kind "c=date" and --set date_format=%Y%m%d or`)
	o.Kinds = map[string]cell.Kind{"c": cell.Date}
	_, err = ReadFrom(context.Background(), "f.csv", strings.NewReader("c\n20200131\n20200201\n20200202\n"), o)
	refusal.Check(t, err, `line 2, column 1 ("c"): "20200131" is not a date`)
}

// TestParquetDatesWithoutSeparators checks that integers and floats of a Parquet file are inspected
// like those of CSV.
func TestParquetDatesWithoutSeparators(t *testing.T) {
	null := parquet.NullValue()
	for name, text := range map[string][]byte{
		"int32":   written(t, parquet.Leaf(parquet.Int32Type), parquet.Int32Value(20200131), null, parquet.Int32Value(20200201), parquet.Int32Value(19691231)),
		"int64":   written(t, parquet.Leaf(parquet.Int64Type), parquet.Int64Value(20200131), null, parquet.Int64Value(20200201), parquet.Int64Value(19691231)),
		"double":  written(t, parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(20200131), null, parquet.DoubleValue(20200201), parquet.DoubleValue(19691231)),
		"decimal": written(t, parquet.Decimal(1, 9, parquet.Int32Type), parquet.Int32Value(202001310), null, parquet.Int32Value(202002010), parquet.Int32Value(196912310)),
	} {
		_, err := column(text)
		refusal.Check(t, err, `row 1, column "a": 20200131 looks like a date without separators, as do all 3 values of the column; state its kind: --kind "a=date" or --kind "a=number"`, name)
		o := DefaultReadOptions()
		o.Kinds = map[string]cell.Kind{"a": cell.Date}
		got := must.Of(ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), o)).In(t).Columns[0]
		if got.Kind != cell.Date || got.Values[0] != 18292*cell.Day || !got.Missing(1) || got.Values[3] != -cell.Day {
			t.Errorf("%s: %+v", name, got)
		}
	}
	text := written(t, parquet.String(), parquet.ByteArrayValue([]byte("20200131")), parquet.ByteArrayValue([]byte("20200201")))
	_, err := column(text)
	refusal.Check(t, err, `"20200131" looks like a number that the file has as text; state its kind: --kind "a=date" or --kind "a=number" or --kind "a=category"`)
}

// TestKindsSeeDates checks that a file read in pieces is also rejected, although no piece has three
// distinct dates.
func TestKindsSeeDates(t *testing.T) {
	var b strings.Builder
	b.WriteString("c\n")
	for i := range 4 {
		b.WriteString(strings.Repeat(strconv.Itoa(20200101+i)+"\n", blockBytes/9))
	}
	path := t.TempDir() + "/f.csv"
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o600))
	_, err := Kinds(context.Background(), path, DefaultReadOptions())
	refusal.Check(t, err, `line 2, column 1 ("c"): 20200101 looks like a date without separators`)
}
