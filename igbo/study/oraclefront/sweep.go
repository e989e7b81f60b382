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

// Cells implements study.Study: for each law and seed an assessor, and each rule's sweep.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	found := make([][]seedParts, len(c.Laws))
	for i, law := range c.Laws {
		for k := range c.Seeds {
			found[i] = append(found[i], c.seedCells(p, law, c.Seed0+int64(k)))
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, law := range c.Laws {
			l := Law{Law: law}
			for _, s := range found[i] {
				seed := Seed{Seed: s.seed, Straight: s.assessor.Of(parts).Straight, Sweeps: study.All(parts, s.sweeps)}
				l.Seeds = append(l.Seeds, seed)
			}
			r.Laws = append(r.Laws, l)
		}
		return r, nil
	}, nil
}

// seedParts are the promises of a law and a seed.
type seedParts struct {
	seed     int64
	assessor study.Part[judge]
	sweeps   []study.Part[Sweep]
}

func (c Config) seedCells(p *study.Plan, law string, seed int64) seedParts {
	d := draw{Law: law, Seed: seed, Samples: c.Samples, Pairs: c.Pairs, Looks: c.Looks}
	a := c.Assessor
	a.Seed = seed
	s := seedParts{seed: seed}
	cell := study.Cell{Name: fmt.Sprintf("assessor of %s, seed %d", law, seed), Steps: max(a.Steps, 1)}
	s.assessor = study.Add(p, cell, assess, judgeSettings{d, a})
	for _, rule := range c.Rules {
		settings := sweepSettings{Draw: d, Assessor: s.assessor, Rule: rule, Lambdas: c.Lambdas, Anchors: c.Anchors}
		settings.Oracles = study.Each(c.Lambdas, func(lambda float64) oracle.Config { return c.trained(rule, lambda, seed) })
		cell := study.Cell{Name: fmt.Sprintf("%s on %s, seed %d", rule, law, seed), Steps: len(c.Lambdas) * c.Oracle.Steps, Weight: oracleWeight}
		s.sweeps = append(s.sweeps, study.Add(p, cell, sweep, settings))
	}
	return s
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
	s.Config.OnStep, s.Config.Checkpoints = w.Step, training.Checkpoints(w, "assessor")
	a, err := assessor.Train(ctx, w.Backend, s.Config, points)
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

type sweepSettings struct {
	Draw     draw
	Assessor study.Part[judge]
	Rule     string
	Lambdas  []float64
	// Oracles has the settings for each λ.
	Oracles []oracle.Config
	Anchors int
}

// sweep trains a rule's oracles of a seed, each from the straight line.
func sweep(ctx context.Context, w *study.Work, s sweepSettings) (Sweep, error) {
	found := Sweep{Rule: s.Rule}
	a, err := assessor.Decode(s.Assessor.Of(w.Parts).Assessor)
	if err != nil {
		return found, err
	}
	x, from := s.Draw.fresh(forInputs), s.Draw.fresh(forBaselines)
	for i, cfg := range s.Oracles {
		cfg.OnStep, cfg.Checkpoints = func(step int) { w.Step(i*cfg.Steps + step) }, training.Checkpoints(w, fmt.Sprint("point-", i))
		trained, err := oracle.Train(ctx, w.Backend, cfg, s.Draw.data(), a)
		if err != nil {
			return found, fmt.Errorf("λ = %g: %w", s.Lambdas[i], err)
		}
		paths, err := trained.Oracle.Anchors(x, from, s.Anchors)
		if err != nil {
			return found, err
		}
		point := s.Draw.measure(paths)
		point.Lambda, point.Conflict = s.Lambdas[i], trained.History.ConflictShare()
		found.Points = append(found.Points, point)
	}
	markFront(found.Points)
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
