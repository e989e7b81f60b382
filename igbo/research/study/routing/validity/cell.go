package validity

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
)

// settings are the settings of a cell.
type settings struct {
	Config       Config // without distributions and seeds
	Distribution string
	Seed         int64
}

// part is the result of a cell.
type part struct {
	// Routes are the names of the paths, Scores their measures.
	Routes []string
	Scores []map[string]float64
	// Data is the share of fresh inputs that are valid. Unexplained is the squared error of the networks on them divided by
	// the variance of the target, if the distribution is known.
	Data        float64
	Unexplained float64
}

// Cells implements workflow.Study: a cell for each distribution and seed.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	alone := c
	alone.Distributions, alone.Seeds, alone.Seed0, alone.Level = nil, 0, 0, 0
	found := workflow.Grid(p, look, len(c.Distributions), func(int) int { return c.Seeds }, func(i, j int) (workflow.Cell, settings) {
		distribution, seed := c.Distributions[i], c.Seed0+int64(j)
		return workflow.Cell{Name: fmt.Sprintf("%s of seed %d", distribution, seed), Steps: c.cellSteps(distribution)}, settings{alone, distribution, seed}
	})
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, distribution := range c.Distributions {
			r.Distributions = append(r.Distributions, newDistribution(distribution, workflow.All(parts, found[i])))
		}
		return r, nil
	}, nil
}

// look trains all models on a distribution's data and measures every route.
func look(ctx context.Context, w *workflow.Work, s settings) (part, error) {
	p, err := newProblem(s.Config, s.Distribution, s.Seed)
	if err != nil {
		return part{}, err
	}
	n, err := trainNetworks(ctx, w, s.Config, p, s.Distribution, s.Seed)
	if err != nil {
		return part{}, err
	}
	defer n.close()
	b := &bench{Config: s.Config, problem: p, networks: n, found: map[ends][]float64{}}
	routes, err := b.routes(ctx, w, s)
	if err != nil {
		return part{}, err
	}
	found := part{}
	if found.Data, err = b.judge.share(b.fresh); err != nil {
		return part{}, err
	}
	if found.Unexplained, err = b.unexplained(); err != nil {
		return part{}, err
	}
	for _, r := range routes {
		if err := ctx.Err(); err != nil {
			return part{}, err
		}
		m, err := b.measure(r)
		if err != nil {
			return part{}, fmt.Errorf("routing: %s: %w", r.name, err)
		}
		found.Routes, found.Scores = append(found.Routes, r.name), append(found.Scores, m)
	}
	w.Step(s.Config.cellSteps(s.Distribution))
	return found, nil
}

// unexplained returns the mean squared difference between the networks and the true function on fresh inputs, divided by the
// variance of the target. It returns 0 without a known distribution.
func (b *bench) unexplained() (float64, error) {
	if b.distribution == nil {
		return 0, nil
	}
	want, sum := b.distribution.Output(b.raw(b.fresh)), 0.0
	for j := range b.weights {
		if err := b.use(j); err != nil {
			return 0, err
		}
		y, err := b.at(b.fresh)
		if err != nil {
			return 0, err
		}
		for i, v := range y {
			sum += math.Pow((v-want[(i+1)*b.steps-1])/b.targetScale, 2) / float64(len(y)*len(b.weights))
		}
	}
	return sum, nil
}
