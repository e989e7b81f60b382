package routing

import (
	"context"
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/oracle/rival"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Names of the paths.
const (
	straightName  = "straight"
	baselinesName = "baselines"
	geodesicName  = "geodesic"
	relaxedName   = "relaxed"
	guidedName    = "guided"
	oracleName    = "oracle-" // and the assessor's kind
)

// routes trains assessors and oracles and lists the paths of a cell; it sets the judge.
func (b *bench) routes(ctx context.Context, w *study.Work, s settings) ([]route, error) {
	oracles, steps := map[assessor.Kind]*oracle.Oracle{}, b.networksOf(s.Law)*b.trainingSteps(s.Law)
	var err error
	for _, kind := range b.kinds(s.Law) {
		judge, cfg := b.assessor(kind, b.steps), b.oracle(b.steps)
		judge.Seed, cfg.Seed = s.Seed, s.Seed
		if oracles[kind], err = training.Oracle(ctx, w, judge, cfg, b.train, "-"+string(kind), steps); err != nil {
			return nil, err
		}
		steps += judge.Steps + cfg.Steps
	}
	if b.judge = b.byLaw; b.law == nil {
		if b.judge, err = b.byAssessor(ctx, w, -1-s.Seed, steps); err != nil {
			return nil, err
		}
	}
	relaxed := b.Relaxed
	relaxed.Anchors = b.Anchors
	routes := []route{
		{name: straightName}, {name: baselinesName, averaged: true},
		{name: geodesicName, anchors: b.laid(w, func(p rival.Pairs) (attribution.PiecewiseLinear, error) {
			return rival.Geodesic(b.train.X, p, rival.GeodesicConfig{Neighbours: b.Neighbours, Anchors: b.Anchors})
		})},
		{name: relaxedName, anchors: b.laid(w, func(p rival.Pairs) (attribution.PiecewiseLinear, error) {
			return rival.Relaxed(ctx, w.Backend, oracles[assessor.Contrastive].Assessor, p, relaxed)
		})},
		{name: guidedName, own: true, anchors: b.laid(w, func(p rival.Pairs) (attribution.PiecewiseLinear, error) {
			return rival.Guided(ctx, b.gradient, p, rival.GuidedConfig{Anchors: b.Anchors, Fraction: b.Guided})
		})},
	}
	for _, kind := range b.kinds(s.Law) {
		path, err := oracles[kind].Path(b.Anchors)
		if err != nil {
			return nil, err
		}
		routes = append(routes, route{name: oracleName + string(kind), anchors: b.along(w, path.(attribution.Segmented))})
	}
	return routes, nil
}

// kinds are the assessors of a law: a density in few dimensions alone.
func (c Config) kinds(law string) []assessor.Kind {
	kinds := []assessor.Kind{assessor.GAN, assessor.Contrastive}
	if l := datasets.FindLaw(law); l != nil && l.Steps()*len(l.Features()) <= maxDensity {
		kinds = append(kinds, assessor.Density)
	}
	return kinds
}

// maxDensity is the largest T·D for which a density is an assessor.
const maxDensity = 2

// assessor is the configuration of a kind for series of so many steps.
func (c Config) assessor(kind assessor.Kind, steps int) assessor.Config {
	cfg := map[assessor.Kind]assessor.Config{assessor.GAN: c.GAN, assessor.Contrastive: c.Contrastive, assessor.Density: c.Density}[kind]
	if steps <= cfg.Window {
		cfg.Window = 0
	}
	return cfg
}

// laid finds the anchors of paths that are laid for each list of pairs.
func (b *bench) laid(w *study.Work, lay func(p rival.Pairs) (attribution.PiecewiseLinear, error)) func(x, baseline []float64) ([]float64, error) {
	return func(x, baseline []float64) ([]float64, error) {
		path, err := lay(rival.Pairs{Steps: b.steps, Features: len(b.features), X: x, Baseline: baseline})
		if err != nil {
			return nil, err
		}
		return b.along(w, path)(x, baseline)
	}
}

// along reads the anchors of a path: K·T·D numbers each, pair by pair.
func (b *bench) along(w *study.Work, path attribution.Segmented) func(x, baseline []float64) ([]float64, error) {
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

// judge tells which points are valid.
type judge func(points []float64) ([]bool, error)

// share is how many of the points are valid.
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

// byLaw judges points by the law's own distance.
func (b *bench) byLaw(points []float64) ([]bool, error) {
	return study.Each(b.law.Distance(b.raw(points)), func(d float64) bool { return d <= 1 }), nil
}

// byAssessor is a judge without a law: an assessor of the contrastive kind, trained on other
// data with another seed, after some of the cell's steps.
func (b *bench) byAssessor(ctx context.Context, w *study.Work, seed int64, after int) (judge, error) {
	points, err := oracle.Points(b.train)
	if err != nil {
		return nil, err
	}
	cfg := b.assessor(assessor.Contrastive, b.steps)
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

// cellSteps are the training steps of a cell.
func (c Config) cellSteps(law string) int {
	steps := c.networksOf(law) * c.trainingSteps(law)
	for _, kind := range c.kinds(law) {
		steps += c.assessor(kind, math.MaxInt).Steps + c.oracle(stepsOf(law)).Steps
	}
	if datasets.FindLaw(law) == nil {
		steps += c.Contrastive.Steps
	}
	return steps
}
