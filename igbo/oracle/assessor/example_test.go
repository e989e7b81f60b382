package assessor_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// Train an assessor on points of a circle. Its energy is higher at the centre, where there are no data.
func Example() {
	engine, err := embedded.Open("")
	check(err)
	circle := assessor.Points{Features: []string{"x1", "x2"}, Steps: 1}
	for i := range 100 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		circle.X = append(circle.X, math.Sqrt2*cos, math.Sqrt2*sin) // each feature has mean 0 and standard deviation 1
	}
	cfg := assessor.DefaultConfig()
	cfg.Hidden, cfg.Steps = 32, 600
	valid, err := assessor.Train(context.Background(), engine, cfg, circle)
	check(err)

	points := assessor.Points{Features: circle.Features, Steps: 1, X: []float64{math.Sqrt2, 0, 0, 0}}
	energies, err := assessor.Energies(engine, valid, points)
	check(err)
	threshold, _ := valid.Threshold()
	fmt.Println("higher than on the circle:", energies[1] > energies[0])
	fmt.Println("above the threshold:", energies[1] > threshold)
	// Output:
	// higher than on the circle: true
	// above the threshold: true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
