package records

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
)

// TestRead checks that the complete records of a file are read column by column, and that the callback gets each of them.
func TestRead(t *testing.T) {
	features := []Feature{Levels("species", "Chinstrap", "Gentoo").Called("C", "G"), Changed("bill_length_mm", math.Log), Levels("sex", "male")}
	var islands []string
	rows, err := Read(datasets.Penguins(), features, Number("body_mass_g"), func(r Record) { islands = append(islands, r["island"]) })
	if err != nil || len(rows) != 333 || len(islands) != len(rows) {
		t.Fatalf("%d rows, %d islands, %v, want the 333 that lack nothing", len(rows), len(islands), err)
	}
	if want := []float64{0, 0, math.Log(39.1), 1, 3750}; !slices.Equal(rows[0], want) || islands[0] != "Torgersen" {
		t.Errorf("the first row is %v of %s, want %v", rows[0], islands[0], want)
	}
	names, groups := Columns(features)
	if !slices.Equal(names, []string{"C", "G", "bill_length_mm", "sex=male"}) || len(groups) != 3 || !slices.Equal(groups[0], []int{0, 1}) || !slices.Equal(groups[2], []int{3}) {
		t.Errorf("columns %q in groups %v", names, groups)
	}
	if d := Data(names, rows, []int{2, 0}); !slices.Equal(d.X[4:], rows[0][:4]) || !slices.Equal(d.Y, []float64{rows[2][4], 3750}) {
		t.Errorf("data %+v", d)
	}
}

// TestReadRefuses checks that errors for invalid numbers, dates and classes contain the file.
func TestReadRefuses(t *testing.T) {
	for _, target := range []Feature{Number("species"), Class("species", "Adelie"), Season} {
		if _, err := Read(datasets.Penguins(), nil, target, nil); err == nil || !strings.HasPrefix(err.Error(), datasets.Penguins().Name+": ") {
			t.Errorf("%s: error %v, want one that names the file", target.Name, err)
		}
	}
}

// TestSeason checks that the season is −1 in mid-January and 1 half a year later.
func TestSeason(t *testing.T) {
	for day, want := range map[string]float64{"2013-01-15": -1, "2013-07-17": 1} {
		if x, err := Season.Read(Record{"date": day}); err != nil || math.Abs(x[0]-want) > 1e-3 {
			t.Errorf("%s: %v, %v, want %g", day, x, err, want)
		}
	}
}
