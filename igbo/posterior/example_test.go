package posterior_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Twelve rows of four columns whose effects decrease from the first to the last. The posterior supports the
// order and gives the probability of each pair.
func ExampleSample() {
	r := rand.New(rand.NewPCG(1, 2))
	data := samples.Data{Features: []string{"a", "b", "c", "d"}, Steps: 1}
	for range 12 {
		y := r.NormFloat64()
		for k := range 4 {
			x := r.NormFloat64()
			data.X = append(data.X, x)
			y += float64(4-k) * x
		}
		data.Y = append(data.Y, y)
	}
	order := posterior.Order{Above: [][2]int{{0, 1}, {1, 2}, {2, 3}}, Directions: []int{1, 1, 1, 1}}
	p, err := posterior.Sample(context.Background(), data, order, posterior.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := p.Predict([]float64{1, 1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the order is rather believed than not:", p.Believed() > 0.5)
	fmt.Println("the first matters more than the last:", p.Above(0, 3) > 0.95)
	fmt.Println("a prediction near 10:", y[0] > 9 && y[0] < 11)
	fmt.Println("the chains agree:", p.Warning() == "")
	// Output:
	// the order is rather believed than not: true
	// the first matters more than the last: true
	// a prediction near 10: true
	// the chains agree: true
}
