package credit

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// origin is a start of the training and the knowledge that it uses.
type origin struct {
	name   string
	start  benchmark.Start
	signed bool
	// itself is the method whose model is the start.
	itself string
}

// origins are the starts of linear students.
var origins = []origin{
	{"ridge", benchmark.FromRidge, false, "ridge"}, {"ridge, then signs", benchmark.FromRidge, true, "ridge"},
	{"centroid with signs", benchmark.FromCentroid, true, benchmark.Centroid().Name()},
	{"posterior under the order", benchmark.FromMean, false, benchmark.PosteriorOrder},
	{"posterior under order and signs", benchmark.FromMean, true, benchmark.PosteriorBoth},
}

// The ways to train from a start.
const (
	untaught    = "no order"
	feasibility = "feasibility-first"
	paper       = "the paper's P"
)

var ways = []string{untaught, feasibility, paper}

// trained returns the name of a student.
func trained(o origin, way string) string { return fmt.Sprintf("from %s, %s", o.name, way) }

// linear returns the methods of a linear case.
func (c Config) linear() []benchmark.Method {
	all := []benchmark.Method{benchmark.Ridge(), benchmark.Centroid(), benchmark.SignedRidge()}
	for _, m := range benchmark.Believed() {
		switch m.Name() {
		case benchmark.OrderedCone, benchmark.PosteriorSigns, benchmark.PosteriorOrder, benchmark.PosteriorBoth:
			all = append(all, m)
		}
	}
	for _, o := range origins {
		for _, way := range ways {
			s := benchmark.DefaultStudent()
			s.Label, s.Known, s.Start, s.Signed, s.Penalized, s.Steps, s.Rate = trained(o, way), benchmark.Uniform, o.start, o.signed, false, c.Steps, c.Rate
			s.Ignores = way == untaught
			if way == paper {
				s.Rule = "paper"
			}
			all = append(all, s)
		}
	}
	return append(all, averages(rungs, rung, c.mean)...)
}

// rungs are the numbers of draws that are averaged; 0 means all.
var rungs = []int{1, 4, 16, 0}

// rung returns the name of a mean of draws.
func rung(n int, ordered bool) string {
	known := map[bool]string{true: "order", false: "nothing known"}[ordered]
	switch n {
	case 0:
		return "mean of all draws, " + known
	case 1:
		return "one draw, " + known
	}
	return fmt.Sprintf("mean of %d draws, %s", n, known)
}

// averages returns methods that average more and more models of one kind, with the order and without.
func averages(counts []int, name func(n int, ordered bool) string,
	fit func(ctx context.Context, b compute.Backend, p *benchmark.Problem, n int, ordered bool, seed int64) (benchmark.Fitted, error)) (all []benchmark.Method) {
	for _, ordered := range []bool{true, false} {
		for _, n := range counts {
			all = append(all, benchmark.Recipe{Label: name(n, ordered), Learn: func(ctx context.Context, b compute.Backend, p *benchmark.Problem, _ benchmark.Setting, seed int64) (benchmark.Fitted, error) {
				return fit(ctx, b, p, n, ordered, seed)
			}})
		}
	}
	return all
}

// mean returns the mean of n evenly spaced draws of a posterior with Laplace weights, or of all draws.
func (c Config) mean(ctx context.Context, _ compute.Backend, p *benchmark.Problem, n int, ordered bool, seed int64) (benchmark.Fitted, error) {
	s := posterior.DefaultConfig()
	s.Trust, s.Chains, s.Burn, s.Draws, s.Seed, s.Groups = posterior.Hard, 1, c.Burn, c.Sweeps, uint64(seed), p.Groups
	var order posterior.Order
	if ordered {
		order.Above = benchmark.Above(p.Order)
	}
	found, err := posterior.Sample(ctx, p.Train, order, s)
	if err != nil {
		return nil, fmt.Errorf("credit: %w", err)
	}
	if n == 0 {
		w, b := found.Mean()
		return benchmark.Line(append(w, b)), nil
	}
	return benchmark.MeanOf(found, n), nil
}

// waves is the number of additional columns of a feature in an additive model.
const waves = 3

// expanded returns a problem in which each feature has several columns.
func expanded(p *benchmark.Problem) *benchmark.Problem {
	wide := func(d igbo.Data) igbo.Data {
		var x []float64
		var names []string
		for _, v := range d.X {
			u := distuv.UnitNormal.CDF(v)
			x = append(x, v)
			for j := range waves {
				x = append(x, math.Cos(float64(j+2)*math.Pi*u))
			}
		}
		for _, f := range d.Features {
			for j := range waves + 1 {
				names = append(names, fmt.Sprintf("%s, column %d", f, j))
			}
		}
		d.X, d.Features = x, names
		return d
	}
	made := &benchmark.Problem{Train: wide(p.Train), Test: wide(p.Test), Order: p.Order}
	for k := range p.Train.Features {
		var group []int
		for j := range waves + 1 {
			group = append(group, k*(waves+1)+j)
		}
		made.Groups = append(made.Groups, group)
	}
	return made
}

// lagged returns a problem of series as a table. Each step has a row with the columns of all steps up to it, the latest first.
func lagged(p *benchmark.Problem) *benchmark.Problem {
	flat := func(d igbo.Data) igbo.Data {
		k := len(d.Features)
		x := make([]float64, 0, len(d.X)*d.Steps)
		for row := range len(d.X) / k {
			for lag := range d.Steps {
				if lag <= row%d.Steps {
					x = append(x, d.X[(row-lag)*k:(row-lag+1)*k]...)
				} else {
					x = append(x, make([]float64, k)...)
				}
			}
		}
		var names []string
		for lag := range d.Steps {
			for _, f := range d.Features {
				names = append(names, fmt.Sprintf("%s, %d steps ago", f, lag))
			}
		}
		return igbo.Data{Features: names, Steps: 1, X: x, Y: d.Y}
	}
	return &benchmark.Problem{Train: flat(p.Train), Test: flat(p.Test)}
}

// points is the number of quadrature points for networks.
const points = 4

// members are the numbers of networks that share the steps.
var members = []int{1, 4, 8}

// networks returns the name of an average of networks.
func networks(n int, ordered bool) string {
	known := map[bool]string{true: "order", false: "no order"}[ordered]
	if n == 1 {
		return "one network, " + known
	}
	return fmt.Sprintf("%d networks, %s", n, known)
}

// ensemble returns the mean of n networks with different starts, which share the steps equally. Each one is trained on the task
// alone in the first half of its steps, and then with the order or without.
func (c Config) ensemble(ctx context.Context, b compute.Backend, p *benchmark.Problem, n int, ordered bool, seed int64) (benchmark.Fitted, error) {
	spec := models.MLPSpec(models.MLPConfig{Hidden: []int{c.Hidden}, Activation: "tanh"})
	if p.Train.Steps > 1 {
		spec = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: c.Units}}
	}
	cfg := igbo.Recommended(spec)
	cfg.Attribution.Points, cfg.Ridge, cfg.Epochs = points, c.Decay, c.NetworkSteps/n/2
	var order *dag.DAG
	if ordered {
		order = p.Order
	}
	var list []*igbo.Model
	for i := range n {
		cfg.Seed = seed + int64(i)<<32
		m, err := benchmark.Towards(ctx, b, cfg, p.Train, order, true)
		if err != nil {
			return nil, fmt.Errorf("credit: %w", err)
		}
		list = append(list, m)
	}
	if n == 1 {
		return benchmark.Trained(list[0], p.Train), nil
	}
	e, err := igbo.NewEnsemble(list...)
	if err != nil {
		return nil, fmt.Errorf("credit: %w", err)
	}
	m, err := e.Model()
	if err != nil {
		return nil, fmt.Errorf("credit: %w", err)
	}
	return benchmark.Trained(m, p.Train), nil
}
