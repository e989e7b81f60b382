package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// parquetTypes returns the table that testdata/parquet.py wrote.
func parquetTypes() []Column {
	na := math.NaN()
	const leap, moment = 18321 * cell.Day, 18321*cell.Day + 45015.25
	return []Column{
		{"text", cell.Category, []float64{0, 1, na, 0}, []string{"a", "b"}},
		{"dictionary", cell.Category, []float64{0, na, 1, 0}, []string{"x", "y"}},
		{"double", cell.Number, []float64{1.5, na, -2, 1e100}, nil},
		{"float", cell.Number, []float64{0.5, 0.25, na, -1}, nil},
		{"int64", cell.Number, []float64{1, 2, 3, -1 << 53}, nil},
		{"int32", cell.Number, []float64{1, na, 3, -4}, nil},
		{"uint8", cell.Number, []float64{0, 1, 254, 255}, nil},
		{"uint32", cell.Number, []float64{0, 1, 2, 1<<32 - 1}, nil},
		{"boolean", cell.Boolean, []float64{1, 0, na, 1}, nil},
		{"date", cell.Date, []float64{leap, na, leap, -cell.Day}, nil},
		{"millis", cell.Date, []float64{moment, na, moment, moment}, nil},
		{"micros", cell.Date, []float64{moment, moment, na, moment}, nil},
		{"nanos", cell.Date, []float64{moment, moment, moment, na}, nil},
		{"number as text", cell.Number, []float64{1, 2.5, na, na}, nil},
	}
}

// parquetOptions returns options with the kinds that must be stated.
func parquetOptions() ReadOptions {
	o := DefaultReadOptions()
	o.Kinds = map[string]cell.Kind{"number as text": cell.Number}
	return o
}

// TestParquetTypes reads files written by pyarrow with every compression, in two row groups and two
// format versions.
func TestParquetTypes(t *testing.T) {
	files, err := filepath.Glob("testdata/types_*.parquet")
	if err != nil || len(files) < 7 {
		t.Fatalf("files %q, %v", files, err)
	}
	want := &Table{Columns: parquetTypes()}
	for _, file := range files {
		got, err := Read(context.Background(), file, parquetOptions())
		if err != nil || !same(got, want) {
			t.Fatalf("%s: %v\n%+v\nwant %+v", file, err, got, want)
		}
	}
}

// TestParquetKinds reads columns as other kinds than their own.
func TestParquetKinds(t *testing.T) {
	o := DefaultReadOptions()
	o.Columns = []string{"int32", "boolean", "number as text", "uint8"}
	o.Kinds = map[string]cell.Kind{"int32": cell.Category, "boolean": cell.Number, "number as text": cell.Number, "uint8": cell.Category}
	got, err := Read(context.Background(), "testdata/types_zstd.parquet", o)
	na := math.NaN()
	want := &Table{Columns: []Column{
		{"int32", cell.Category, []float64{0, na, 1, 2}, []string{"1", "3", "-4"}},
		{"uint8", cell.Category, []float64{0, 1, 2, 3}, []string{"0", "1", "254", "255"}},
		{"boolean", cell.Number, []float64{1, 0, na, 1}, nil},
		{"number as text", cell.Number, []float64{1, 2.5, na, na}, nil},
	}}
	if err != nil || !same(got, want) {
		t.Errorf("%v, %+v, want %+v", err, got, want)
	}
	for want, kinds := range map[string]map[string]cell.Kind{
		`row 1, column "text": "a" is not a number`:                     {"text": cell.Number},
		`row 3, column "uint8": 254 is not true, false`:                 {"uint8": cell.Boolean},
		`row 1, column "double": 1.5 is not a date such as`:             {"double": cell.Date},
		`("boolean"): the column is of kind boolean in the file, which`: {"boolean": cell.Date},
		`("date"): the column is of kind date in the file, which cann`:  {"date": cell.Category},
	} {
		o := DefaultReadOptions()
		o.Kinds = kinds
		_, err := Read(context.Background(), "testdata/types_none.parquet", o)
		refusal.Check(t, err, want)
	}
}

// TestBadParquet checks the errors for unsupported columns, and that a damaged file is an error and
// never a panic.
func TestBadParquet(t *testing.T) {
	for file, want := range map[string]string{
		"nested": "column 1 (\"a\"): the column is nested", "time": "column 1 (\"a\"): its type TIME", "inexact": `row 1, column "a": 1152921504606846976 is too large (max ±2⁵³`,
		"types_none": `row 1, column "number as text": "1" looks like a number that the file has as text; state its kind: --kind "number as text=number" or --kind "number as text=category"`,
		"infinite":   `row 2, column "a": +Inf is too large`, "empty": "a header but no rows",
	} {
		_, err := Read(context.Background(), "testdata/"+file+".parquet", DefaultReadOptions())
		refusal.Check(t, err, want, file)
	}
	whole := must.Of(os.ReadFile("testdata/types_none.parquet")).In(t)
	for n := 0; n < len(whole); n += 11 {
		if _, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(whole[:n]), parquetOptions()); err == nil || !strings.HasPrefix(err.Error(), "table: f.parquet: ") {
			t.Errorf("the first %d of %d bytes: %v", n, len(whole), err)
		}
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0x55
		if _, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(damaged), parquetOptions()); err != nil && !strings.HasPrefix(err.Error(), "table: f.parquet: ") {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
}

// TestGzippedParquet checks gzipped files, with and without the file extension.
func TestGzippedParquet(t *testing.T) {
	whole := must.Of(os.ReadFile("testdata/types_snappy.parquet")).In(t)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(whole)
	_ = w.Close()
	got, err := ReadFrom(context.Background(), "f.parquet.gz", &b, parquetOptions())
	if err != nil || !same(got, &Table{Columns: parquetTypes()}) {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestUnpackedIsCounted checks that decompression stops early if the data are not Parquet or exceed
// the memory.
func TestUnpackedIsCounted(t *testing.T) {
	packed := func(text []byte, times int) []byte { // as gzip packs it, so often
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(text)
		_ = w.Close()
		return bytes.Repeat(b.Bytes(), times)
	}
	zeros := bytes.NewReader(packed(make([]byte, 10<<20), 30))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFrom(context.Background(), "f.parquet.gz", zeros, DefaultReadOptions())
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "it begins with") || after.TotalAlloc-before.TotalAlloc > 1<<25 {
		t.Errorf("%d bytes taken, %v", after.TotalAlloc-before.TotalAlloc, err)
	}
	rows := bytes.NewReader(slices.Concat(packed([]byte("a,b\n"), 1), packed(bytes.Repeat([]byte("1,2\n"), 100_000), 50)))
	o, asked := DefaultReadOptions(), 0
	o.Fits = func(rows, columns int) error {
		if asked = rows; rows > 2_000_000 {
			return errors.New("no room")
		}
		return nil
	}
	if _, err := ReadFrom(context.Background(), "f.csv.gz", rows, o); err == nil || err.Error() != "no room" || asked > 4_500_000 {
		t.Errorf("%d of 5000000 rows were read: %v", asked, err)
	}
}

// FuzzParquet checks that any file is read, or rejected with an error of the package.
func FuzzParquet(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.parquet")
	for _, file := range files {
		whole := must.Of(os.ReadFile(file)).In(f)
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), DefaultReadOptions())
		if err != nil {
			refusal.OfFile(t, err, "table: f.parquet: ")
		}
		for i := 0; err == nil && i < len(table.Columns); i++ {
			if len(table.Columns[i].Values) != table.Rows() {
				t.Fatalf("column %q of %d cells, %d rows", table.Columns[i].Name, len(table.Columns[i].Values), table.Rows())
			}
		}
	})
}
