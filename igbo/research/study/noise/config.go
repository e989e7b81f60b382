package noise

import (
	"context"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the simulation.
type Config struct {
	Cases []Case `json:"cases" bounds:"some"`
	// Sigmas are the standard deviations of the noise. For each, Draws samples are drawn from Seed.
	Sigmas []float64 `json:"sigmas" bounds:"distinct (0, inf)"`
	Draws  int       `json:"draws" bounds:"[2, inf)"`
	Seed   uint64    `json:"seed"`
}

// Case is a rule with a pair of gradients.
type Case struct {
	Name string `json:"name"`
	// Rule names the projection rule, Lambda is its trade-off λ.
	Rule   string  `json:"rule"`
	Lambda float64 `json:"lambda"`
	// G1 and G2 are the gradients without noise.
	G1 []float64 `json:"g1"`
	G2 []float64 `json:"g2"`
}

// DefaultConfig returns P away from c = 0, P at c = 0 with a jump and without one, and the continuous rule at c = 0. The noise
// is σ = 1/√B for batch sizes B = 16, 64, …, 16384.
func DefaultConfig() Config {
	g1, conflict, boundary := []float64{1, 0}, []float64{-1, 2}, []float64{0, 1}
	c := Config{
		Cases: []Case{
			{"P(0.7), conflict", "paper", 0.7, g1, conflict},
			{"P(0.7), c = 0", "paper", 0.7, g1, boundary},
			{"P(½), c = 0", "paper", 0.5, g1, boundary},
			{"continuous(0.7), c = 0", "continuous", 0.7, g1, boundary},
		},
		Draws: 200000, Seed: 1,
	}
	for _, b := range []float64{16, 64, 256, 1024, 4096, 16384} {
		c.Sigmas = append(c.Sigmas, 1/math.Sqrt(b))
	}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "noise",
		Question: "With which powers of the gradient noise σ do bias and variance of a combined gradient fall (Theorem 5, Corollary 3)?",
		Results:  committed,
		Brief:    []string{"draws=1000"},
		Folded:   []string{"Cases[0].Name", "Cases[1].Name", "Cases[2].Name", "Cases[3].Name"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := study.Check("noise", c); err != nil {
		return err
	}
	for _, k := range c.Cases {
		if _, err := projection.ByName(k.Rule); err != nil {
			return err
		}
		if len(k.G1) != len(k.G2) || len(k.G1) == 0 {
			return fmt.Errorf("noise: the gradients g1 and g2 must have the same length, at least 1, got %d and %d", len(k.G1), len(k.G2))
		}
	}
	points := float64(len(c.Cases)) * float64(len(c.Sigmas))
	return limits.Count(fmt.Sprintf("%d draws for %g deviations", c.Draws, points), float64(c.Draws)*points)
}

// Cells implements workflow.Study: a cell for each case and standard deviation.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	found := workflow.Grid(p, simulate, len(c.Cases), func(int) int { return len(c.Sigmas) }, func(i, stream int) (workflow.Cell, settings) {
		k, sigma := c.Cases[i], c.Sigmas[stream]
		cell := workflow.Cell{Name: fmt.Sprintf("case %d, %s, at σ %d = %.3g", i+1, k.Name, stream+1, sigma), Steps: (c.Draws + between - 1) / between}
		return cell, settings{Rule: k.Rule, Lambda: k.Lambda, G1: k.G1, G2: k.G2, Sigma: sigma, Draws: c.Draws, Seed: c.Seed, Stream: uint64(stream)}
	})
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, k := range c.Cases {
			curve := Curve{Case: k, Points: workflow.All(parts, found[i])}
			curve.fit()
			r.Curves = append(r.Curves, curve)
		}
		return r, nil
	}, nil
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// Point is the bias and the variance of a combined gradient at one noise level.
type Point struct {
	// Sigma is the standard deviation of the noise on every coordinate of both gradients.
	Sigma float64 `json:"sigma"`
	// Bias is ‖E[v(g1+e1, g2+e2)] − v(g1, g2)‖, Variance is E‖v − E[v]‖².
	Bias     float64 `json:"bias"`
	Variance float64 `json:"variance"`
}

// settings are the settings of a cell.
type settings struct {
	Rule   string
	Lambda float64
	G1, G2 []float64
	Sigma  float64
	Draws  int
	Seed   uint64
	Stream uint64
}

// between is the number of draws between two progress reports.
const between = 1024

// simulate draws Gaussian noise on both gradients. The standard error of the bias is about √(variance/draws).
func simulate(ctx context.Context, w *workflow.Work, s settings) (Point, error) {
	rule, err := projection.ByName(s.Rule)
	if err != nil {
		return Point{}, err
	}
	rng := rand.New(rand.NewPCG(s.Seed, s.Stream))
	noisy := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i, v := range g {
			out[i] = v + s.Sigma*rng.NormFloat64()
		}
		return out
	}
	clean := projection.Combine(rule, s.G1, s.G2, s.Lambda)
	mean, squares := make([]float64, len(s.G1)), 0.0
	for n := range s.Draws {
		if n%between == 0 {
			if err := ctx.Err(); err != nil {
				return Point{}, err
			}
			w.Step(n / between)
		}
		for i, v := range projection.Combine(rule, noisy(s.G1), noisy(s.G2), s.Lambda) {
			mean[i] += v / float64(s.Draws)
			squares += v * v / float64(s.Draws)
		}
	}
	bias, size := 0.0, 0.0
	for i, m := range mean {
		bias += (m - clean[i]) * (m - clean[i])
		size += m * m
	}
	return Point{Sigma: s.Sigma, Bias: math.Sqrt(bias), Variance: squares - size}, nil
}
