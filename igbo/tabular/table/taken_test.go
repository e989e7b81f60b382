package table

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/parquet-go/parquet-go"
)

// TestDatasets checks the tables of the course.
func TestDatasets(t *testing.T) {
	for file, words := range map[string][]string{
		"penguins": {"species", "island", "sex"}, "anes96": {"vote"}, "statecrime": {"state"}, "noaa_daily_weather": {"location", "weather", "date"},
	} {
		read, err := Read(context.Background(), "../../../datasets/"+file+".csv", DefaultReadOptions())
		if err != nil {
			t.Error(err)
			continue
		}
		for _, c := range read.Columns {
			want := cell.Number
			if slices.Contains(words, c.Name) {
				want = cell.Category
			}
			if c.Name == "date" {
				want = cell.Date
			}
			if c.Kind != want {
				t.Errorf("%s: %s is of kind %s, want %s", file, c.Name, c.Kind, want)
			}
		}
	}
}

// TestPandasIndex checks that the index columns of pandas are omitted and reported, unless they are
// requested by name.
func TestPandasIndex(t *testing.T) {
	s := sheet{names: []string{"__index_level_0__", "id", "x", "y"}, rows: [][]string{{"7", "1", "0.5", "1"}, {"9", "2", "1.5", "2"}}}
	for range s.names {
		s.types = append(s.types, parquet.Leaf(parquet.DoubleType))
	}
	note := parquet.KeyValueMetadata("pandas", `{"index_columns": ["id", "__index_level_0__", {"kind": "range"}], "columns": []}`)
	for _, c := range []struct {
		file   []byte
		change func(o *ReadOptions)
		names  []string
	}{
		{s.parquet(t, note), func(o *ReadOptions) { o.Needed = []string{"y"} }, []string{"x", "y"}},
		{s.parquet(t), func(o *ReadOptions) { o.Needed = []string{"y"} }, []string{"id", "x", "y"}},
		{s.parquet(t, note), func(o *ReadOptions) { o.Texts = []string{"id"} }, []string{"id", "x", "y"}},
		{s.parquet(t, note), func(o *ReadOptions) { o.Columns = []string{"y", "__index_level_0__", "x"} }, []string{"__index_level_0__", "x", "y"}},
		{s.parquet(t, note), func(o *ReadOptions) { o.Needed = []string{"id"} }, []string{"id", "x", "y"}},
	} {
		o := DefaultReadOptions()
		c.change(&o)
		read, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(c.file), o)
		if err != nil || !slices.Equal(read.Names(), c.names) {
			t.Errorf("%v, %q, want %q", err, read.Names(), c.names)
			continue
		}
		for _, l := range read.Left {
			if l.Why == "" {
				t.Errorf("%q is left out and not said", l.Name)
			}
		}
		if len(read.Left)+len(read.Columns) != 4 {
			t.Errorf("%d columns and %d left out of 4", len(read.Columns), len(read.Left))
		}
	}
}

// TestWideIntegers checks that integers are exact or an error, for any type and format.
func TestWideIntegers(t *testing.T) {
	for _, v := range []uint64{1 << 53, 1<<53 + 1, 1 << 63, math.MaxUint64 - 1<<53, math.MaxUint64 - 1, math.MaxUint64} {
		var b bytes.Buffer
		w := parquet.NewWriter(&b, parquet.NewSchema("wide", parquet.Group{"a": parquet.Uint(64)}))
		must.Of(w.WriteRows([]parquet.Row{{parquet.ValueOf(v).Level(0, 0, 0)}})).In(t)
		must.Do(t, w.Close())
		read, err := ReadFrom(context.Background(), "f.parquet", &b, DefaultReadOptions())
		if exactly := v <= 1<<53; exactly != (err == nil) || exactly && read.Columns[0].Values[0] != float64(v) {
			t.Errorf("%d: %v, %v", v, read, err)
		}
	}
}

// TestNullWords checks that words for missing cells, and spaces, are handled in Parquet text as in
// CSV.
func TestNullWords(t *testing.T) {
	s := sheet{names: []string{"c"}, types: []parquet.Node{parquet.String()}, rows: [][]string{{"a"}, {" a "}, {"NA"}, {"null"}, {"b"}, {" "}}}
	read, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(s.parquet(t)), DefaultReadOptions())
	if err != nil || !slices.Equal(read.Columns[0].Categories, []string{"a", "b"}) || read.Columns[0].CountMissing() != 3 {
		t.Errorf("%v, %v", read, err)
	}
}
