package teacherstudent

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// plantedAblation returns a result with two seeds on a grid of α, λ and r. Its errors are lower by these shares, in the order
// of the grid.
func plantedAblation(c AblationConfig, edges float64, reductions ...float64) *Ablation {
	a := &Ablation{Config: c}
	for i, cell := range c.cells() {
		row := AblationRow{Alpha: cell.Alpha, Lambda: cell.Lambda, R: cell.R, Edges: study.NewStat([]float64{edges, edges})}
		some := study.NewStat([]float64{1, 1})
		row.BaselineMSE, row.IGBOMSE, row.BaselineLoss, row.IGBOLoss, row.BaselineKept, row.IGBOKept, row.Conflicts = some, some, some, some, some, some, some
		row.Reduction = study.NewStat([]float64{reductions[i], reductions[i]})
		a.Rows = append(a.Rows, row)
	}
	return a
}

// everyCell returns the default grid.
func everyCell() AblationConfig { return DefaultAblationConfig(DefaultConfig()) }

// grid returns a grid with one α.
func grid(lambdas, rs []float64) AblationConfig {
	c := everyCell()
	c.Alphas, c.Lambdas, c.Rs = []float64{0.7}, lambdas, rs
	return c
}

// TestAblationTableSaysWhatItHas checks that one setting has one number, that a graph without edges has none, and that the
// table states if the error is never lower.
func TestAblationTableSaysWhatItHas(t *testing.T) {
	one, two := grid([]float64{0.5}, []float64{1}), grid([]float64{0.3, 0.5}, []float64{1})
	for want, a := range map[string]*Ablation{
		"  0.037 % higher  ":                                                               plantedAblation(one, 9, -0.00037),
		"3 % lower to 0.2 % higher":                                                        plantedAblation(two, 9, -0.002, 0.03),
		"no edges, so identical students":                                                  plantedAblation(one, 0, 0),
		"Ablation: 1 setting of α, λ and r, 2 seeds.":                                      plantedAblation(one, 9, 0.1),
		"never lower than the baseline's; it is equal at α = 0.7":                          plantedAblation(one, 0, 0),
		"never lower than the baseline's; it is closest at α = 0.7, λ = 0.3":               plantedAblation(two, 9, -0.002, -0.03),
		"lower validation MSE in 1 of 2 settings, in 1 of them by more":                    plantedAblation(two, 9, -0.002, 0.03),
		"; best at α = 0.7, λ = 0.5, r = 1: 3 % lower.":                                    plantedAblation(two, 9, -0.002, 0.03),
		"lower validation MSE in 1 of 1 setting, in 1 of them by more than a standard dev": plantedAblation(one, 9, 0.1),
	} {
		if text := a.Tables()[0].Text(); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestAblationFigureShowsThePapersSetting checks that the figure uses the r of the experiment if the grid has it, and shows the
// number of seeds.
func TestAblationFigureShowsThePapersSetting(t *testing.T) {
	for want, c := range map[string]AblationConfig{"baseline, r = 1, 2 seeds": grid([]float64{0.3, 0.5}, []float64{0.5, 1}), "baseline, r = 0.5, 2 seeds": grid([]float64{0.3, 0.5}, []float64{0.5, 2})} {
		figures := must.Of(plantedAblation(c, 9, 0.1, 0.2, 0.3, 0.4).Figures()).In(t)
		if svg, err := figures[0].SVG(); err != nil || !strings.Contains(string(svg), want) {
			t.Errorf("%v, or no %q in the figure", err, want)
		}
	}
}

// TestAblationListsAreRefused checks that empty lists and duplicates are rejected.
func TestAblationListsAreRefused(t *testing.T) {
	studytest.Nonsense(t, everyCell, "", map[string]func(c *AblationConfig){
		"alphas must have at least one entry":  func(c *AblationConfig) { c.Alphas = nil },
		"lambdas must have at least one entry": func(c *AblationConfig) { c.Lambdas = nil },
		"rs must have at least one entry":      func(c *AblationConfig) { c.Rs = nil },
		"lambdas: 0.3 occurs twice":            func(c *AblationConfig) { c.Lambdas = []float64{0.3, 0.5, 0.3} },
	})
}
