package shortcut

import (
	"context"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/task"
)

// Names of the rivals of linear students that know as much as an edge or a deletion says, by the posterior.
const (
	bare    = "posterior, nothing known"
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
	of := func(label, name string, told func(*contest.Problem) (*contest.Problem, error)) contest.Method {
		m := contest.Named(contest.Believed(), name)
		return contest.Recipe{Label: label, Learn: func(ctx context.Context, b compute.Backend, p *contest.Problem, s contest.Setting, seed int64) (contest.Fitted, error) {
			own, err := told(p)
			if err != nil {
				return nil, err
			}
			f, err := m.Fit(ctx, b, own, s, seed)
			if label == without && err == nil {
				f = blind{f, p.Suspects, len(p.Train.Features)}
			}
			return f, err
		}}
	}
	all := []contest.Method{
		of(bare, contest.PosteriorBare, func(p *contest.Problem) (*contest.Problem, error) { return p, nil }), of(without, contest.PosteriorBare, deleted),
		of(hard, contest.PosteriorOrder, edged), of(soft, contest.PosteriorSoft, edged),
	}
	if loss == task.KindSquared {
		all = append(all, of(stacked, contest.Stacked, edged))
	}
	return all
}

// edged is a problem that is told that each suspect matters less than any other feature.
func edged(p *contest.Problem) (*contest.Problem, error) {
	var edges []dag.Edge
	for u := range p.Train.Features {
		for _, v := range p.Suspects {
			if !slices.Contains(p.Suspects, u) {
				edges = append(edges, dag.Edge{U: u, V: v, Mu: 0.5, Sigma: 0.5, P: 1, Epsilon: 1e-6, Delta: 1})
			}
		}
	}
	order, err := dag.New(p.Train.Features, edges, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("shortcut: %w", err)
	}
	own := *p
	own.Order = order
	return &own, nil
}

// deleted is a problem without its suspects.
func deleted(p *contest.Problem) (*contest.Problem, error) {
	drop := func(d igbo.Data) igbo.Data {
		d.X, d.Features = kept(d.X, p.Suspects, len(d.Features)), kept(d.Features, p.Suspects, len(d.Features))
		return d
	}
	own := &contest.Problem{Train: drop(p.Train), Test: drop(p.Test), Loss: p.Loss}
	return own, nil
}

// kept are the columns of rows of some width but for some.
func kept[T any](rows []T, but []int, width int) (left []T) {
	for i, v := range rows {
		if !slices.Contains(but, i%width) {
			left = append(left, v)
		}
	}
	return left
}

// blind is a model of the other columns.
type blind struct {
	contest.Fitted
	suspects []int
	width    int
}

// Predict implements contest.Fitted.
func (b blind) Predict(x []float64) ([]float64, error) {
	return b.Fitted.Predict(kept(x, b.suspects, b.width))
}
