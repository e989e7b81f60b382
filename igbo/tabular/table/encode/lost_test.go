package encode

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// TestGroupIsNoInput checks that columns of groups, ids or keys are read unchanged and are not
// features.
func TestGroupIsNoInput(t *testing.T) {
	const patients = "p,k,x,y\n007,1,1,1\n007,a,2,2\n8,3,3,1\n8,$4,4,5\n"
	spec := DefaultSpec("y")
	spec.Group, spec.Key = "p", "k"
	read := must.Of(table.ReadFrom(context.Background(), "f.csv", strings.NewReader(patients), spec.ReadOptions(table.DefaultReadOptions()))).In(t)
	e, err := Fit(read, nil, spec)
	if err != nil || !slices.Equal(e.Features(), []string{"x"}) {
		t.Fatalf("%v, features %q", err, e.Features())
	}
	read.Left = []table.Left{{Name: "row", Why: "the index of pandas' rows"}}
	for _, reports := range []string{LinesText(Lines(read, spec)), LinesText(e.Lines(read.Left))} {
		if !strings.Contains(reports, "the index of pandas' rows") || !regexp.MustCompile(`(?m)^  x +input `).MatchString(reports) {
			t.Errorf("of the columns it says\n%s", reports)
		}
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

// TestLostRows checks that each omitted row is listed once with its missing columns, for any pieces
// of the file.
func TestLostRows(t *testing.T) {
	content := "a,b,y\n1,1,1\n,2,2\n3,,3\n4,4,4\n,,5\n6,6,6\n7,7,7\n8,8,\n9,,9\n"
	path := filepath.Join(t.TempDir(), "f.csv")
	must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	spec := DefaultSpec("y")
	spec.Missing, spec.MissingTarget = DropRow, DropRow
	f := File{Path: path, Options: table.DefaultReadOptions()}
	e := must.Of(f.Fit(context.Background(), spec)).In(t)
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
			got, rows = append(got, s.Lost...), rows+s.Samples()+len(s.Lost)
		}
		if !reflect.DeepEqual(got, want) || rows != 9 {
			t.Errorf("pieces of %d: %v of %d rows, want %v of 9", size, got, rows, want)
		}
	}
	if reports := LostText(want); reports != "missing values of b 3, a 2 (the first is row 2)" {
		t.Error(reports)
	}
	all, err := f.Fit(context.Background(), spec)
	if err != nil || all.Rows != 4 {
		t.Errorf("%v, learned from %d rows", err, all.Rows)
	}
}

// TestDatesBeyond checks that dates outside the training range are counted and reported if they
// become growing numbers.
func TestDatesBeyond(t *testing.T) {
	train := read(t, "when,y\n2020-01-01,1\n2020-02-01,2\n")
	later := read(t, "when\n2019-12-31\n2020-01-15\n2020-03-01\nNA\n")
	for _, c := range []struct {
		parts []DatePart
		want  int
	}{{[]DatePart{Days}, 2}, {[]DatePart{Weekday, Year}, 2}, {[]DatePart{DayOfYear}, 0}} {
		spec := DefaultSpec("y")
		spec.Dates, spec.Missing = c.parts, Mean
		e := must.Of(Fit(train, nil, spec)).In(t)
		got, err := e.Encode(later, nil)
		if err != nil || got.Beyond["when"] != c.want || (len(e.BeyondText(got.Beyond)) == 1) != (c.want > 0) {
			t.Errorf("%q: %v, %v, want %d", c.parts, err, got.Beyond, c.want)
		}
		for _, reports := range e.BeyondText(got.Beyond) {
			if !strings.Contains(reports, `2 dates of "when" are outside the range of the training dates, 2020-01-01 to 2020-02-01`) {
				t.Error(reports)
			}
		}
	}
}
