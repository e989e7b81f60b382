package validity

import (
	"context"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/oracle/untrained"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Names of the paths.
const (
	straightName  = "straight"
	baselinesName = "baselines"
	geodesicName  = "geodesic"
	relaxedName   = "relaxed"
	oracleName    = "oracle"
)

// routes trains an assessor and an oracle and lists the paths of a cell. It also sets the judge.
func (b *bench) routes(ctx context.Context, w *workflow.Work, s settings) ([]route, error) {
	steps := b.networksOf(s.Distribution) * b.trainingSteps(s.Distribution)
	judge, cfg := b.assessor(b.steps), b.oracle(b.steps)
	judge.Seed, cfg.Seed = s.Seed, s.Seed
	learned, err := training.Oracle(ctx, w, judge, cfg, b.train, "", steps)
	if err != nil {
		return nil, err
	}
	if b.judge = b.byDistribution; b.distribution == nil {
		if b.judge, err = b.byAssessor(ctx, w, -1-s.Seed, steps+judge.Steps+cfg.Steps); err != nil {
			return nil, err
		}
	}
	path, err := learned.Path(b.Anchors)
	if err != nil {
		return nil, err
	}
	relaxed := b.Relaxed
	relaxed.Anchors = b.Anchors
	return []route{
		{name: straightName}, {name: baselinesName, averaged: true},
		{name: geodesicName, anchors: b.laid(w, func(p untrained.Pairs) (attribution.PiecewiseLinear, error) {
			return untrained.Geodesic(b.train.X, p, untrained.GeodesicConfig{Neighbours: b.Neighbours, Anchors: b.Anchors})
		})},
		{name: relaxedName, anchors: b.laid(w, func(p untrained.Pairs) (attribution.PiecewiseLinear, error) {
			return untrained.Relaxed(ctx, w.Backend, learned.Assessor, p, relaxed)
		})},
		{name: oracleName, anchors: b.along(w, path.(attribution.Segmented))},
	}, nil
}

// assessor returns the configuration for series with a number of steps.
func (c Config) assessor(steps int) assessor.Config {
	cfg := c.Assessor
	if steps <= cfg.Window {
		cfg.Window = 0
	}
	return cfg
}

// laid returns a function that computes the anchors of paths without training, for each list of pairs.
func (b *bench) laid(w *workflow.Work, lay func(p untrained.Pairs) (attribution.PiecewiseLinear, error)) func(x, baseline []float64) ([]float64, error) {
	return func(x, baseline []float64) ([]float64, error) {
		path, err := lay(untrained.Pairs{Steps: b.steps, Features: len(b.features), X: x, Baseline: baseline})
		if err != nil {
			return nil, err
		}
		return b.along(w, path)(x, baseline)
	}
}

// along returns a function that returns the anchors of a path, K·T·D numbers per pair.
func (b *bench) along(w *workflow.Work, path attribution.Segmented) func(x, baseline []float64) ([]float64, error) {
	width := b.width()
	return func(x, baseline []float64) ([]float64, error) {
		exec, err := NewExec(w.Backend, func(in *Node) *Node {
			end := func(i int) *Node {
				flat := Slice(in, AxisRange(), AxisRange(), AxisRange(i*width, (i+1)*width))
				return Reshape(flat, in.Shape().Dim(0), b.steps, len(b.features))
			}
			return Concatenate(study.Each(path.Segments(end(0), end(1))[1:], func(s attribution.Segment) *Node { return Reshape(s.Start, in.Shape().Dim(0), width) }), -1)
		})
		if err != nil {
			return nil, fmt.Errorf("routing: %w", err)
		}
		defer exec.Finalize()
		return inRows(len(x)/width, 2*width, joined(width, x, baseline, nil), exec.Call1)
	}
}

// judge reports which points are valid.
type judge func(points []float64) ([]bool, error)

// share returns the share of the points that are valid.
func (j judge) share(points []float64) (float64, error) {
	all, err := j(points)
	n := 0.0
	for _, ok := range all {
		if ok {
			n++
		}
	}
	return n / float64(len(all)), err
}

// byDistribution judges points by the exact distance of the distribution.
func (b *bench) byDistribution(points []float64) ([]bool, error) {
	return study.Each(b.distribution.Distance(b.raw(points)), func(d float64) bool { return d <= 1 }), nil
}

// byAssessor returns a judge for an unknown distribution: an assessor that is trained on other data with another seed, after
// some of the cell's steps.
func (b *bench) byAssessor(ctx context.Context, w *workflow.Work, seed int64, after int) (judge, error) {
	points, err := oracle.Points(b.train)
	if err != nil {
		return nil, err
	}
	cfg := b.assessor(b.steps)
	points.X, cfg.Seed = b.other, seed
	a, err := training.Assessor(ctx, w, cfg, points, "-judge", after)
	if err != nil {
		return nil, err
	}
	exec, err := NewExec(w.Backend, func(x *Node) *Node {
		return a.Energy(Reshape(x, x.Shape().Dim(0), b.steps, len(b.features)))
	})
	if err != nil {
		return nil, fmt.Errorf("routing: %w", err)
	}
	tau, _ := a.Threshold()
	return func(points []float64) ([]bool, error) {
		energies, err := inRows(rows, b.width(), points, exec.Call1)
		return study.Each(energies, func(e float64) bool { return e <= tau }), err
	}, nil
}

// cellSteps returns the training steps of a cell.
func (c Config) cellSteps(distribution string) int {
	steps := c.networksOf(distribution)*c.trainingSteps(distribution) + c.Assessor.Steps + c.oracle(stepsOf(distribution)).Steps
	if datasets.FindDistribution(distribution) == nil {
		steps += c.Assessor.Steps
	}
	return steps
}
