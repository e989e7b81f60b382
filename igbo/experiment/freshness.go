package experiment

import (
	"context"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

// freshness checks, for both score variants, whether the DAG's edges recur on
// fresh points and whether an arbitrary linear model satisfies it as well as a
// trained one (PAPER verdict: at baseline 0 the signed score of a linear model
// has mean 0 whatever its weights).
func (r *run) freshness(ctx context.Context) ([]Freshness, error) {
	var checks []Freshness
	for _, kind := range []attribution.ScoreKind{attribution.Signed, attribution.Absolute} {
		variant := *r
		variant.cfg.Attribution.Score = kind
		check, err := variant.freshnessOf(ctx)
		if err != nil {
			return nil, err
		}
		checks = append(checks, check)
	}
	return checks, nil
}

func (r *run) freshnessOf(ctx context.Context) (Freshness, error) {
	columns := make(map[string][]float64)
	for _, l := range r.lessons {
		if err := ctx.Err(); err != nil {
			return Freshness{}, err
		}
		measured, err := r.freshnessOfSeed(l)
		if err != nil {
			return Freshness{}, err
		}
		for name, v := range measured {
			columns[name] = append(columns[name], v)
		}
	}
	d := r.cfg.Task.Features
	return Freshness{
		Score: string(r.cfg.Attribution.Score), PairsTotal: d * (d - 1) / 2,
		Edges: newStat(columns["edges"]), Recurring: newStat(columns["recurring"]), Zero: newStat(columns["zero"]),
		Arbitrary: newStat(columns["arbitrary"]), ArbitraryFresh: newStat(columns["arbitrary fresh"]),
		LeastSquaresFresh: newStat(columns["least squares fresh"]),
	}, nil
}

func (r *run) freshnessOfSeed(l *lesson) (map[string]float64, error) {
	order, err := r.buildDAG(l, l.validation)
	if err != nil {
		return nil, err
	}
	again, err := r.buildDAG(l, l.fresh)
	if err != nil {
		return nil, err
	}
	fresh := l.task.Fresh(r.cfg.Task.Validation, 0)
	arbitrary := arbitraryWeights(r.cfg.Task.Features, l.seed)
	measured := map[string]float64{
		"edges": float64(len(order.Edges)), "recurring": float64(common(order, again)), "zero": meanEpsilon(order),
	}
	for name, v := range map[string]func() (objective.Value, error){
		"arbitrary": func() (objective.Value, error) {
			return objective.Evaluate(arbitrary.scores(l.task.Validation, r.cfg.Attribution), order)
		},
		"arbitrary fresh": func() (objective.Value, error) {
			return objective.Evaluate(arbitrary.scores(fresh, r.cfg.Attribution), order)
		},
		"least squares fresh": func() (objective.Value, error) {
			return objective.Evaluate(l.leastSquares.scores(fresh, r.cfg.Attribution), order)
		},
	} {
		value, err := v()
		if err != nil {
			return nil, err
		}
		measured[name] = value.Loss
	}
	return measured, nil
}

// arbitraryWeights draws positive weights that have nothing to do with the task.
func arbitraryWeights(d int, seed int64) linear {
	rng := rand.New(rand.NewPCG(uint64(seed), 99))
	m := linear{w: make([]float64, d)}
	for k := range m.w {
		m.w[k] = 0.5 + rng.Float64()
	}
	return m
}

// common counts the edges that both graphs have.
func common(a, b *dag.DAG) int {
	n := 0
	for _, e := range a.Edges {
		if b.HasEdgeFromTo(int64(e.U), int64(e.V)) {
			n++
		}
	}
	return n
}

// meanEpsilon is the loss where all mean scores are equal.
func meanEpsilon(d *dag.DAG) float64 {
	sum := 0.0
	for _, e := range d.Edges {
		sum += e.Epsilon / float64(len(d.Edges))
	}
	return sum
}
