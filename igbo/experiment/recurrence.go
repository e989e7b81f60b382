package experiment

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// Recurrence tells how many edges of a DAG from one sample the same rule draws
// again on a fresh sample of the same size, for one score and one α.
type Recurrence struct {
	Score string  `json:"score"`
	Alpha float64 `json:"alpha"`
	// Edges counts the edges from the validation points, Recurring those of
	// them that the fresh points give as well.
	Edges     *Stat `json:"edges"`
	Recurring *Stat `json:"recurring"`
	// Chance is the number of recurring edges if the two graphs of a seed had
	// nothing to do with each other: the product of their edges over D(D−1).
	Chance *Stat `json:"chance"`
}

// RecurrenceConfig says which graphs are compared.
type RecurrenceConfig struct {
	// Base is the experiment whose teachers are scored; its Alpha does not count.
	Base Config `json:"base"`
	// Alphas are the thresholds α of the rule.
	Alphas []float64 `json:"alphas"`
}

// Recur trains the teacher of every seed and measures the recurrence for both
// scores and every α. No student is trained. progress may be nil.
func Recur(ctx context.Context, backend compute.Backend, settings RecurrenceConfig, progress Progress) ([]Recurrence, error) {
	cfg, alphas := settings.Base, settings.Alphas
	for _, alpha := range append([]float64{cfg.Alpha}, alphas...) {
		probe := cfg
		probe.Alpha = alpha
		if err := probe.Validate(); err != nil {
			return nil, err
		}
	}
	cfg.Optimizers = nil
	r := &run{cfg: cfg, backend: backend, meter: newMeter(cfg, progress)}
	if err := r.teach(ctx); err != nil {
		return nil, err
	}
	var rows []Recurrence
	for _, kind := range []attribution.ScoreKind{attribution.Signed, attribution.Absolute} {
		for _, alpha := range alphas {
			variant := *r
			variant.cfg.Attribution.Score, variant.cfg.Alpha = kind, alpha
			row, err := variant.recurrence(ctx)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (r *run) recurrence(ctx context.Context) (Recurrence, error) {
	d := float64(r.cfg.Task.Features)
	var edges, recurring, chance []float64
	for _, l := range r.lessons {
		if err := ctx.Err(); err != nil {
			return Recurrence{}, err
		}
		first, err := r.buildDAG(l, l.validation)
		if err != nil {
			return Recurrence{}, err
		}
		again, err := r.buildDAG(l, l.fresh)
		if err != nil {
			return Recurrence{}, err
		}
		edges, recurring = append(edges, float64(len(first.Edges))), append(recurring, float64(common(first, again)))
		chance = append(chance, float64(len(first.Edges))*float64(len(again.Edges))/(d*(d-1)))
	}
	return Recurrence{
		Score: string(r.cfg.Attribution.Score), Alpha: r.cfg.Alpha,
		Edges: newStat(edges), Recurring: newStat(recurring), Chance: newStat(chance),
	}, nil
}
