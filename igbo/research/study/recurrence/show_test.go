package recurrence

import (
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// planted returns a result with these α.
func planted(c Config) *Result {
	r := &Result{Config: c}
	for _, score := range []string{"signed", "absolute"} {
		for _, alpha := range c.Alphas {
			some := study.NewStat([]float64{3, 4})
			r.Rows = append(r.Rows, Row{Score: score, Alpha: alpha, Edges: some, Recurring: some, Chance: some})
		}
	}
	return r
}

// TestNotesWhateverBase checks that the notes have the first and the middle α for each score, for any α of the experiment,
// which is ignored.
func TestNotesWhateverBase(t *testing.T) {
	c := DefaultConfig()
	want := planted(c).Tables()[0].Notes
	c.Base.Alpha = 0.5
	if got := planted(c).Tables()[0].Notes; len(got) != 4 || !slices.Equal(got, want) || !strings.Contains(got[1], "α = 0.7:") {
		t.Errorf("%q, want %q", got, want)
	}
	c.Alphas = c.Alphas[:1]
	if got := planted(c).Tables()[0].Notes; len(got) != 2 {
		t.Errorf("one α: %q", got)
	}
	c.Base.Seeds = 1
	if title := planted(c).Tables()[0].Title; !strings.HasSuffix(title, "points, 1 teacher") {
		t.Error(title)
	}
}

// TestAlphasAreRefused checks that an empty list and duplicates are rejected.
func TestAlphasAreRefused(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"recurrence: alphas must have at least one entry": func(c *Config) { c.Alphas = nil },
		"recurrence: alphas: 0.7 occurs twice":            func(c *Config) { c.Alphas = []float64{0.7, 0.8, 0.7} },
	})
}

// TestFigure checks that the title has the share of recurring edges at the middle α, like the table, for five α and for one.
func TestFigure(t *testing.T) {
	for _, alphas := range [][]float64{DefaultConfig().Alphas, {0.7}} {
		c := DefaultConfig()
		c.Alphas = alphas
		r := planted(c)
		for i := range r.Rows {
			r.Rows[i].Recurring = study.NewStat([]float64{1, 2.5})
		}
		figures, err := r.Figures()
		if err != nil || len(figures) != 1 {
			t.Fatalf("%d α: %d figures, %v", len(alphas), len(figures), err)
		}
		want := "At α = 0.7, 50 % of the signed score's edges and 50 % of the absolute score's edges recur"
		if title := figures[0].Title(); title != want {
			t.Errorf("%d α: %q, want %q", len(alphas), title, want)
		}
	}
}
