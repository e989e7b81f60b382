package encode

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

const birds = `species,island,mass,sex,when,wild
Adelie,Torgersen,3750,male,2007-11-11,yes
Adelie,Torgersen,3800,female,2007-11-12,yes
Gentoo,Biscoe,NA,female,2008-01-03,no
Chinstrap,Dream,3500,,2009-02-04,no
Gentoo,Biscoe,5000,male,2009-02-05,yes
`

func read(t testing.TB, text string, change ...func(*table.ReadOptions)) *table.Table {
	t.Helper()
	o := table.DefaultReadOptions()
	for _, c := range change {
		c(&o)
	}
	return must.Of(table.ReadFrom(context.Background(), "birds.csv", strings.NewReader(text), o)).In(t)
}

// TestFromFileToSamples checks kinds, groups, classes and the replacements of missing values.
func TestFromFileToSamples(t *testing.T) {
	birds := read(t, birds)
	var kinds []cell.Kind
	for _, c := range birds.Columns {
		kinds = append(kinds, c.Kind)
	}
	if want := []cell.Kind{cell.Category, cell.Category, cell.Number, cell.Category, cell.Date, cell.Boolean}; !slices.Equal(kinds, want) {
		t.Fatalf("kinds %q, want %q", kinds, want)
	}
	s := DefaultSpec("species")
	_, err := Fit(birds, nil, s)
	refusal.Check(t, err, `birds.csv: line 4, column "mass": the value is missing`)
	s.Missing = MeanIndicator
	e := must.Of(Fit(birds, nil, s)).In(t)
	got := must.Of(e.Encode(birds, nil)).In(t)
	want := &Encoded{
		Data: samples.Data{
			Features: []string{"island=Biscoe", "island=Dream", "island=Torgersen", "mass", "mass=(missing)", "sex=female", "sex=male", "sex=(missing)", "when", "wild"},
			Steps:    1, Y: []float64{0, 0, 2, 1, 2},
			X: []float64{
				0, 0, 1, 3750, 0, 0, 1, 0, 0, 1,
				0, 0, 1, 3800, 0, 1, 0, 0, 1, 1,
				1, 0, 0, 4012.5, 1, 1, 0, 0, 53, 0,
				0, 1, 0, 3500, 0, 0, 0, 1, 451, 0,
				1, 0, 0, 5000, 0, 0, 1, 0, 452, 1,
			},
		},
		Groups: [][]int{{0, 1, 2}, {3, 4}, {5, 6, 7}, {8}, {9}}, GroupNames: []string{"island", "mass", "sex", "when", "wild"},
		Classes: []string{"Adelie", "Chinstrap", "Gentoo"}, Keys: []string{"1", "2", "3", "4", "5"}, TableRows: [][]int{{0}, {1}, {2}, {3}, {4}}, Missing: 2,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	text := must.Of(json.Marshal(e)).In(t)
	var back Encoding
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(&back, e) {
		t.Errorf("back from JSON: %v\n%+v\n%+v", err, back, e)
	}
}
