package routing

import (
	"context"
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
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
	t := &trainer{ctx: ctx, w: w, seed: s.Seed, done: b.networksOf(s.Law) * b.trainingSteps(s.Law)}
	points, err := oracle.Points(b.train)
	if err != nil {
		return nil, err
	}
	assessors := map[assessor.Kind]assessor.Assessor{}
	for _, kind := range b.kinds(s.Law) {
		if assessors[kind], err = t.assessor(b.assessor(kind, b.steps), points, string(kind)); err != nil {
			return nil, err
		}
	}
	if b.judge = b.byLaw; b.law == nil {
		if b.judge, err = b.byAssessor(t, points); err != nil {
			return nil, err
		}
	}
	routes := []route{
		{name: straightName}, {name: baselinesName, averaged: true},
		{name: geodesicName, anchors: b.geodesic(w)}, {name: relaxedName, anchors: b.relaxed(ctx, w, assessors[assessor.Contrastive])},
		{name: guidedName, anchors: b.guided(ctx, w), own: true},
	}
	for _, kind := range b.kinds(s.Law) {
		o, err := t.oracle(b.oracle(b.steps), b.train, assessors[kind], string(kind))
		if err != nil {
			return nil, err
		}
		path, err := o.Path(b.Anchors)
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

// pairs are the ends of paths as the rivals take them.
func (b *bench) pairs(x, baseline []float64) rival.Pairs {
	return rival.Pairs{Steps: b.steps, Features: len(b.features), X: x, Baseline: baseline}
}

func (b *bench) geodesic(w *study.Work) func(x, baseline []float64) ([]float64, error) {
	return func(x, baseline []float64) ([]float64, error) {
		path, err := rival.Geodesic(b.train.X, b.pairs(x, baseline), rival.GeodesicConfig{Neighbours: b.Neighbours, Anchors: b.Anchors})
		if err != nil {
			return nil, err
		}
		return b.along(w, path)(x, baseline)
	}
}

func (b *bench) relaxed(ctx context.Context, w *study.Work, a assessor.Assessor) func(x, baseline []float64) ([]float64, error) {
	return func(x, baseline []float64) ([]float64, error) {
		cfg := b.Relaxed
		cfg.Anchors = b.Anchors
		path, err := rival.Relaxed(ctx, w.Backend, a, b.pairs(x, baseline), cfg)
		if err != nil {
			return nil, err
		}
		return b.along(w, path)(x, baseline)
	}
}

func (b *bench) guided(ctx context.Context, w *study.Work) func(x, baseline []float64) ([]float64, error) {
	return func(x, baseline []float64) ([]float64, error) {
		path, err := rival.Guided(ctx, b.gradient, b.pairs(x, baseline), rival.GuidedConfig{Anchors: b.Anchors, Fraction: b.Guided})
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
		return inRows(len(x)/width, 2*width, joined(width, x, baseline, nil), func(in *tensors.Tensor) (*tensors.Tensor, error) {
			return exec.Call1(in)
		})
	}
}

// byLaw judges points by the law's own distance.
func (b *bench) byLaw(points []float64) ([]bool, error) {
	distances := b.law.Distance(b.raw(points))
	ok := make([]bool, len(distances))
	for i, d := range distances {
		ok[i] = d <= 1
	}
	return ok, nil
}

// byAssessor is a judge without a law: an assessor of the contrastive kind, trained on other
// data with another seed.
func (b *bench) byAssessor(t *trainer, like assessor.Points) (judge, error) {
	cfg := b.assessor(assessor.Contrastive, b.steps)
	like.X = b.other
	a, err := (&trainer{t.ctx, t.w, -1 - t.seed, t.done}).assessor(cfg, like, "judge")
	if err != nil {
		return nil, err
	}
	t.done += cfg.Steps
	exec, err := NewExec(t.w.Backend, func(x *Node) *Node {
		return a.Energy(Reshape(x, x.Shape().Dim(0), b.steps, len(b.features)))
	})
	if err != nil {
		return nil, fmt.Errorf("routing: %w", err)
	}
	tau, _ := a.Threshold()
	return func(points []float64) ([]bool, error) {
		energies, err := inRows(rows, b.width(), points, func(x *tensors.Tensor) (*tensors.Tensor, error) { return exec.Call1(x) })
		ok := make([]bool, len(energies))
		for i, e := range energies {
			ok[i] = e <= tau
		}
		return ok, err
	}, nil
}

// trainer trains the assessors and oracles of a cell, one after the other.
type trainer struct {
	ctx  context.Context
	w    *study.Work
	seed int64
	done int // steps
}

func (t *trainer) assessor(cfg assessor.Config, points assessor.Points, name string) (assessor.Assessor, error) {
	after := t.done
	cfg.Seed, cfg.OnStep, cfg.Checkpoints = t.seed, func(step int) { t.w.Step(after + step) }, training.Checkpoints(t.w, "assessor-"+name)
	t.done += cfg.Steps
	return assessor.Train(t.ctx, t.w.Backend, cfg, points)
}

func (t *trainer) oracle(cfg oracle.Config, data igbo.Data, a assessor.Assessor, name string) (*oracle.Oracle, error) {
	after := t.done
	cfg.Seed, cfg.OnStep, cfg.Checkpoints = t.seed, func(step int) { t.w.Step(after + step) }, training.Checkpoints(t.w, "oracle-"+name)
	t.done += cfg.Steps
	r, err := oracle.Train(t.ctx, t.w.Backend, cfg, data, a)
	if err != nil {
		return nil, err
	}
	return r.Oracle, nil
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
