package pareto

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Cohort draws the teacher of a seed, the unconstrained student at which the sweeps start, and the students that rules reach
// from there at λ = ½.
func Cohort(ctx context.Context, w *workflow.Work, seed int64, rules ...string) (benchmark.Cohort, error) {
	c := DefaultConfig()
	p, err := c.Base.Problem(ctx, w, seed)
	if err != nil {
		return benchmark.Cohort{}, err
	}
	order := p.Order // package judged modifies the order of the problem
	cfg := training.Follow(&workflow.Work{}, c.start(seed))
	begun, err := igbo.Train(ctx, w.Backend, cfg, p.Train, nil)
	if err != nil {
		return benchmark.Cohort{}, err
	}
	found := benchmark.Cohort{Problem: p, Points: 1, Known: true}
	add := func(name string, reach func(ctx context.Context) (*igbo.Model, error)) {
		found.Students = append(found.Students, benchmark.Member{Name: name, Method: benchmark.Recipe{
			Label: name,
			Learn: func(ctx context.Context, _ compute.Backend, p *benchmark.Problem, _ benchmark.Setting, _ int64) (benchmark.Fitted, error) {
				m, err := reach(ctx)
				if err != nil {
					return nil, err
				}
				return benchmark.Trained(m, p.Train), nil
			},
		}})
	}
	add("without the order", func(context.Context) (*igbo.Model, error) { return begun.Model, nil })
	for _, rule := range rules {
		add(rule, func(ctx context.Context) (*igbo.Model, error) {
			at := begun.Model
			for _, lambda := range c.Lambdas {
				if lambda < 0.5 {
					break
				}
				trained, err := igbo.TrainFrom(ctx, at, training.Follow(&workflow.Work{}, c.student(seed, rule, lambda)), p.Train, order)
				if err != nil {
					return nil, fmt.Errorf("pareto: λ = %g: %w", lambda, err)
				}
				at = trained.Model
			}
			return at, nil
		})
	}
	return found, nil
}
