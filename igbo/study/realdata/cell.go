package realdata

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
)

// Kind is what is fitted to a draw.
type Kind string

// The kinds.
const (
	Linear    Kind = "linear"
	Networks  Kind = "networks"
	Shortcuts Kind = "shortcut"
)

// settings are those of a cell.
type settings struct {
	Config  Config // what the kind needs of it
	Set     string
	Samples int
	Kind    Kind
	All     bool // of the linear methods
	Seed    int64
}

// part is what a cell finds: of each arm its error, with a shortcut that within the training's law, too.
type part struct {
	contest.Tried
	Within []float64
}

// group is what is looked at in one table.
type group struct {
	set     string
	samples int
	kind    Kind
	draws   int
}

// groups are the sets, sizes and kinds.
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

// draws is how many samples of size n are drawn for linear models.
func (c Config) draws(n int) int {
	if c.centre(n) {
		return c.Draws
	}
	return min(c.Around, c.Draws)
}

// relevant are the settings that matter to a kind.
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

// Cells implements study.Study: one for each set, size, kind and draw.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	groups := c.groups()
	found := study.Grid(p, look, len(groups), func(i int) int { return groups[i].draws }, func(i, j int) (study.Cell, settings) {
		g := groups[i]
		s := settings{c.relevant(g.kind), g.set, g.samples, g.kind, g.kind == Linear && c.centre(g.samples), c.Seed0 + int64(j)}
		return study.Cell{Name: fmt.Sprintf("%s, %s, n = %d, draw %d", g.kind, g.set, g.samples, s.Seed), Steps: len(s.arms()), Weight: s.weight()}, s
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, g := range groups {
			r.Groups = append(r.Groups, newGroup(g, study.All(parts, found[i])))
		}
		return r, nil
	}, nil
}

func (s settings) arms() []arm {
	switch s.Kind {
	case Networks:
		return s.Config.networks()
	case Shortcuts:
		return s.Config.shortcuts()
	}
	return s.Config.linear(s.All, s.Seed)
}

// look draws samples and tries every arm that applies.
func look(ctx context.Context, w *study.Work, s settings) (part, error) {
	found := part{}
	of, err := load(s.Set)
	if err != nil {
		return found, err
	}
	problems, err := s.problems(of, contest.Generator(s.Set, s.Samples, s.Seed))
	if err != nil {
		return found, err
	}
	for _, a := range s.arms() {
		p := problems[a.told]
		if a.method.Applies(p) != nil { // a set without signs, or of classes, has fewer rows
			continue
		}
		f, err := found.Try(ctx, w.Backend, a.name(), a.method, p, contest.DefaultTuneOptions(s.Seed))
		if err != nil {
			return found, err
		}
		if within := problems[inLaw]; s.Kind == Shortcuts {
			e, err := contest.Error(within, f)
			if err != nil {
				return found, err
			}
			found.Within = append(found.Within, records.Short(e))
		}
		w.Step(len(found.Names))
	}
	return found, nil
}

func load(name string) (*set, error) {
	s, err := loaders[name]()
	if err != nil {
		return nil, err
	}
	s.name = name
	return s, nil
}

// inLaw is the name of the problem that is tested within the training's law.
const inLaw = ", within"

// problems are the draw with each thing that arms are told.
func (s settings) problems(of *set, rng *rand.Rand) (map[string]*contest.Problem, error) {
	p := contest.Problem{Loss: of.loss, Outputs: of.outputs}
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
	all := map[string]*contest.Problem{}
	for told, order := range map[string]*dag.DAG{truly: order, relabels: random, reverses: upside} {
		one := p
		one.Order = order
		all[told] = &one
		if err := one.Validate(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// suspected adds the column that tells the target in training alone.
func (s settings) suspected(p contest.Problem, rng *rand.Rand) (map[string]*contest.Problem, error) {
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
	return map[string]*contest.Problem{truly: &p, inLaw: &within}, nil
}
