package shortcut

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/task"
)

// Names of the rivals of linear students that know as much as an edge or a deletion says, by the posterior.
const (
	bare    = contest.PosteriorBare
	without = "posterior, suspect deleted"
	hard    = "posterior, edges"
	soft    = "posterior, soft edges"
	stacked = "stacking, edges"
)

// rivals are those of a linear student, none of others.
func rivals(n contest.Network, loss task.Kind) []contest.Method {
	if n.Model.Kind != models.KindLinear {
		return nil
	}
	believed := func(name string) contest.Method { return contest.Named(contest.Believed(), name) }
	told := func(label, name string) contest.Method { // that each suspect matters less than any other feature
		return contest.Recipe{Label: label, Learn: func(ctx context.Context, b compute.Backend, p *contest.Problem, s contest.Setting, seed int64) (contest.Fitted, error) {
			order, err := contest.Edged(p, 1e-6)
			if err != nil {
				return nil, err
			}
			own := *p
			own.Order = order
			return believed(name).Fit(ctx, b, &own, s, seed)
		}}
	}
	all := []contest.Method{believed(bare), contest.Blind(without, believed(bare)), told(hard, contest.PosteriorOrder), told(soft, contest.PosteriorSoft)}
	if loss == task.KindSquared {
		all = append(all, told(stacked, contest.Stacked))
	}
	return all
}
