package weather

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// planted returns a result whose guided model has this additional error by seed, compared with a model that has an error of 9
// °C².
func planted(ridge float64, excess ...float64) *Result {
	cfg := DefaultConfig()
	cfg.Seeds = len(excess)
	free, guided := make([]modelPart, len(excess)), make([]modelPart, len(excess))
	for i, e := range excess {
		free[i] = modelPart{MSE: 9, Satisfied: 0.5, WindowShare: 0.25}
		guided[i] = modelPart{MSE: 9 + e, Satisfied: 1}
	}
	return &Result{
		Config: cfg, Ridge: ridge, Order: []dag.NamedEdge{{U: "a", V: "b", Epsilon: 0.1, Delta: 1}},
		Rows: []Row{cfg.row("", free, free), cfg.row("paper", guided, free)},
	}
}

// TestNotesFollowTheNumbers checks that the notes about the cost of the order use the interval of the excess error.
func TestNotesFollowTheNumbers(t *testing.T) {
	for want, r := range map[string]*Result{
		"igbo, paper, +0.20 [+0.08, +0.32] °C², is above 0: the order costs": planted(8, 0.15, 0.2, 0.25),
		"is below 0: the order improves":                                     planted(8, -0.15, -0.2, -0.25),
		"does not exclude 0.":                                                planted(8, -0.15, 0.2, 0.25),
		"has no interval, because there is one seed.":                        planted(8, 0.2),
		"keeps 50.0 % of the 1 edges by itself, and 25.0 %":                  planted(8, 0.2),
		"Its mean error is no smaller than the error of ridge":               planted(8, 0.2),
		"Its mean error is smaller than the error of ridge regression":       planted(9.5, 0.2),
		"mean scores: a above b by at least 0.1.":                            planted(8, 0.2),
	} {
		var notes []string
		for _, table := range []tabulate.Table{r.errorTable(), r.scoreTable()} {
			notes = append(notes, table.Notes...)
		}
		if found := strings.Join(notes, " "); !strings.Contains(found, want) {
			t.Errorf("%q, want %q in it", found, want)
		}
	}
}

// TestOrderFigureSaysTheTable checks that the legend has the share of satisfied edges from the table, even if the mean scores
// satisfy all edges or none.
func TestOrderFigureSaysTheTable(t *testing.T) {
	r := planted(8, 0.15, 0.2, 0.25)
	r.Features = []string{"a", "b"}
	for i := range r.Rows {
		r.Rows[i].Scores = []study.Estimate{study.NewEstimate([]float64{0.5, 0.6, 0.7}, 0.95), study.NewEstimate([]float64{0.1, 0.1, 0.1}, 0.95)}
	}
	svg := must.Of(must.Of(r.OrderFigure()).In(t).SVG()).In(t)
	for i, want := range []string{"unconstrained (50.0 %)", "igbo, paper (100.0 %)", "the models satisfy (3 seeds)"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("no %q in the figure", want)
		}
		if i < 2 && !strings.Contains(want, r.errorTable().Rows[2+i][3]) {
			t.Errorf("the table has %q", r.errorTable().Rows[2+i])
		}
	}
}

// TestFewSeeds checks that there is one warning about two seeds, and that one seed has no error bars.
func TestFewSeeds(t *testing.T) {
	for seeds, want := range map[int]int{1: 0, 2: 1, 3: 0} {
		r := planted(8, make([]float64, seeds)...)
		if got := strings.Count(strings.Join(r.errorTable().Notes, " "), "degree of freedom"); got != want {
			t.Errorf("%d seeds: %d warnings, want %d", seeds, got, want)
		}
		if bars := r.bars(func(row Row) []study.Estimate { return []study.Estimate{row.MSE} }); (bars[0].Low == nil) != (seeds == 1) {
			t.Errorf("%d seeds: error bars %v", seeds, bars[0].Low)
		}
	}
}
