package completeness

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// RuleGap is the completeness gap of one quadrature rule for several numbers M
// of points.
type RuleGap struct {
	Rule   attribution.Rule `json:"rule"`
	Points []int            `json:"points"`
	Gap    []float64        `json:"gap"`
}

// Gaps measures the completeness gap of every quadrature rule with
// the given numbers M of points,
//
//	mean over samples and steps of |Σ_{i,k} TIG_{i,k}[t] − (F(x)_t − F(x′)_t)|,
//
// in the model's units. It computes one attribution of the data for each rule and M. With a model of 64-bit floats, it
// can measure gaps down to about 1e-15.
//
// It returns an error if there are no points, if a rule does not support a number of points, or if the model has several
// baselines or one that depends on the sample.
func Gaps(m *igbo.Model, data igbo.Data, points []int) ([]RuleGap, error) {
	if len(points) == 0 {
		return nil, fmt.Errorf("completeness: points must have at least one entry")
	}
	rise, err := rises(m, data)
	if err != nil {
		return nil, err
	}
	return study.Try(attribution.Rules(), func(_ int, rule attribution.Rule) (RuleGap, error) {
		gaps, err := study.Try(points, func(_, n int) (float64, error) { return gap(m, data, rise, rule, n) })
		return RuleGap{rule, points, gaps}, err
	})
}

// Figure draws gaps against the number of points, with the slope of each rule.
func Figure(gaps []RuleGap, opts ...plots.Option) (plots.Figure, error) {
	curves := study.Each(gaps, func(g RuleGap) plots.QuadratureGap {
		return plots.QuadratureGap{Rule: string(g.Rule), M: g.Points, Gap: g.Gap}
	})
	return plots.Completeness(curves, append([]plots.Option{plots.YLabel("completeness gap, model's units")}, opts...)...)
}

// Table returns the gap of each rule at M points, for the rules that were measured with this number. The note has the ratio of
// the largest gap to the smallest.
func Table(gaps []RuleGap, points int) tabulate.Table {
	t := tabulate.Table{
		Name: "completeness", Title: fmt.Sprintf("Completeness gap at M = %d", points),
		Header: []string{"rule", "gap"}, Data: [][]string{{"rule", "gap"}},
	}
	worst, best := 0.0, math.Inf(1)
	for _, g := range gaps {
		at := slices.Index(g.Points, points)
		if at < 0 || at >= len(g.Gap) {
			continue
		}
		worst, best = math.Max(worst, g.Gap[at]), math.Min(best, g.Gap[at])
		t.Add(tabulate.Words(string(g.Rule)), tabulate.Shown(size(g.Gap[at])), tabulate.InFull(g.Gap[at]))
	}
	if best >= rounding && len(t.Rows) > 1 {
		t.Notes = []string{fmt.Sprintf("The largest gap is %.3g times the smallest gap.", worst/best)}
	}
	return t
}

// rounding is the largest gap that rounding alone can cause.
const rounding = 1e-12

// size formats a gap.
func size(gap float64) string {
	if gap < rounding {
		return "rounding"
	}
	return fmt.Sprintf("%.2e", gap)
}

func gap(m *igbo.Model, data igbo.Data, rise []float64, rule attribution.Rule, points int) (float64, error) {
	probe := *m
	probe.Config.Attribution.Quadrature, probe.Config.Attribution.Points = rule, points
	tig, err := probe.Attribute(data)
	if err != nil {
		return 0, err
	}
	width, sum := len(tig)/len(rise), 0.0
	for i, r := range rise {
		total := 0.0
		for _, v := range tig[i*width : (i+1)*width] {
			total += v
		}
		sum += math.Abs(total-r) / float64(len(rise))
	}
	return sum, nil
}

// rises returns F(x)_t − F(x′)_t for every sample and step, in the model's units.
func rises(m *igbo.Model, data igbo.Data) ([]float64, error) {
	start, err := baselineData(m, data)
	if err != nil {
		return nil, err
	}
	rise, err := m.Predict(data)
	if err != nil {
		return nil, err
	}
	from, err := m.Predict(start)
	if err != nil {
		return nil, err
	}
	scale := 1.0
	if m.Normalization.TargetScale != 0 {
		scale = m.Normalization.TargetScale
	}
	for i := range rise {
		rise[i] = (rise[i] - from[i]) / scale
	}
	return rise, nil
}

// baselineData replaces every sample with the model's baseline, in the data's units.
func baselineData(m *igbo.Model, data igbo.Data) (igbo.Data, error) {
	var values []float64
	switch baselines := m.Config.Attribution.Baselines; {
	case len(baselines) > 1 || len(baselines) == 1 && baselines[0].PerSample != nil:
		return igbo.Data{}, fmt.Errorf("completeness: the model must have one baseline that is the same for every sample")
	case len(baselines) == 1:
		values = baselines[0].Values
	}
	d := len(data.Features)
	start := data
	start.X = make([]float64, len(data.X))
	for i := range start.X {
		k := i % d
		if len(values) > 0 {
			start.X[i] = values[i%len(values)]
		}
		if m.Normalization.Scale != nil {
			start.X[i] = m.Normalization.Shift[k] + m.Normalization.Scale[k]*start.X[i]
		}
	}
	return start, nil
}
