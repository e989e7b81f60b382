package parts_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
)

// This example splits data in memory into a training and a test part.
func Example() {
	source, err := parts.InMemory(samples.Data{Features: []string{"a"}, Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{10, 20, 30, 40}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	valid := func(samples.Data) error { return nil }
	noOrder := func(samples.Data, []int) ([]byte, error) { return nil, nil }
	part, err := parts.New(source, fold.Rows{Train: []int{0, 2, 3}, Test: []int{1}}, nil, valid, noOrder)
	if err != nil {
		log.Fatal(err)
	}
	train, err := part.Train()
	if err != nil {
		log.Fatal(err)
	}
	test, err := part.Test()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(train.Y, test.Y)
	// Output: [10 30 40] [20]
}
