package shortcut

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// Names of the posteriors that compete with linear students and use the knowledge of an edge or of a deletion.
const (
	bare    = benchmark.PosteriorBare
	without = "posterior, suspect deleted"
	hard    = "posterior, edges"
	soft    = "posterior, soft edges"
	stacked = "stacking, edges"
)

// competingMethods returns the competing methods of a linear student, or none for other students.
func competingMethods(n benchmark.Network, loss task.Kind) []benchmark.Method {
	if n.Model.Kind != models.KindLinear {
		return nil
	}
	believed := func(name string) benchmark.Method { return benchmark.Named(benchmark.Believed(), name) }
	informed := func(label, name string) benchmark.Method { // knows that each suspect matters less than any other feature
		return benchmark.Recipe{Label: label, Learn: func(ctx context.Context, b compute.Backend, p *benchmark.Problem, s benchmark.Setting, seed int64) (benchmark.Fitted, error) {
			order, err := benchmark.Edged(p, 1e-6)
			if err != nil {
				return nil, err
			}
			own := *p
			own.Order = order
			return believed(name).Fit(ctx, b, &own, s, seed)
		}}
	}
	all := []benchmark.Method{believed(bare), benchmark.Blind(without, believed(bare)), informed(hard, benchmark.PosteriorOrder), informed(soft, benchmark.PosteriorSoft)}
	if loss == task.KindSquared {
		all = append(all, informed(stacked, benchmark.Stacked))
	}
	return all
}
