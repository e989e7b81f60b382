package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// scaling times h in forward mode for growing T, D, M and B. It varies one of them at a time, starting from workload.GRUSize,
// for the GRU and causal attention.
func scaling(ctx context.Context, engine compute.Backend, cfg Config) (*outcome.Study, error) {
	base := workload.GRUSize()
	result := &outcome.Study{Header: []string{"model", "size", "values", "shortest of 3", "first run", "exponent", "exponent of CPU time", "goal", ""}}
	for _, m := range []struct {
		name string
		f    attribution.Model
		goal bool
	}{
		{"GRU(32)", models.GRU(models.DefaultGRUConfig()), true},
		{"attention(32)", models.Attention(models.DefaultAttentionConfig()), false},
	} {
		for _, a := range axes() {
			cfg.logf("  %s, %s", m.name, a.name)
			line, err := a.line(ctx, engine, m.f, base, m.goal)
			if err != nil {
				return result, err
			}
			result.Rows = append(result.Rows, append([]string{m.name, a.name}, line...))
		}
	}
	result.Findings = append(result.Findings, "Base: "+base.String()+". The goal is for the exponent of CPU time, which depends less on other work on the machine. Attention itself has order T² and no goal. After a run of more than 2 s, larger sizes of attention are skipped.")
	return result, nil
}

// line measures one axis and returns values, times, first runs, exponents, the goal and the verdict.
func (a axis) line(ctx context.Context, engine compute.Backend, f attribution.Model, base workload.SequenceSize, goal bool) ([]string, error) {
	var ns, ts, cpus, firsts []float64
	var done []int
	for _, n := range a.sizes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := base
		a.set(&s, n)
		c, err := newScores(engine, f, s, attribution.DefaultConfig(), false)
		if err != nil {
			return nil, err
		}
		t, cpu, err := best(ctx, c, 3)
		if err != nil {
			return nil, err
		}
		if err := c.Close(); err != nil {
			return nil, err
		}
		done, ns, ts, cpus, firsts = append(done, n), append(ns, float64(n)), append(ts, t), append(cpus, cpu), append(firsts, c.Ready().First.Wall.Seconds())
		if !goal && t > 2 && len(ns) > 1 { // attention would need gigabytes for larger sizes
			break
		}
	}
	p := Exponent(ns, cpus)
	line := []string{sizes(done), times(ts), times(firsts), fmt.Sprintf("%.2f", Exponent(ns, ts)), fmt.Sprintf("%.2f", p), "", ""}
	if goal {
		line[5], line[6] = fmt.Sprintf("%g to %g", minExponent, maxExponent), outcome.Verdict(minExponent <= p && p <= maxExponent)
	}
	return line, nil
}

// Exponent returns the slope p of log t = p·log n + c by least squares, so time grows as n^p. It needs at least two sizes, and
// all numbers must be positive.
func Exponent(sizes, times []float64) float64 {
	x, y := make([]float64, len(sizes)), make([]float64, len(times))
	for i := range sizes {
		x[i], y[i] = math.Log(sizes[i]), math.Log(times[i])
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}
