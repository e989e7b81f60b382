package encode

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// TestRealTables checks that the embedded tables give the same samples in pieces as at once.
func TestRealTables(t *testing.T) {
	for _, c := range []struct {
		file     datasets.File
		spec     func(s *Spec)
		features []string
		n        int
		classes  int
	}{
		{datasets.Penguins(), func(s *Spec) { s.Target, s.Missing = "species", MeanIndicator },
			[]string{"island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "year"}, 344, 3},
		{datasets.Penguins(), func(s *Spec) {
			s.Target, s.Missing, s.Drop = "body_mass_g", DropRow, []string{"year"}
			s.MissingTarget = DropRow
		},
			[]string{"species", "island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "sex"}, 333, 0},
		{datasets.Anes96(), func(s *Spec) { s.Target = "vote" },
			[]string{"popul", "TVnews", "selfLR", "ClinLR", "DoleLR", "PID", "age", "educ", "income"}, 944, 2},
		{datasets.WeatherTable(), func(s *Spec) { s.Target, s.Dates = "temp_max", []DatePart{DayOfYear} },
			[]string{"location", "date", "precipitation", "temp_min", "wind", "weather"}, 2922, 0},
	} {
		path := must.Of(c.file.Write(t.TempDir())).In(t)
		data := must.Of(table.Read(context.Background(), path, table.DefaultReadOptions())).In(t)
		s := DefaultSpec("")
		c.spec(&s)
		e := must.Of(Fit(data, nil, s)).In(t)
		got, err := e.Encode(data, nil)
		if err != nil || !slices.Equal(got.GroupNames, c.features) || got.Samples() != c.n || len(got.Classes) != c.classes || len(got.X) != c.n*len(got.Features) || len(got.Y) != c.n {
			t.Errorf("%s: %v, %d samples of %q in %q, classes %q", c.file.Name, err, got.Samples(), got.GroupNames, got.Features, got.Classes)
		}
		pieces, err := File{Path: path, Options: table.DefaultReadOptions()}.Fit(context.Background(), s)
		if err != nil || !reflect.DeepEqual(pieces, e) {
			t.Errorf("%s piece by piece: %v\n%+v\n%+v", c.file.Name, err, pieces, e)
		}
	}
}

// TestPieces checks that a file of many pieces gives the same encoding as the whole table, also for
// selected rows.
func TestPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,c,when,long,y\n")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40_000 {
		fmt.Fprintf(&b, "%g,%c,20%02d-05-06,%s,%d\n", r.NormFloat64(), 'a'+rune(i/4000), 10+i%20, strings.Repeat("z", 80+i%2), i%3)
	}
	path := filepath.Join(t.TempDir(), "f.csv")
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o600))
	whole := must.Of(table.Read(context.Background(), path, table.DefaultReadOptions())).In(t)
	s := DefaultSpec("y")
	s.Classes, s.Missing = true, Median
	odd := func(row int) bool { return row%2 == 1 && row > 10_000 }
	var rows []int
	for i := range whole.Rows() {
		if odd(i) {
			rows = append(rows, i)
		}
	}
	want := must.Of(Fit(whole, rows, s)).In(t)
	f := File{Path: path, Options: table.DefaultReadOptions(), Rows: odd}
	got, err := f.Fit(context.Background(), s)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	all := must.Of(want.Encode(whole, rows)).In(t)
	var x, y []float64
	var keys []string
	for p, err := range f.encoded(context.Background(), want) {
		if err != nil {
			t.Fatal(err)
		}
		x, y, keys = append(x, p.X...), append(y, p.Y...), append(keys, p.Keys...)
	}
	if !slices.Equal(x, all.X) || !slices.Equal(y, all.Y) || !slices.Equal(keys, all.Keys) {
		t.Error("the pieces' samples differ from the whole table's")
	}
}
