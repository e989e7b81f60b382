package plots_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws means of batches of uniform numbers, which approach their normal limit.
func ExampleHistogram() {
	source := rand.New(rand.NewPCG(3, 4))
	var samples []plots.Sample
	for _, batch := range []int{1, 4, 32} {
		means := make([]float64, 2000)
		for i := range means {
			for range batch {
				means[i] += source.Float64() / float64(batch)
			}
		}
		samples = append(samples, plots.Sample{
			Name: fmt.Sprintf("batch %d", batch), Values: means, Mu: 0.5, Sigma: 1 / math.Sqrt(12*float64(batch)),
		})
	}
	figure, err := plots.Histogram(samples)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/histogram.png"))
	// Output: <nil>
}

func TestHistogram(t *testing.T) {
	wellFormed(t)(plots.Histogram([]plots.Sample{{Name: "s", Values: []float64{1}, Mu: 1, Sigma: 1}}))
	refused(t, `no values in sample 0 ("s")`)(plots.Histogram([]plots.Sample{{Name: "s", Sigma: 1}}))
}
