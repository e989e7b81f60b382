package shortcut_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/shortcut"
)

// Draw data with a shortcut, and fit a linear model with it and without it. Then break the shortcut in the test: each sample
// gets the suspect feature of the next one. The numbers are mean squared errors before and after.
func ExampleDraw() {
	p, _, _, err := shortcut.Draw(shortcut.Linear, 1000, 1)
	if err != nil {
		log.Fatal(err)
	}
	broken := *p
	broken.Test.X = append([]float64(nil), p.Test.X...)
	d, s := len(p.Test.Features), p.Suspects[0]
	for i := s; i+d < len(p.Test.X); i += d {
		broken.Test.X[i] = p.Test.X[i+d]
	}
	for _, m := range []benchmark.Method{benchmark.LeastSquares(), benchmark.Deletion()} {
		fitted, _, holds, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(1))
		if err != nil {
			log.Fatal(err)
		}
		breaks, err := benchmark.Error(&broken, fitted)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %.2f, broken %.2f\n", m.Name(), holds, breaks)
	}
	// Output:
	// unconstrained: 0.14, broken 2.59
	// suspects deleted: 0.26, broken 0.26
}
