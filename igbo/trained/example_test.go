package trained_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/training"
)

// Save a model and load it again.
func ExampleLoad() {
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	data := samples.Data{Features: []string{"age", "income"}, Steps: 1, X: []float64{20, 1, 40, 2, 50, 2}, Y: []float64{3, 5, 6}}
	result, err := training.Train(context.Background(), engine, settings.DefaultConfig(), data, nil)
	if err != nil {
		log.Fatal(err)
	}
	temp, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "model")
	if err := result.Model.Save(dir, nil); err != nil {
		log.Fatal(err)
	}
	loaded, err := trained.Load(engine, dir, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(loaded.Features)
	// Output: [age income]
}
