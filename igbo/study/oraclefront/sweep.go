package oraclefront

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Cells implements study.Study: for each law and seed an assessor, and an oracle for each rule and λ.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	found := make([][]func(*study.Parts) Seed, len(c.Laws))
	for i, law := range c.Laws {
		for k := range c.Seeds {
			found[i] = append(found[i], c.seed(p, law, c.Seed0+int64(k)))
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, law := range c.Laws {
			r.Laws = append(r.Laws, Law{law, study.Each(found[i], func(of func(*study.Parts) Seed) Seed { return of(parts) })})
		}
		return r, nil
	}, nil
}

// seed adds the cells of a law and a seed, and returns what makes it of their parts.
func (c Config) seed(p *study.Plan, law string, seed int64) func(*study.Parts) Seed {
	d := draw{Law: law, Seed: seed, Samples: c.Samples, Pairs: c.Pairs, Looks: c.Looks}
	a := c.Assessor
	a.Seed = seed
	judged := study.Add(p, study.Cell{Name: fmt.Sprintf("assessor of %s, seed %d", law, seed), Steps: max(a.Steps, 1)}, assess, judgeSettings{d, a})
	sweeps := study.Grid(p, walk, len(c.Rules), func(int) int { return len(c.Lambdas) }, func(i, k int) (study.Cell, pointSettings) {
		rule, lambda := c.Rules[i], c.Lambdas[k]
		cell := study.Cell{Name: fmt.Sprintf("%s at λ = %g on %s, seed %d", rule, lambda, law, seed), Steps: c.Oracle.Steps, Weight: oracleWeight}
		return cell, pointSettings{d, judged, lambda, c.trained(rule, lambda, seed), c.Anchors}
	})
	return func(parts *study.Parts) Seed {
		s := Seed{Seed: seed, Straight: judged.Of(parts).Straight}
		for k, points := range study.Rows(parts, sweeps) {
			markFront(points)
			s.Sweeps = append(s.Sweeps, Sweep{c.Rules[k], points})
		}
		return s
	}
}

// oracleWeight is what a step of an oracle costs beside one of an assessor, about.
const oracleWeight = 6

// draw says which points a cell takes.
type draw struct {
	Law                   string
	Seed                  int64
	Samples, Pairs, Looks int
}

// Streams of a seed, so that no two purposes share numbers.
const (
	forInputs = (iota + 1) << 32
	forBaselines
)

// data are the points to train on.
func (d draw) data() igbo.Data {
	law := datasets.FindLaw(d.Law)
	x, y := law.Draw(d.Samples, uint64(d.Seed))
	return igbo.Data{Features: law.Features(), Steps: law.Steps(), X: x, Y: y}
}

// fresh are points that nothing was trained on.
func (d draw) fresh(stream uint64) []float64 {
	x, _ := datasets.FindLaw(d.Law).Draw(d.Pairs, uint64(d.Seed)+stream)
	return x
}

// judge is a trained assessor, and what it and the law say of straight lines.
type judge struct {
	Assessor []byte
	Straight Point
}

type judgeSettings struct {
	Draw   draw
	Config assessor.Config
}

// assess trains the assessor of a seed.
func assess(ctx context.Context, w *study.Work, s judgeSettings) (found judge, err error) {
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
	Assessor study.Part[judge]
	Lambda   float64
	Oracle   oracle.Config
	Anchors  int
}

// walk trains an oracle, which begins at the straight line.
func walk(ctx context.Context, w *study.Work, s pointSettings) (found Point, err error) {
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

// measure finds the length of paths, each a list of knots, and the share of
// places on them that are within the law's distance.
func (d draw) measure(paths [][][]float64) Point {
	var length float64
	var places []float64
	for _, knots := range paths {
		l := training.NewPolyline(knots)
		length += l.Length() / l.Direct() / float64(len(paths))
		places = append(places, l.Points(d.Looks)...)
	}
	distances := datasets.FindLaw(d.Law).Distance(places)
	valid := floats.Count(func(v float64) bool { return v <= 1 }, distances)
	return Point{Length: length, Valid: float64(valid) / float64(len(distances))}
}
