package source_test

import (
	"errors"
	"fmt"
	"iter"
	"log"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/training/source"
)

// shards is a dataset of two batches, each of which it makes when it is needed.
type shards struct{}

func (shards) Name() string { return "shards" }

func (shards) Iter() iter.Seq2[train.Batch, error] {
	return func(yield func(train.Batch, error) bool) {
		for rows := 2; rows <= 3; rows++ {
			x, y := tensors.FromScalarAndDimensions(0.5, rows, 1, 4), tensors.FromScalarAndDimensions(2.0, rows, 1)
			if !yield(train.Batch{Inputs: []*tensors.Tensor{x}, Labels: []*tensors.Tensor{y}}, nil) {
				return
			}
		}
	}
}

// Read a dataset for two epochs.
func ExampleStream() {
	stream := &source.Stream{
		Dataset: shards{}, Epochs: 2,
		Layout: source.Layout{Steps: 1, Features: 4, Targets: 1, DType: dtypes.Float64},
	}
	step := 0
	for batch, err := range stream.Iter() {
		if errors.Is(err, source.ErrEnd) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		step++
		fmt.Println("rows:", batch.Inputs[0].Shape().Dim(0), "epochs completed:", stream.Mark(step).Epoch)
		if err := batch.Finalize(); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// rows: 2 epochs completed: 0
	// rows: 3 epochs completed: 1
	// rows: 2 epochs completed: 1
	// rows: 3 epochs completed: 2
}

// A layout can require that targets are classes.
func ExampleLayout() {
	stream := &source.Stream{
		Dataset: shards{}, Epochs: 1,
		Layout: source.Layout{Steps: 1, Features: 4, Targets: 1, DType: dtypes.Float64, Expects: func(y float64) string {
			if y == 0 || y == 1 {
				return ""
			}
			return "want 0 or 1"
		}},
	}
	for _, err := range stream.Iter() {
		fmt.Println(err)
	}
	// Output: source: y is 2 in row 0, want 0 or 1
}
