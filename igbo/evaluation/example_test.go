package evaluation_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/training"
)

// Train a model, predict its data, and compute its error.
func Example() {
	data := samples.Data{Features: []string{"a"}, Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{3, 5, 7, 9}}
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	cfg := settings.Recommended(models.LinearSpec())
	cfg.Epochs = 2000
	result, err := training.Train(context.Background(), engine, cfg, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	y, err := evaluation.Predict(result.Model, data)
	if err != nil {
		log.Fatal(err)
	}
	e, err := evaluation.Evaluate(result.Model, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f, MSE %.2f\n", y, e.MSE)
	// Output: [3 5 7 9], MSE 0.00
}
