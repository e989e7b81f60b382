package realdata

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Kind is the kind of models that are fitted to a draw.
type Kind string

// The kinds.
const (
	Linear    Kind = "linear"
	Networks  Kind = "networks"
	Shortcuts Kind = "shortcut"
)

// distribution has the settings of a run.
type distribution struct {
	Config  Config // only the settings that the kind needs
	Set     string
	Samples int
	Kind    Kind
	All     bool // all linear methods
}

// group selects a table, a number of samples and a kind.
type group struct {
	set     string
	samples int
	kind    Kind
	draws   int
}

// groups returns the sets, sizes and kinds.
func (c Config) groups() (all []group) {
	for _, set := range c.Sets {
		for _, n := range c.Sizes {
			all = append(all, group{set, n, Linear, c.draws(n)})
		}
	}
	for _, set := range c.NetworkSets {
		for _, n := range c.Centre {
			if c.NetworkDraws > 0 {
				all = append(all, group{set, n, Networks, c.NetworkDraws})
			}
		}
	}
	for _, set := range c.Shortcut.Sets {
		all = append(all, group{set, c.Shortcut.Samples, Shortcuts, min(c.Around, c.Draws)})
	}
	return all
}

// draws returns the number of draws of n samples for linear models.
func (c Config) draws(n int) int {
	if c.centre(n) {
		return c.Draws
	}
	return min(c.Around, c.Draws)
}

// relevant returns the settings that a kind uses.
func (c Config) relevant(k Kind) Config {
	r := Config{Test: c.Test, Steps: c.Steps, SignedSteps: c.SignedSteps, Rate: c.Rate}
	switch k {
	case Networks:
		r = Config{Test: c.Test, Network: c.Network, NetworkPoints: c.NetworkPoints, NetworkSteps: c.NetworkSteps}
	case Shortcuts:
		r.SignedSteps = 0
		r.Shortcut = Shortcut{Noise: c.Shortcut.Noise, Cap: c.Shortcut.Cap}
	}
	return r
}

// Cells implements workflow.Study: a trial of each set, size and kind.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	groups := c.groups()
	t := trial.Trial[distribution, problems]{Seed0: c.Seed0, Draw: draw, Methods: methods}
	for _, g := range groups {
		l := distribution{c.relevant(g.kind), g.set, g.samples, g.kind, g.kind == Linear && c.centre(g.samples)}
		t.Cases = append(t.Cases, trial.Case[distribution]{Name: fmt.Sprintf("%s, %s, n = %d", g.kind, g.set, g.samples), Draws: g.draws, Steps: len(l.arms(0)), Weight: l.weight(), Settings: l})
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			r.Groups = append(r.Groups, newGroup(groups[i], f))
		}
		return r, nil
	})
}

// arms returns the methods of a kind, each with its knowledge.
func (l distribution) arms(seed int64) []arm {
	switch l.Kind {
	case Networks:
		return l.Config.networks()
	case Shortcuts:
		return l.Config.shortcuts()
	}
	return l.Config.linear(l.All, seed)
}

// draw draws samples.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (problems, error) {
	of, err := load(r.Case.Set)
	if err != nil {
		return nil, err
	}
	return r.Case.problems(of, benchmark.Generator(r.Case.Set, r.Case.Samples, r.Seed))
}

// Draw returns the problem that the study draws for linear models, for a set, a number of training samples, a largest number of
// test samples and a seed.
func Draw(set string, samples, test int, seed int64) (*benchmark.Problem, error) {
	if err := known("set", []string{set}); err != nil {
		return nil, err
	}
	of, err := load(set)
	if err != nil {
		return nil, err
	}
	all, err := distribution{Config: Config{Test: test}, Kind: Linear, Samples: samples}.problems(of, benchmark.Generator(set, samples, seed))
	if err != nil {
		return nil, err
	}
	return all[truly], nil
}

// methods returns the arms that apply; a set without signs or with classes has fewer. With a shortcut, each also has the error
// in the training distribution.
func methods(r trial.Run[distribution], informed problems) (all []trial.Method) {
	for _, a := range r.Case.arms(r.Seed) {
		p := informed[a.informed]
		if a.method.Applies(p) != nil {
			continue
		}
		var more []benchmark.Measure
		if within, ok := informed[inDistribution]; ok {
			more = append(more, func(_ context.Context, _ *workflow.Work, f benchmark.Fitted) ([]float64, error) {
				e, err := benchmark.Error(within, f)
				return []float64{e}, err
			})
		}
		all = append(all, benchmark.Enter(a.name(), a.method, p, r.Seed, more...))
	}
	return all
}

func load(name string) (*set, error) {
	s, err := loaders[name]()
	if err != nil {
		return nil, err
	}
	s.name = name
	return s, nil
}

// inDistribution is the suffix of the name of the problem that is tested in the training distribution.
const inDistribution = ", within"

// problems has the draw by the knowledge of the arms.
type problems map[string]*benchmark.Problem

// problems draws samples of a set.
func (s distribution) problems(of *set, rng *rand.Rand) (problems, error) {
	p := benchmark.Problem{Loss: of.loss, Outputs: of.outputs}
	var err error
	if p.Train, p.Test, err = of.draw(rng, s.Samples, s.Config.Test); err != nil {
		return nil, err
	}
	_, p.Groups = of.columns()
	if s.Kind == Shortcuts {
		return s.suspected(p, rng)
	}
	if p.Signs, err = of.direction(); err != nil {
		return nil, err
	}
	order, err := of.graph()
	if err != nil {
		return nil, err
	}
	random, err := placebo(order, rng)
	if err != nil {
		return nil, err
	}
	upside, err := reversed(order)
	if err != nil {
		return nil, err
	}
	all := problems{}
	for informed, order := range map[string]*dag.DAG{truly: order, relabels: random, reverses: upside} {
		one := p
		one.Order = order
		all[informed] = &one
		if err := one.Validate(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// suspected adds the column that predicts the target in training only.
func (s distribution) suspected(p benchmark.Problem, rng *rand.Rand) (problems, error) {
	k := len(p.Train.Features)
	tell := hints(p, rng, s.Config.Shortcut.Noise)
	others := study.Each(rng.Perm(p.Test.Samples()), func(i int) float64 { return p.Test.Y[i] })
	p.Train = withColumn(p.Train, tell(p.Train.Y))
	alike := withColumn(p.Test, tell(p.Test.Y))
	p.Test = withColumn(p.Test, tell(others))
	p.Groups, p.Suspects = append(slices.Clone(p.Groups), []int{k}), []int{k}
	var names []string
	for i := range p.Groups {
		names = append(names, fmt.Sprintf("feature %d", i))
	}
	var err error
	if p.Order, err = dag.New(names, nil, []dag.Bound{{K: len(names) - 1, Min: 0, Max: s.Config.Shortcut.Cap}}, nil); err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	within := p
	within.Test = alike
	return problems{truly: &p, inDistribution: &within}, nil
}
