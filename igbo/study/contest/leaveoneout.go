package contest

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// LeaveOneOut is ridge regression with the penalty of the least leave-one-out error, in closed form.
func LeaveOneOut() Method { return leaveOneOut{} }

type leaveOneOut struct{}

// Name implements Method.
func (leaveOneOut) Name() string { return "ridge by leave-one-out" }

// Applies implements Method.
func (leaveOneOut) Applies(p *Problem) error {
	if !p.Loss.Is(task.KindSquared) || p.outputs() != 1 {
		return fmt.Errorf("contest: leave-one-out of the %s loss with %d outputs, expected squared and 1", p.Loss, p.outputs())
	}
	return nil
}

// Settings implements Method: the choice is made within Fit.
func (leaveOneOut) Settings() []Setting { return untuned() }

// Tuning says how it is tuned.
func (leaveOneOut) Tuning(TuneOptions) string {
	return fmt.Sprintf("%d settings, leave-one-out", GridSize)
}

// Fit implements Method.
func (leaveOneOut) Fit(_ context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
	d, best, least := p.table(), linear.Penalty{}, math.Inf(1)
	for _, s := range Grid(strongest, weakest) {
		penalty := linear.Uniform(s.Strength, d.D)
		l, err := linear.LeaveOneOut(d, penalty)
		if err != nil {
			return nil, fmt.Errorf("contest: %w", err)
		}
		if l < least || best.Strengths == nil {
			best, least = penalty, l
		}
	}
	return fitted(linear.Fit(d, p.Loss, 1, best))
}
