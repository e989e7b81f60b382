package completeness

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestGapsFallWithTheOrderOfTheRule checks that the gap falls as M^−order, in the units of a standardised series model and for
// a baseline other than zero.
func TestGapsFallWithTheOrderOfTheRule(t *testing.T) {
	w := must.Of(datasets.Weather(3, 40)).In(t)
	data := igbo.Data{Features: w.Train.Features, Steps: 3, X: w.Train.X, Y: w.Train.Y}
	cfg := igbo.DefaultConfig()
	cfg.Model = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 4}}
	cfg.Epochs, cfg.Standardize, cfg.DType = 5, true, "float64"
	cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant("cold", []float64{-1, -1, 0, 0.5})}
	trained := must.Of(igbo.Train(context.Background(), backendtest.Open(t), cfg, data, nil)).In(t)
	gaps := must.Of(Gaps(trained.Model, data, []int{40, 80})).In(t)
	order := map[attribution.Rule]float64{attribution.Left: 1, attribution.Right: 1, attribution.Midpoint: 2, attribution.Trapezoid: 2}
	for _, g := range gaps {
		if want, ok := order[g.Rule]; ok && math.Abs(math.Log2(g.Gap[0]/g.Gap[1])-want) > 0.2 {
			t.Errorf("%s: gaps %.3g, want a fall of order %g", g.Rule, g.Gap, want)
		}
		if g.Rule == attribution.GaussLegendre && g.Gap[0] > 1e-12 {
			t.Errorf("%s: gap %g", g.Rule, g.Gap[0])
		}
	}
	figure := must.Of(Figure(gaps)).In(t)
	if svg, err := figure.SVG(); err != nil || !strings.Contains(string(svg), "gauss-legendre") {
		t.Errorf("a figure without Gauss–Legendre, %v", err)
	}
	if _, err := Gaps(trained.Model, data, nil); err == nil || !strings.Contains(err.Error(), "at least one") {
		t.Errorf("no points: error %v", err)
	}
	two := *trained.Model
	two.Config.Attribution.Baselines = append(two.Config.Attribution.Baselines, two.Config.Attribution.Baselines[0])
	if _, err := Gaps(&two, data, []int{4}); err == nil || !strings.Contains(err.Error(), "one baseline") {
		t.Errorf("two baselines: error %v", err)
	}
}

// TestTable checks that the table has the rules that were measured with this number of points. A gap that is only rounding must
// be labelled as such and have no ratio.
func TestTable(t *testing.T) {
	gaps := []RuleGap{
		{attribution.Left, []int{2, 4}, []float64{1, 0.5}}, {attribution.Midpoint, []int{2, 4}, []float64{0.1, 0.025}},
		{attribution.GaussLegendre, []int{4}, []float64{1e-15}},
	}
	if text := Table(gaps, 4).Text(); !strings.Contains(text, "gauss-legendre  rounding") || strings.Contains(text, "worst") || !strings.Contains(text, "5.00e-01") {
		t.Error(text)
	}
	if table := Table(gaps, 2); len(table.Rows) != 2 || len(table.Notes) != 1 || table.Notes[0] != "The largest gap is 10 times the smallest gap." {
		t.Errorf("table %v", table)
	}
}
