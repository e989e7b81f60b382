package untrained_test

import (
	"fmt"
	"log"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/oracle/untrained"
)

// Find a path between two ends of a semicircle of data, and measure its length. The straight line has length 2, and the semicircle π.
func ExampleGeodesic() {
	var data []float64
	for degrees := 0; degrees <= 180; degrees += 10 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		data = append(data, cos, sin)
	}
	ends := untrained.Pairs{Steps: 1, Features: 2, X: []float64{-1, 0}, Baseline: []float64{1, 0}}
	path, err := untrained.Geodesic(data, ends, untrained.GeodesicConfig{Neighbours: 2, Anchors: 9})
	check(err)

	engine, err := embedded.Open("")
	check(err)
	length, err := NewExec(engine, func(x, baseline *Node) *Node {
		sum := ScalarZero(x.Graph(), x.DType())
		for _, s := range path.Segments(x, baseline) {
			sum = Add(sum, Sqrt(ReduceAllSum(Square(Sub(s.End, s.Start)))))
		}
		return sum
	})
	check(err)
	out, err := length.Call1(tensors.FromFlatDataAndDimensions(ends.X, 1, 1, 2), tensors.FromFlatDataAndDimensions(ends.Baseline, 1, 1, 2))
	check(err)
	fmt.Printf("%.1f\n", tensors.ToScalar[float64](out))
	// Output: 3.1
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
