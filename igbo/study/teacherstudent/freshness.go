package teacherstudent

import (
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/study"
)

// freshness checks, for both score variants, whether the DAG's edges recur on
// fresh points and whether an arbitrary linear model satisfies it as well as a
// trained one (PAPER verdict: at baseline 0 the signed score of a linear model
// has mean 0 whatever its weights).
func (r *run) freshness() ([]Freshness, error) {
	var checks []Freshness
	for _, kind := range scoreKinds {
		variant := *r
		variant.cfg.Attribution.Score = kind
		check, err := variant.freshnessOf()
		if err != nil {
			return nil, err
		}
		checks = append(checks, check)
	}
	return checks, nil
}

func (r *run) freshnessOf() (Freshness, error) {
	columns := make(map[string][]float64)
	for _, l := range r.seeds {
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
		Edges: study.NewStat(columns["edges"]), Recurring: study.NewStat(columns["recurring"]), Zero: study.NewStat(columns["zero"]),
		Arbitrary: study.NewStat(columns["arbitrary"]), ArbitraryFresh: study.NewStat(columns["arbitrary fresh"]),
		LeastSquaresFresh: study.NewStat(columns["least squares fresh"]),
	}, nil
}

func (r *run) freshnessOfSeed(l *seed) (map[string]float64, error) {
	order, err := r.cfg.Order(l.seed).Build(l.teacher)
	if err != nil {
		return nil, err
	}
	again, err := r.cfg.Order(l.seed).Again(l.teacher)
	if err != nil {
		return nil, err
	}
	arbitrary := arbitraryWeights(r.cfg.Task.Features, l.seed)
	measured := map[string]float64{
		"edges": float64(len(order.Edges)), "recurring": float64(Common(order, again)), "zero": meanEpsilon(order),
	}
	for name, v := range map[string]func() (objective.Value, error){
		"arbitrary": func() (objective.Value, error) {
			return objective.Evaluate(arbitrary.scores(l.Task.Validation, r.cfg.Attribution), order)
		},
		"arbitrary fresh": func() (objective.Value, error) {
			return objective.Evaluate(arbitrary.scores(l.FreshTable, r.cfg.Attribution), order)
		},
		"least squares fresh": func() (objective.Value, error) {
			return objective.Evaluate(l.LeastSquares.scores(l.FreshTable, r.cfg.Attribution), order)
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
func arbitraryWeights(d int, seed int64) Linear {
	rng := rand.New(rand.NewPCG(uint64(seed), 99))
	m := Linear{w: make([]float64, d)}
	for k := range m.w {
		m.w[k] = 0.5 + rng.Float64()
	}
	return m
}

// Common counts the edges that both graphs have.
func Common(a, b *dag.DAG) int {
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
