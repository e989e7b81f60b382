package blackbox

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
)

// settings are those of a cell.
type settings struct {
	Set     string
	Samples int
	Seed    int64
	Config  Config // of the methods
	Centre  bool
	Told    study.Part[Published]
}

// draw is what one draw finds, arm by arm.
type draw struct {
	Names, Tunings []string
	Errors, Fits   []float64
}

// Cells implements study.Study: one for each teacher, and one for each set, size and draw.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	own := Config{Test: c.Test, Steps: c.Steps, Queries: c.Queries}
	told := map[string]study.Part[Published]{}
	found := map[string][]study.Part[draw]{}
	for _, set := range c.Sets {
		told[set] = study.Add(p, study.Cell{Name: "the teacher of " + set, Steps: 1}, publish, set)
		for i, n := range c.Sizes {
			for j := range c.Seeds {
				s := settings{set, n, c.Seed0 + int64(j), own, i == 0, told[set]}
				cell := study.Cell{Name: fmt.Sprintf("%s, n = %d, draw %d", set, n, s.Seed), Steps: 1}
				found[name(set, n)] = append(found[name(set, n)], study.Add(p, cell, look, s))
			}
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for _, set := range c.Sets {
			r.Teachers = append(r.Teachers, told[set].Of(parts))
			for _, n := range c.Sizes {
				r.Cases = append(r.Cases, newCase(set, n, study.All(parts, found[name(set, n)])))
			}
		}
		return r, r.conclude()
	}, nil
}

// name is that of a case.
func name(set string, n int) string { return fmt.Sprintf("%s, n = %d", set, n) }

// look draws samples and tries every arm.
func look(ctx context.Context, w *study.Work, s settings) (draw, error) {
	var found draw
	of, err := load(s.Set)
	if err != nil {
		return found, err
	}
	rng := generator(s.Set, s.Samples, s.Seed)
	p := &contest.Problem{Loss: of.loss}
	if p.Train, p.Test, err = of.draw(rng, s.Samples, s.Config.Test); err != nil {
		return found, err
	}
	m, err := of.open(w.Backend)
	if err != nil {
		return found, err
	}
	published := s.Told.Of(w.Parts)
	p.Signs, p.Teacher = published.Signs, contest.Trained(m, p.Train).Predict
	if p.Order, err = published.order(); err != nil {
		return found, err
	}
	other := *p
	if other.Order, err = relabelled(p.Order, rng); err != nil {
		return found, err
	}
	if err := p.Validate(); err != nil {
		return found, err
	}
	o := contest.DefaultTuneOptions(s.Seed)
	for _, a := range s.Config.arms(published, s.Centre, s.Seed) {
		own := p
		if a.placebo {
			own = &other
		}
		_, chosen, e, err := contest.Try(ctx, w.Backend, a.method, own, o) // both problems have one test
		if err != nil {
			return found, err
		}
		found.Names, found.Tunings = append(found.Names, a.name()), append(found.Tunings, contest.Tuning(a.method, o))
		found.Errors, found.Fits = append(found.Errors, records.Short(e)), append(found.Fits, float64(chosen.Fits))
	}
	w.Step(1)
	return found, nil
}

// relabelled is an order whose features have changed places at random.
func relabelled(d *dag.DAG, rng *rand.Rand) (*dag.DAG, error) {
	place := rng.Perm(len(d.Features))
	edges := append([]dag.Edge(nil), d.Edges...)
	for i, e := range edges {
		edges[i].U, edges[i].V = place[e.U], place[e.V]
	}
	return dag.New(d.Features, edges, nil, nil)
}
