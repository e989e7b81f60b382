package weather

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Cohort loads the windows and the expert's order. Its students are the unconstrained network of a seed, and the network
// trained under the order by the paper's rule.
func Cohort(seed int64) (benchmark.Cohort, error) {
	c := DefaultConfig()
	data, err := c.windows().load()
	if err != nil {
		return benchmark.Cohort{}, err
	}
	order, err := c.expert().order(data.train.Features, c.Attribution.Score)
	if err != nil {
		return benchmark.Cohort{}, err
	}
	p := &benchmark.Problem{Train: data.train, Test: data.validation, Order: order}
	return benchmark.Cohort{Problem: p, Points: c.Attribution.Points, BurnIn: c.BurnIn, Students: []benchmark.Member{
		member("without the order", c.training("", seed), data.train, nil), member("IGBO, tiers", c.training("paper", seed), data.train, order),
	}}, nil
}

// member returns a network that is trained with a configuration, with an order or without one.
func member(name string, cfg igbo.Config, data igbo.Data, order *dag.DAG) benchmark.Member {
	return benchmark.Member{Name: name, Method: benchmark.Recipe{
		Label: name,
		Learn: func(ctx context.Context, b compute.Backend, _ *benchmark.Problem, _ benchmark.Setting, _ int64) (benchmark.Fitted, error) {
			trained, err := igbo.Train(ctx, b, training.Follow(&workflow.Work{}, cfg), data, order)
			if err != nil {
				return nil, err
			}
			return benchmark.Trained(trained.Model, data), nil
		},
	}}
}
