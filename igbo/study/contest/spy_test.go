package contest_test

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study/contest"
)

// spy is a method that notes what it is shown and predicts 0.
type spy struct{ seen []float64 }

func (*spy) Name() string                   { return "spy" }
func (*spy) Applies(*contest.Problem) error { return nil }
func (*spy) Settings() []contest.Setting    { return contest.Grid(1, 0.1) }

func (s *spy) Fit(_ context.Context, _ compute.Backend, p *contest.Problem, setting contest.Setting, _ int64) (contest.Fitted, error) {
	s.seen = append(s.seen, setting.Strength)
	s.seen = append(s.seen, p.Train.Y...)
	return nought{len(p.Train.Features)}, nil
}

type nought struct{ d int }

func (n nought) Predict(x []float64) ([]float64, error) { return make([]float64, len(x)/n.d), nil }
func (nought) Weights() []float64                       { return nil }
