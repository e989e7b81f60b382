package front

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Cells implements workflow.Study: for each distribution and seed an assessor, and an oracle for each rule and λ.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	found := make([][]func(*workflow.Parts) Seed, len(c.Distributions))
	for i, distribution := range c.Distributions {
		for k := range c.Seeds {
			found[i] = append(found[i], c.seed(p, distribution, c.Seed0+int64(k)))
		}
	}
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, distribution := range c.Distributions {
			r.Distributions = append(r.Distributions, Distribution{distribution, study.Each(found[i], func(of func(*workflow.Parts) Seed) Seed { return of(parts) })})
		}
		return r, nil
	}, nil
}

// seed adds the cells of a distribution and a seed, and returns the function that builds its result from their parts.
func (c Config) seed(p *workflow.Plan, distribution string, seed int64) func(*workflow.Parts) Seed {
	d := draw{Distribution: distribution, Seed: seed, Samples: c.Samples, Pairs: c.Pairs, Looks: c.Looks}
	a := c.Assessor
	a.Seed = seed
	judged := workflow.Add(p, workflow.Cell{Name: fmt.Sprintf("assessor of %s, seed %d", distribution, seed), Steps: max(a.Steps, 1)}, assess, judgeSettings{d, a})
	sweeps := workflow.Grid(p, walk, len(c.Rules), func(int) int { return len(c.Lambdas) }, func(i, k int) (workflow.Cell, pointSettings) {
		rule, lambda := c.Rules[i], c.Lambdas[k]
		cell := workflow.Cell{Name: fmt.Sprintf("%s at λ = %g on %s, seed %d", rule, lambda, distribution, seed), Steps: c.Oracle.Steps, Weight: oracleWeight}
		return cell, pointSettings{d, judged, lambda, c.trained(rule, lambda, seed), c.Anchors}
	})
	return func(parts *workflow.Parts) Seed {
		s := Seed{Seed: seed, Straight: judged.Of(parts).Straight}
		for k, points := range workflow.Rows(parts, sweeps) {
			markFront(points)
			s.Sweeps = append(s.Sweeps, Sweep{c.Rules[k], points})
		}
		return s
	}
}

// oracleWeight is the approximate cost of a step of an oracle, in steps of an assessor.
const oracleWeight = 6

// draw selects the points of a cell.
type draw struct {
	Distribution          string
	Seed                  int64
	Samples, Pairs, Looks int
}

// The random streams of a seed. Each purpose has its own.
const (
	forInputs = (iota + 1) << 32
	forBaselines
)

// data returns the training points.
func (d draw) data() igbo.Data {
	distribution := datasets.FindDistribution(d.Distribution)
	x, y := distribution.Draw(d.Samples, uint64(d.Seed))
	return igbo.Data{Features: distribution.Features(), Steps: distribution.Steps(), X: x, Y: y}
}

// fresh returns points that were not used for training.
func (d draw) fresh(stream uint64) []float64 {
	x, _ := datasets.FindDistribution(d.Distribution).Draw(d.Pairs, uint64(d.Seed)+stream)
	return x
}

// judge is a trained assessor with its results and those of the distribution for straight lines.
type judge struct {
	Assessor []byte
	Straight Point
}

type judgeSettings struct {
	Draw   draw
	Config assessor.Config
}

// assess trains the assessor of a seed.
func assess(ctx context.Context, w *workflow.Work, s judgeSettings) (found judge, err error) {
	data := s.Draw.data()
	points, err := oracle.Points(data)
	if err != nil {
		return found, err
	}
	a, err := training.Assessor(ctx, w, s.Config, points, "", 0)
	if err != nil {
		return found, err
	}
	if found.Assessor, err = a.MarshalBinary(); err != nil {
		return found, err
	}
	var straight [][][]float64
	x, from, width := s.Draw.fresh(forInputs), s.Draw.fresh(forBaselines), len(data.X)/s.Draw.Samples
	for i := 0; i < len(x); i += width {
		straight = append(straight, [][]float64{from[i : i+width], x[i : i+width]})
	}
	found.Straight = s.Draw.measure(straight)
	return found, nil
}

type pointSettings struct {
	Draw     draw
	Assessor workflow.Part[judge]
	Lambda   float64
	Oracle   oracle.Config
	Anchors  int
}

// walk trains an oracle, which starts at the straight line.
func walk(ctx context.Context, w *workflow.Work, s pointSettings) (found Point, err error) {
	a, err := assessor.Decode(s.Assessor.Of(w.Parts).Assessor)
	if err != nil {
		return found, err
	}
	s.Oracle.OnStep, s.Oracle.Checkpoints = w.Step, training.Checkpoints(w, "oracle")
	trained, err := oracle.Train(ctx, w.Backend, s.Oracle, s.Draw.data(), a)
	if err != nil {
		return found, err
	}
	paths, err := trained.Oracle.Anchors(s.Draw.fresh(forInputs), s.Draw.fresh(forBaselines), s.Anchors)
	if err != nil {
		return found, err
	}
	found = s.Draw.measure(paths)
	found.Lambda, found.Conflict = s.Lambda, trained.History.ConflictShare()
	return found, nil
}

// measure returns the length of paths, each a list of knots, and the share of places on them within the distribution's
// distance.
func (d draw) measure(paths [][][]float64) Point {
	var length float64
	var places []float64
	for _, knots := range paths {
		l := training.NewPolyline(knots)
		length += l.Length() / l.Direct() / float64(len(paths))
		places = append(places, l.Points(d.Looks)...)
	}
	distances := datasets.FindDistribution(d.Distribution).Distance(places)
	valid := floats.Count(func(v float64) bool { return v <= 1 }, distances)
	return Point{Length: length, Valid: float64(valid) / float64(len(distances))}
}
