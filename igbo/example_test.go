package igbo_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/dag"
)

// This example trains a linear model that must rely on x1 more than on x10.
func ExampleTrain() {
	sets, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)
	check(err)
	data, err := igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y)
	check(err)
	order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 9, P: 1, Epsilon: 0.02, Delta: 1}}, nil, nil) // x1 above x10
	check(err)

	cfg := igbo.DefaultConfig()
	cfg.Rule, cfg.Standardize = "feasibility-first", true
	cfg.Optimizer = igbo.Optimizer{Name: "sgd", LearningRate: 1e-3}
	cfg.Attribution.Score = attribution.Absolute
	engine, _, err := backend.Select("") // XLA if it is available, else the embedded backend
	check(err)
	result, err := igbo.Train(context.Background(), engine, cfg, data, order)
	check(err)
	e, err := result.Model.Evaluate(data, order)
	check(err)
	fmt.Printf("order kept: %d of %d\n", e.Interpretability.Satisfied, e.Interpretability.Constraints)
	// Output: order kept: 1 of 1
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
