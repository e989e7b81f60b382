package study

import (
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

func sumsDefinition() Definition {
	return Define(Definition{Name: "sums", Question: "What is the sum?", Seeds: "seeds"}, newSums)
}

// TestDefinition checks that a study that is run by its definition finds the same result as the study itself, and that its JSON
// can be decoded.
func TestDefinition(t *testing.T) {
	i := sumsDefinition().New()
	must.Do(t, i.SetSeeds(3))
	found := must.Of(i.Run(t.Context(), nil, workflow.Options{Unkept: true})).In(t)
	s := newSums()
	s.Seeds = 3
	if want := must.Of(workflow.Run(t.Context(), nil, s, workflow.Options{Unkept: true})).In(t); !reflect.DeepEqual(found, Result(want)) {
		t.Errorf("found %v, want %v", found, want)
	}
	text := must.Of(MarshalJSON(found)).In(t)
	if back, err := i.Read(text); err != nil || !reflect.DeepEqual(back, found) {
		t.Errorf("read %v, %v", back, err)
	}
	if _, err := i.Read([]byte(`{"surprise": 1}`)); err == nil {
		t.Error("another result is read")
	}
	if n, err := i.Cells(); err != nil || n != 9 {
		t.Errorf("%d cells, %v", n, err)
	}
	if again := sumsDefinition().New(); again.Settings.(*sums).Seeds != 7 {
		t.Error("one instance changes another's defaults")
	}
}

// TestSetNames checks that errors for wrong settings list the right ones.
func TestSetNames(t *testing.T) {
	for want, c := range map[string][2]string{
		"grid, scale, seeds":              {"seed", "1"},
		"grid.name, grid.powers":          {"grid.x", "1"},
		"no settings below":               {"seeds.x", "1"},
		"seeds=many: want a whole number": {"seeds", "many"},
		"unknown field":                   {"grid", `{"x":1}`},
		"seeds=1.5: want a whole":         {"seeds", "1.5"},
		"powers=x: want a number":         {"grid.powers", "x"},
	} {
		s := newSums()
		if err := Set(&s, c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s=%s: %v, want %q", c[0], c[1], err, want)
		}
	}
}

// TestNumbersAsText checks means with standard deviations and intervals, rounded and unrounded.
func TestNumbersAsText(t *testing.T) {
	third := 1.0 / 3
	full := func(f tabulate.Field) string { return strings.Join(append(f.Shown, f.Full...), "|") }
	for got, want := range map[string]string{
		NewStat([]float64{1, 3}).PlusMinus("%.1f"):                       "2.0 ± 1.4",
		NewStat([]float64{1}).PlusMinus("%.1f"):                          "1.0",
		(*Stat)(nil).PlusMinus("%.1f"):                                   "–",
		NewEstimate([]float64{1, 3}, 0.95).Interval("%.1f"):              "2.0 [-10.7, 14.7]",
		strings.Join(Estimate{1, third, 2, []float64{0, 2}}.Full(), " "): "1 0.3333333333333333 2",
		full(Interval{third, 0.25, 0.5}.Field("%.2f")):                   "0.33 [0.25, 0.50]|0.3333333333333333|0.25|0.5",
		full(NewEstimate([]float64{2}, 0.95).Field("%.1f")):              "2.0|2||",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFull checks that a study with a full design returns its settings, and that another study returns an error.
func TestFull(t *testing.T) {
	d := sumsDefinition()
	if _, err := d.Full(); d.HasFull() || err == nil || !strings.Contains(err.Error(), "sums has no full design") {
		t.Errorf("a full design, %v, want an error that names the study", err)
	}
	d = Define(d, newSums, func() sums {
		s := newSums()
		s.Seeds = 100
		return s
	})
	i, err := d.Full()
	if err != nil || !d.HasFull() || i.Settings.(*sums).Seeds != 100 || d.New().Settings.(*sums).Seeds != 7 {
		t.Errorf("full settings %+v, defaults %+v, %v", i, d.New().Settings, err)
	}
	if err := i.SetSeeds(3); err != nil || i.Settings.(*sums).Seeds != 3 {
		t.Errorf("settings %+v after 3 seeds, %v", i.Settings, err)
	}
}
