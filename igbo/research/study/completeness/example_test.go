package completeness_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/completeness"
)

// Measure the completeness gap of every quadrature rule with 12 points on a small network of tanh units. A smaller gap is better;
// "rounding" is a gap below 1e-12.
func ExampleGaps() {
	data := igbo.Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 64 {
		a, b := float64(i%8)/4, float64(i/8)/4
		data.X, data.Y = append(data.X, a, b), append(data.Y, a*b)
	}
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	cfg := igbo.DefaultConfig()
	cfg.Model = models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"})
	cfg.Epochs, cfg.DType = 20, "float64"
	trained, err := igbo.Train(context.Background(), engine, cfg, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	gaps, err := completeness.Gaps(trained.Model, data, []int{12})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range completeness.Table(gaps, 12).Rows {
		fmt.Println(row[0], row[1])
	}
	// Output:
	// left 8.22e-03
	// right 8.21e-03
	// midpoint 1.69e-05
	// trapezoid 4.03e-05
	// gauss-legendre rounding
}
