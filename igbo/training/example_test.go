package training_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/training"
)

// This example trains a linear model in which a must be more important than b, and evaluates it.
func ExampleTrain() {
	data := samples.Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 64 {
		a, b := float64(i%8)-3.5, float64(i/8)-3.5
		data.X, data.Y = append(data.X, a, b), append(data.Y, 3*a+b)
	}
	order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.1, Delta: 1}}, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	cfg := settings.Recommended(models.LinearSpec())
	cfg.Epochs = 1000
	result, err := training.Train(context.Background(), engine, cfg, data, order)
	if err != nil {
		log.Fatal(err)
	}
	e, err := evaluation.Evaluate(result.Model, data, order)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("MSE %.2f, %d of %d constraints hold\n", e.MSE, e.Interpretability.Satisfied, e.Interpretability.Constraints)
	// Output: MSE 0.00, 1 of 1 constraints hold
}
