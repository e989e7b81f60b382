package benchmark_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// offset returns a method that predicts the training mean plus its strength.
func offset(settings ...benchmark.Setting) benchmark.Method {
	return benchmark.Recipe{Label: "offset", Grid: settings, Learn: func(_ context.Context, _ compute.Backend, p *benchmark.Problem, s benchmark.Setting, _ int64) (benchmark.Fitted, error) {
		return append(make(benchmark.Line, len(p.Train.Features)), floats.Sum(p.Train.Y)/float64(len(p.Train.Y))+s.Strength), nil
	}}
}

// TestTuneChoosesTheLeast checks that the setting with the least held-out loss is chosen, that a handicap counts, and that a
// loss that is NaN is never chosen.
func TestTuneChoosesTheLeast(t *testing.T) {
	p := problem(t, task.Loss{}, 20, 1)
	for _, c := range []struct {
		settings []benchmark.Setting
		want     float64
	}{
		{[]benchmark.Setting{{Strength: 3}, {Strength: 0}, {Strength: -3}}, 0},
		{[]benchmark.Setting{{Strength: 3}, {Strength: 0, Handicap: 1e6}, {Strength: 50}}, 3},
		{[]benchmark.Setting{{Strength: math.NaN()}, {Strength: 5}}, 5},
	} {
		_, chosen, err := benchmark.Tune(t.Context(), nil, offset(c.settings...), p, benchmark.DefaultTuneOptions(1))
		if err != nil || chosen.Setting.Strength != c.want || len(chosen.Losses) != len(c.settings) || chosen.Fits != 5*len(c.settings)+1 {
			t.Errorf("chose %+v of %v, want %g, %v", chosen, c.settings, c.want, err)
		}
	}
}

// TestGate checks that a gate keeps a method only if it is better than its fallback, also within folds.
func TestGate(t *testing.T) {
	p := problem(t, task.Loss{}, 20, 1)
	bad, good := offset(benchmark.Setting{Strength: 40}), offset(benchmark.Setting{Strength: 0})
	for _, c := range []struct {
		method, fallback benchmark.Method
		kept             float64
	}{{good, bad, 1}, {bad, good, 0}, {good, good, 0}} {
		g := benchmark.Gated{Method: c.method, Fallback: c.fallback, Handicap: 1, Options: benchmark.DefaultTuneOptions(1)}
		_, chosen, err := benchmark.Tune(t.Context(), nil, g, p, benchmark.DefaultTuneOptions(1))
		if err != nil || chosen.Setting.Strength != c.kept {
			t.Errorf("%+v, want %g kept, %v", chosen, c.kept, err)
		}
	}
}

// TestTunedPenalty checks that a student that tunes its own penalty uses ridge's grid and reports it.
func TestTunedPenalty(t *testing.T) {
	s := benchmark.DefaultStudent()
	s.Tuned, s.Steps = true, 5
	if !slices.Equal(s.Settings(), benchmark.Ridge().Settings()) {
		t.Errorf("settings %v, want ridge's", s.Settings())
	}
	_, chosen, err := benchmark.Tune(t.Context(), backendtest.Open(t), s, problem(t, task.Loss{}, 16, 1), benchmark.DefaultTuneOptions(1))
	if err != nil || chosen.Losses[slices.Index(s.Settings(), chosen.Setting)] != slices.Min(chosen.Losses) {
		t.Errorf("%+v, want the least loss, %v", chosen, err)
	}
}
