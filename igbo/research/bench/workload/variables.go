package workload

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Draw returns a store with the start weights of a model under "model". They are the weights that igbo.Train draws for the seed
// and inputs [B,T,D].
func Draw(engine compute.Backend, f attribution.Model, seed int64, dims ...int) (*model.Store, error) {
	store := model.NewStore()
	if err := store.SetRNGStateFromSeed(seed); err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	exec, err := model.NewExec(engine, store, func(scope *model.Scope, x *Node) *Node { return f(scope.At("model"), x) })
	if err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	defer exec.Finalize()
	size := 1
	for _, n := range dims {
		size *= n
	}
	if _, err := exec.Call(Tensor(make([]float64, size), dims...)); err != nil {
		return nil, fmt.Errorf("workload: drawing weights: %w", err)
	}
	return store, nil
}

// started returns such a store and its weights as numbers.
func started(engine compute.Backend, f attribution.Model, seed int64, dims ...int) (*model.Store, []variable, error) {
	store, err := Draw(engine, f, seed, dims...)
	if err != nil {
		return nil, nil, err
	}
	start, err := Variables(store)
	return store, start, err
}

// variable is a trainable variable with its values.
type variable struct {
	Path   string
	Shape  []int
	Values []float64
}

// Variables lists the trainable variables of a store, in order.
func Variables(store *model.Store) ([]variable, error) {
	var out []variable
	for v := range store.IterVariables() {
		if !v.Trainable {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("workload: reading %s: %w", v.Path(), err)
		}
		numbers, err := numbers(value)
		if err != nil {
			return nil, err
		}
		out = append(out, variable{Path: v.Path(), Shape: value.Shape().Dimensions, Values: numbers})
	}
	return out, nil
}

// joined concatenates the values of variables.
func joined(vs []variable) []float64 {
	var all []float64
	for _, v := range vs {
		all = append(all, v.Values...)
	}
	return all
}

// addLayers adds the weights of a linear model or perceptron to the work as W0 [in,out], b0 [out], W1, ….
func addLayers(w *reference.Work, vs []variable, prefix string) {
	for i := 0; i+1 < len(vs); i += 2 {
		weights, bias := vs[i], vs[i+1]
		out := max(len(bias.Values), 1)
		w.Add(fmt.Sprintf("%sW%d", prefix, i/2), weights.Values, len(weights.Values)/out, out)
		w.Add(fmt.Sprintf("%sb%d", prefix, i/2), bias.Values, out)
	}
}

// Tensor rounds values to float32 and returns a tensor of shape dims.
func Tensor(values []float64, dims ...int) *tensors.Tensor {
	return wide.Tensor(dtypes.Float32, values, dims...)
}

func numbers(t *tensors.Tensor) ([]float64, error) {
	flat, err := wide.Floats(t)
	if err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	return flat, nil
}
