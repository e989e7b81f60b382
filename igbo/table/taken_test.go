package table

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/table/cell"
	"github.com/parquet-go/parquet-go"
)

// TestDatasets: the data of the course are what they are.
func TestDatasets(t *testing.T) {
	for file, words := range map[string][]string{
		"penguins": {"species", "island", "sex"}, "anes96": {"vote"}, "statecrime": {"state"}, "noaa_daily_weather": {"location", "weather", "date"},
	} {
		read, err := Read(context.Background(), "../../datasets/"+file+".csv", DefaultReadOptions())
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

// TestPandasIndex: what pandas wrote its index to is left out, and said, unless it is asked for by name.
func TestPandasIndex(t *testing.T) {
	s := sheet{names: []string{"__index_level_0__", "id", "x", "y"}, rows: [][]string{{"7", "1", "0.5", "1"}, {"9", "2", "1.5", "2"}}}
	for range s.names {
		s.types = append(s.types, parquet.Leaf(parquet.DoubleType))
	}
	note := parquet.KeyValueMetadata("pandas", `{"index_columns": ["id", "__index_level_0__", {"kind": "range"}], "columns": []}`)
	for _, c := range []struct {
		file  []byte
		spec  Spec
		names []string
	}{
		{s.parquet(t, note), DefaultSpec("y"), []string{"x", "y"}},
		{s.parquet(t), DefaultSpec("y"), []string{"id", "x", "y"}},
		{s.parquet(t, note), Spec{Target: "y", Key: "id"}, []string{"id", "x", "y"}},
		{s.parquet(t, note), Spec{Target: "y", Features: []string{"__index_level_0__", "x"}}, []string{"__index_level_0__", "x", "y"}},
		{s.parquet(t, note), Spec{Target: "id"}, []string{"x", "y"}},
	} {
		read, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(c.file), c.spec.ReadOptions(DefaultReadOptions()))
		if c.spec.Target == "id" {
			c.names = []string{"id", "x", "y"}
		}
		if err != nil || !slices.Equal(read.Names(), c.names) {
			t.Errorf("%v, %q, want %q", err, read.Names(), c.names)
			continue
		}
		for _, l := range read.Left {
			if l.Why == "" || !strings.Contains(LinesText(read.Lines(c.spec)), l.Name) {
				t.Errorf("%q is left out and not said: %q", l.Name, l.Why)
			}
		}
		if len(read.Left)+len(read.Columns) != 4 {
			t.Errorf("%d columns and %d left out of 4", len(read.Columns), len(read.Left))
		}
	}
}

// TestWideIntegers: integers are exact or an error, whatever their type and the format.
func TestWideIntegers(t *testing.T) {
	for _, v := range []uint64{1 << 53, 1<<53 + 1, 1 << 63, math.MaxUint64 - 1<<53, math.MaxUint64 - 1, math.MaxUint64} {
		var b bytes.Buffer
		w := parquet.NewWriter(&b, parquet.NewSchema("wide", parquet.Group{"a": parquet.Uint(64)}))
		if _, err := w.WriteRows([]parquet.Row{{parquet.ValueOf(v).Level(0, 0, 0)}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		read, err := ReadFrom(context.Background(), "f.parquet", &b, DefaultReadOptions())
		if exactly := v <= 1<<53; exactly != (err == nil) || exactly && read.Columns[0].Values[0] != float64(v) {
			t.Errorf("%d: %v, %v", v, read, err)
		}
	}
}

// TestNullWords: words for missing cells and spaces count in text of Parquet as in CSV.
func TestNullWords(t *testing.T) {
	s := sheet{names: []string{"c"}, types: []parquet.Node{parquet.String()}, rows: [][]string{{"a"}, {" a "}, {"NA"}, {"null"}, {"b"}, {" "}}}
	read, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(s.parquet(t)), DefaultReadOptions())
	if err != nil || !slices.Equal(read.Columns[0].Categories, []string{"a", "b"}) || read.Columns[0].missing() != 3 {
		t.Errorf("%v, %v", read, err)
	}
}

// TestGroupIsNoInput: a column of groups, of ids or of keys is taken as it stands, and is no feature.
func TestGroupIsNoInput(t *testing.T) {
	const patients = "p,k,x,y\n007,1,1,1\n007,a,2,2\n8,3,3,1\n8,$4,4,5\n"
	spec := DefaultSpec("y")
	spec.Group, spec.Key = "p", "k"
	read, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(patients), spec.ReadOptions(DefaultReadOptions()))
	if err != nil {
		t.Fatal(err)
	}
	e, err := Fit(read, nil, spec)
	if err != nil || !slices.Equal(e.Features(), []string{"x"}) {
		t.Fatalf("%v, features %q", err, e.Features())
	}
	if o := spec.SplitOptions(read, 1); o.Group != "p" {
		t.Errorf("the split is by %q", o.Group)
	}
	got, err := e.Encode(read, nil)
	if err != nil || !slices.Equal(got.Keys, []string{"1", "a", "3", "$4"}) {
		t.Errorf("%v, keys %q", err, got.Keys)
	}
	spec.Features = []string{"x", "p"}
	if err := spec.Validate(); err == nil {
		t.Error("a column is the group and a feature")
	}
	spec.Features, spec.Drop = nil, []string{"p"}
	if _, err := Fit(read, nil, spec); err != nil {
		t.Errorf("a group that is dropped as well: %v", err)
	}
}

// TestLostRows: each row that is left out is named once with what it lacks, in whatever pieces the file is read.
func TestLostRows(t *testing.T) {
	content := "a,b,y\n1,1,1\n,2,2\n3,,3\n4,4,4\n,,5\n6,6,6\n7,7,7\n8,8,\n9,,9\n"
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	spec := DefaultSpec("y")
	spec.Missing, spec.MissingTarget = DropRow, DropRow
	f := File{Path: path, Options: DefaultReadOptions()}
	e, err := f.Fit(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	want := []Lost{{1, "2", []string{"a"}}, {2, "3", []string{"b"}}, {4, "5", []string{"a", "b"}}, {8, "9", []string{"b"}}}
	for _, size := range []int{1, 2, 3, 100} {
		var got []Lost
		rows := 0
		for s, err := range f.Samples(context.Background(), e.WithoutTarget(), size) {
			if err != nil {
				t.Fatal(err)
			}
			if s.Dropped != len(s.Lost) || len(s.Lost) > 0 && rows > s.Lost[0].Row {
				t.Errorf("%d lost rows of %d, from %d after %d rows", len(s.Lost), s.Dropped, s.Lost[0].Row, rows)
			}
			got, rows = append(got, s.Lost...), rows+s.N()+len(s.Lost)
		}
		if !reflect.DeepEqual(got, want) || rows != 9 {
			t.Errorf("pieces of %d: %v of %d rows, want %v of 9", size, got, rows, want)
		}
	}
	if says := LostText(want); says != "missing values of b 3, a 2 (the first is row 2)" {
		t.Error(says)
	}
	all, err := f.Fit(context.Background(), spec)
	if err != nil || all.Rows != 4 {
		t.Errorf("%v, learned from %d rows", err, all.Rows)
	}
}

// TestDatesBeyond: dates outside of the training's are counted where they become numbers that grow, and said.
func TestDatesBeyond(t *testing.T) {
	train := read(t, "when,y\n2020-01-01,1\n2020-02-01,2\n")
	later := read(t, "when\n2019-12-31\n2020-01-15\n2020-03-01\nNA\n")
	for _, c := range []struct {
		parts []DatePart
		want  int
	}{{[]DatePart{Days}, 2}, {[]DatePart{Weekday, Year}, 2}, {[]DatePart{DayOfYear}, 0}} {
		spec := DefaultSpec("y")
		spec.Dates, spec.Missing = c.parts, Mean
		e, err := Fit(train, nil, spec)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Encode(later, nil)
		if err != nil || got.Beyond["when"] != c.want || (len(e.BeyondText(got.Beyond)) == 1) != (c.want > 0) {
			t.Errorf("%q: %v, %v, want %d", c.parts, err, got.Beyond, c.want)
		}
		for _, says := range e.BeyondText(got.Beyond) {
			if !strings.Contains(says, `2 dates of "when" lie outside of those of the training, 2020-01-01 to 2020-02-01`) {
				t.Error(says)
			}
		}
	}
}
