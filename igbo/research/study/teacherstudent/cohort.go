package teacherstudent

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Problem trains a seed's teacher and returns a problem with its order; the fresh points are the test data. Problem.Teacher is
// the target network without noise.
func (c Config) Problem(ctx context.Context, w *workflow.Work, seed int64) (*benchmark.Problem, error) {
	l, err := NewLesson(c.Task, seed)
	if err != nil {
		return nil, err
	}
	t, err := teach(ctx, &workflow.Work{Backend: w.Backend}, c.lessonSettings(seed))
	if err != nil {
		return nil, err
	}
	order, err := c.Order(seed).Build(t)
	if err != nil {
		return nil, err
	}
	return &benchmark.Problem{Train: l.Train, Test: l.Fresh, Order: order, Teacher: l.target}, nil
}

// target evaluates the target network at rows.
func (l *Lesson) target(x []float64) (y []float64, err error) {
	d := len(l.Train.Features)
	for i := 0; i+d <= len(x); i += d {
		y = append(y, l.Task.Target(x[i:i+d]))
	}
	return y, nil
}

// Cohort draws the experiment with absolute scores for a seed, with a baseline and an IGBO student for the optimiser with the
// larger learning rate.
func Cohort(ctx context.Context, w *workflow.Work, seed int64) (benchmark.Cohort, error) {
	c := AbsoluteConfig()
	p, err := c.Problem(ctx, w, seed)
	if err != nil {
		return benchmark.Cohort{}, err
	}
	cfg := training.Follow(&workflow.Work{}, c.Student(seed, adamFast))
	return benchmark.Cohort{Problem: p, Points: 1, Known: true, Students: []benchmark.Member{
		member("without the order", cfg, p.Train, nil), member("IGBO, intervals", cfg, p.Train, p.Order),
	}}, nil
}

// member returns a student that is trained with a configuration on data, with an order or without one.
func member(name string, cfg igbo.Config, data igbo.Data, order *dag.DAG) benchmark.Member {
	return benchmark.Member{Name: name, Method: benchmark.Recipe{
		Label: name,
		Learn: func(ctx context.Context, b compute.Backend, _ *benchmark.Problem, _ benchmark.Setting, _ int64) (benchmark.Fitted, error) {
			trained, err := igbo.Train(ctx, b, cfg, data, order)
			if err != nil {
				return nil, err
			}
			return benchmark.Trained(trained.Model, data), nil
		},
	}}
}
