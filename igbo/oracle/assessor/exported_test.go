package assessor

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero values and excessive numbers.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	backend, good := backendtest.Open(t), points(datasets.Curve{}, 40, 1)
	var none context.Context
	with := func(change func(c *Config)) func() error {
		c := quick()
		change(&c)
		return c.Validate
	}
	train := func(change func(c *Config, p *Points)) func() error {
		return func() error {
			c, p := quick(), good.with(append([]float64{}, good.X...))
			change(&c, &p)
			_, err := Train(t.Context(), backend, c, p)
			return err
		}
	}
	a := made(t, quick(), good)
	energies := func(p Points) func() error {
		return func() error { _, err := Energies(backend, a, p); return err }
	}
	energy := func(a Assessor, build func(g *graph.Graph) *graph.Node) func() error {
		return func() error {
			g := graph.NewGraph(backend, "energy")
			defer g.Finalize()
			a.Energy(build(g))
			return nil
		}
	}
	exported.Check(t, map[string]exported.Call{
		"Config.Validate": exported.Bad(Config{}.Validate, with(func(c *Config) { c.Steps = math.MinInt }), with(func(c *Config) { c.Steps = math.MaxInt }),
			with(func(c *Config) { c.Hidden = math.MaxInt }), with(func(c *Config) { c.Batch = math.MaxInt }), with(func(c *Config) { c.Window = math.MinInt }),
			with(func(c *Config) { c.LearningRate = math.Inf(1) }), with(func(c *Config) { c.NoiseMax = math.Inf(1) }), with(func(c *Config) { c.NoiseMin = 2 }),
			with(func(c *Config) { c.HeldOut = math.NaN() }), with(func(c *Config) { c.HeldOut = 1 })),
		"Points.Validate": exported.Bad(Points{}.Validate, Points{Features: good.Features, Steps: math.MaxInt, X: good.X}.Validate, Points{Features: good.Features, Steps: math.MinInt, X: good.X}.Validate, good.with(nil).Validate,
			Points{Features: []string{"a", "a"}, Steps: 1, X: good.X}.Validate),
		"Train": exported.Bad(func() error { _, err := Train(none, backend, quick(), good); return err },
			func() error { _, err := Train(t.Context(), nil, quick(), good); return err },
			train(func(c *Config, _ *Points) { *c = Config{} }), train(func(_ *Config, p *Points) { *p = Points{} }), train(func(_ *Config, p *Points) { p.X[3] = math.NaN() }), train(func(_ *Config, p *Points) { p.X[3] = 1e30 }),
			train(func(_ *Config, p *Points) { p.X = p.X[:10] }), train(func(_ *Config, p *Points) { p.X = p.X[1:] })),
		"Energies": exported.Bad(func() error { _, err := Energies(nil, a, good); return err }, func() error { _, err := Energies(backend, nil, good); return err },
			energies(Points{}), energies(points(datasets.AR{}, 20, 1)), energies(good.with([]float64{1, math.NaN()})), energies(good.with([]float64{1, 2, 3}))),
		"Hinge":         exported.Bad(func() error { Hinge(nil, nil); return nil }, func() error { Hinge(a, nil); return nil }),
		"Decode":        exported.Bad(func() error { _, err := Decode(nil); return err }, func() error { _, err := Decode([]byte(magic)); return err }),
		"Points.Series": exported.Total("0 where there are none"),
		"DefaultConfig": exported.Total("no argument"),
	})
	for i, bad := range []func() error{
		energy(a, func(g *graph.Graph) *graph.Node { return graph.Const(g, [][]float64{{1, 2}}) }),
		energy(a, func(g *graph.Graph) *graph.Node { return graph.Const(g, [][][]float64{{{1, 2, 3}}}) }),
		energy(a, func(g *graph.Graph) *graph.Node { return graph.Const(g, [][][]int32{{{1, 2}}}) }),
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), "assessor: ") {
					t.Errorf("bad points %d: %v", i, err)
				}
			}()
			_ = bad()
		}()
	}
}

// TestConstantFeature checks that the error names the constant feature.
func TestConstantFeature(t *testing.T) {
	p := points(datasets.Curve{}, 40, 1)
	for i := 1; i < len(p.X); i += 2 {
		p.X[i] = 3
	}
	_, err := Train(t.Context(), backendtest.Open(t), quick(), p)
	refusal.Check(t, err, "feature "+p.Features[1]+" is constant, 3")
}
