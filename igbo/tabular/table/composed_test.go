package table

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// The word café with its last letter as one code point and as two.
const (
	one = "caf\u00e9"
	two = "cafe\u0301"
)

// TestComposedNames checks that a column is found by either form of its name, and that two columns
// whose names differ only in form are an error.
func TestComposedNames(t *testing.T) {
	for _, form := range []string{one, two} {
		for _, other := range []string{one, two} {
			got := read(t, form+",b,d\n1,2,3\n2,2,3\n", func(o *ReadOptions) {
				o.Kinds, o.Columns, o.LeaveOut = map[string]cell.Kind{other: cell.Category}, []string{other, "b"}, []string{"d"}
			})
			if !slices.Equal(got.Names(), []string{one, "b"}) || got.Column(other) == nil || got.ByName()(other).Kind != cell.Category {
				t.Errorf("%q as %q: %+v", form, other, got)
			}
		}
		left := read(t, form+",b\n1,2\n", func(o *ReadOptions) { o.LeaveOut = []string{two} })
		if left.Column(form) != nil || left.Left[0] != (Left{one, "dropped"}) {
			t.Errorf("%q is left out: %+v", form, left)
		}
	}
	_, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(one+",b,"+two+"\n1,2,3\n"), DefaultReadOptions())
	refusal.Check(t, err, `line 1: columns 1 and 3 are both "café" in two Unicode forms`)
	o := DefaultReadOptions()
	o.Kinds = map[string]cell.Kind{one: cell.Number, two: cell.Date}
	_, err = ReadFrom(context.Background(), "f.csv", strings.NewReader(one+"\n1\n"), o)
	refusal.Check(t, err, `column "café" has two kinds, "date" and "number"`)
}

// TestComposedCategories checks that texts in both forms are one category, for blocks of any size,
// unless they are compared byte by byte.
func TestComposedCategories(t *testing.T) {
	content := "a,b\n" + strings.Repeat(one+",1\n"+two+",2\n", 20) + "n\u00e9ant,3\n"
	for _, size := range []int{0, 1, 9, 64} {
		o := DefaultReadOptions()
		o.Format, o.Missing = CSV, append(o.Missing, "ne\u0301ant")
		got := must.Of(whole((text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(content)), "f.csv", o)).In(t)
		if !slices.Equal(got.Columns[0].Categories, []string{one}) || got.Columns[0].Values[1] != 0 || !got.Columns[0].Missing(40) {
			t.Errorf("in blocks of %d: %+v", size, got)
		}
		o.Verbatim = true
		got = must.Of(whole((text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(content)), "f.csv", o)).In(t)
		if !slices.Equal(got.Columns[0].Categories, []string{one, two}) {
			t.Errorf("byte by byte in blocks of %d: %q", size, got.Columns[0].Categories)
		}
	}
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("table", parquet.Group{two: parquet.String()}))
	must.Of(w.WriteRows([]parquet.Row{{parquet.ByteArrayValue([]byte(one)).Level(0, 0, 0)}, {parquet.ByteArrayValue([]byte(two)).Level(0, 0, 0)}})).In(t)
	must.Do(t, w.Close())
	got := must.Of(ReadFrom(context.Background(), "f.parquet", &b, DefaultReadOptions())).In(t)
	if got.Columns[0].Name != one || !slices.Equal(got.Columns[0].Categories, []string{one}) {
		t.Errorf("of Parquet: %+v", got)
	}
}
