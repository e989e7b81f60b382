package table

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestKinds: what a column is taken for, and what the options can say.
func TestKinds(t *testing.T) {
	for cells, want := range map[string]Kind{
		"1 -2.5 +3e-7 .5 5. NA": Number, "0 1": Number, "007 008": Category, "NA ?": Number, "1 2 x y": Category,
		"true FALSE Yes no": Boolean, "a b": Category, "yes maybe": Category, "2020-01-01 2020-01-02T03:04:05Z": Date, "1/2/2020 3/4/2020": Category,
		"1_0 2_0": Category, "nan 1": Number, "inf x y": Category,
	} {
		text := "c,d\n" + strings.ReplaceAll(cells, " ", ",0\n") + ",0\n"
		if got := read(t, text).Columns[0].Kind; got != want {
			t.Errorf("%q: %s, want %s", cells, got, want)
		}
	}
	stated := read(t, "zip,n\n1010,3\n2020,x\n", func(o *ReadOptions) {
		o.Kinds = map[string]Kind{"zip": Category, "n": Number}
		o.Missing = append(o.Missing, "x")
	})
	if got := stated.Columns[0]; got.Kind != Category || !slices.Equal(got.Categories, []string{"1010", "2020"}) || !math.IsNaN(stated.Columns[1].Values[1]) {
		t.Errorf("stated kinds: %+v", stated)
	}
	chosen := read(t, "a,,b,a2\n1,2,3,oops\n1,2,4,5\n2,3,4,5\n", func(o *ReadOptions) { o.Columns = []string{"b", "a"} })
	if got := chosen.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("chosen columns %q", got)
	}
	dates := read(t, "d\n1.2.2020\n3.4.2020\n", func(o *ReadOptions) { o.Layouts = []string{"2.1.2006"} })
	if got := dates.Columns[0].Values; dates.Columns[0].Kind != Date || got[1]-got[0] != 62*day {
		t.Errorf("dates %v", got)
	}
}

// TestReadOptionsAreChecked: a column that is not there is named with those that are.
func TestReadOptionsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*ReadOptions){
		"no column \"d\", the file has [\"a\" \"b\" \"c\"]": func(o *ReadOptions) { o.Columns = []string{"d"} },
		"no column \"e\"":                                       func(o *ReadOptions) { o.Kinds = map[string]Kind{"e": Number} },
		"is of kind \"text\", expected one":                     func(o *ReadOptions) { o.Kinds = map[string]Kind{"a": "text"} },
		"format \"xls\", expected csv":                          func(o *ReadOptions) { o.Format = "xls" },
		"fields parted by '\"', expected":                       func(o *ReadOptions) { o.Comma = '"' },
		"the columns [\"a\" \"a\"], expected":                   func(o *ReadOptions) { o.Columns = []string{"a", "a"} },
		"\"x\", expected a number within ±1e+150, as is stated": func(o *ReadOptions) { o.Kinds = map[string]Kind{"b": Number} },
	} {
		o := DefaultReadOptions()
		change(&o)
		if _, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(good), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for want, name := range map[string]string{"expected a name that ends in .csv": "f.xlsx", "no such file": "none.csv", "is a folder": "."} {
		o := DefaultReadOptions()
		if name == "." {
			o.Format = CSV
		}
		if _, err := Read(context.Background(), name, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
