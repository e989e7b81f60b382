package routing

import (
	"context"
	"embed"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/study"
)

// settings are those of a cell.
type settings struct {
	Config Config // without laws and seeds
	Law    string
	Seed   int64
}

// part is what a cell finds.
type part struct {
	// Routes are the names of the paths, Scores their measures.
	Routes []string
	Scores []map[string]float64
	// Data is the share of fresh inputs that are valid; Unexplained the squared error of the networks on
	// them over the target's variance, where there is a law.
	Data        float64
	Unexplained float64
}

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "oracle",
		Question: "What do attributions gain along paths that a routing oracle keeps in the data, beside simpler ways to keep them there?",
		Seeds:    "seeds", NeedsBackend: true,
		Results: committed,
	}, DefaultConfig)
}

// Cells implements study.Study: one for each law and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	alone := c
	alone.Laws, alone.Seeds, alone.Seed0, alone.Level = nil, 0, 0, 0
	found := study.Grid(p, look, len(c.Laws), func(int) int { return c.Seeds }, func(i, j int) (study.Cell, settings) {
		law, seed := c.Laws[i], c.Seed0+int64(j)
		return study.Cell{Name: fmt.Sprintf("%s of seed %d", law, seed), Steps: c.cellSteps(law)}, settings{alone, law, seed}
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, law := range c.Laws {
			r.Laws = append(r.Laws, newLaw(law, study.All(parts, found[i])))
		}
		return r, nil
	}, nil
}

// look trains everything on a law's data and measures every route.
func look(ctx context.Context, w *study.Work, s settings) (part, error) {
	p, err := newProblem(s.Config, s.Law, s.Seed)
	if err != nil {
		return part{}, err
	}
	n, err := trainNetworks(ctx, w, s.Config, p, s.Law, s.Seed)
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
	w.Step(s.Config.cellSteps(s.Law))
	return found, nil
}

// unexplained is the mean squared difference between networks and the law's own function on fresh
// inputs over the target's variance; 0 without a law.
func (b *bench) unexplained() (float64, error) {
	if b.law == nil {
		return 0, nil
	}
	want, sum := b.law.Output(b.raw(b.fresh)), 0.0
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

//go:embed *.json
var committed embed.FS

// Reported is the committed result, of seeds that were looked at once, with settings that were
// frozen before.
func Reported() (*Result, error) { return study.Reported[*Result](Definition()) }
