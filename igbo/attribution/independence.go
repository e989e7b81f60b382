package attribution

import (
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// ErrCoupled reports a model whose output for a sample depends on the other samples of the batch. The
// attributions of such a model are invalid.
var ErrCoupled = errors.New("attribution: the model couples the samples of a batch")

// ErrRandom reports a model whose outputs differ between two calls.
var ErrRandom = errors.New("attribution: the model draws random numbers")

// independenceTolerance is the maximum relative difference that counts as rounding.
var independenceTolerance = map[dtypes.DType]float64{dtypes.Float64: 1e-9, dtypes.Float32: 1e-4}

// CheckIndependence checks that the samples of a batch do not influence each other, which attribution requires;
// see [Model]. It evaluates the model on the batch x [B,T,D], on both halves of it, and on up to eight single
// samples, with the variables in store. If the outputs differ by more than rounding, it returns an error that
// wraps [ErrCoupled] and names the sample. If the outputs change from call to call, as with dropout, the error
// wraps [ErrRandom].
//
// The check cannot prove independence, because different batches may agree by chance.
func CheckIndependence(backend compute.Backend, store *model.Store, f Model, x *tensors.Tensor) error {
	if backend == nil || store == nil || f == nil || x == nil {
		return errors.New("attribution: checking independence: backend, store, model and x must not be nil")
	}
	if x.Rank() != 3 || x.Shape().Dim(0) < 2 {
		return fmt.Errorf("attribution: checking independence: x has shape %s, want [B,T,D] with B at least 2", x.Shape())
	}
	b := x.Shape().Dim(0)
	exec, err := model.NewExec(backend, store, func(scope *model.Scope, x *Node) []*Node {
		return together(scope, f, x, b)
	})
	if err != nil {
		return fmt.Errorf("attribution: %w", err)
	}
	results, err := exec.Call(x)
	if err != nil {
		return fmt.Errorf("attribution: %w", err)
	}
	outputs := make([][]float64, len(results))
	for i, r := range results {
		if outputs[i], err = tensors.CopyFlatData[float64](r); err != nil {
			return fmt.Errorf("attribution: %w", err)
		}
	}
	tolerance, found := independenceTolerance[x.DType()]
	if !found {
		tolerance = 1e-2 // half precision
	}
	steps := x.Shape().Dim(1)
	if i := firstDifference(outputs[0], outputs[1], tolerance); i >= 0 {
		return fmt.Errorf("%w: two calls on one batch give %g and %g for sample %d at step %d; attribute it without dropout",
			ErrRandom, outputs[0][i], outputs[1][i], i/steps, i%steps)
	}
	for k, what := range []string{"in half of it", "alone"} {
		if i := firstDifference(outputs[0], outputs[2+k], tolerance); i >= 0 {
			return fmt.Errorf("%w: the output of sample %d at step %d is %g in a batch of %d and %g %s; use no batch statistics (batch normalisation in its inference mode)",
				ErrCoupled, i/steps, i%steps, outputs[0][i], b, outputs[2+k][i], what)
		}
	}
	return nil
}

// together builds the outputs of the batch twice, of its halves, and of its first samples one by one, each in
// sample order.
func together(scope *model.Scope, f Model, x *Node, b int) []*Node {
	part := func(from, to int) *Node { return call(scope, f, Slice(x, AxisRange(from, to))) }
	var alone []*Node
	for i := range min(b, 8) {
		alone = append(alone, part(i, i+1))
	}
	halves := Concatenate([]*Node{part(0, b/2), part(b/2, b)}, 0)
	outputs := []*Node{call(scope, f, x), call(scope, f, x), halves, Concatenate(alone, 0)}
	for i, y := range outputs {
		outputs[i] = ConvertDType(y, dtypes.Float64)
	}
	return outputs
}

// firstDifference returns the index of the first number in b that differs from a by more than the tolerance,
// relative to the largest number, or −1.
func firstDifference(a, b []float64, tolerance float64) int {
	size := 0.0
	for _, v := range a {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			size = math.Max(size, math.Abs(v))
		}
	}
	for i := range b {
		same := a[i] == b[i] || math.IsNaN(a[i]) && math.IsNaN(b[i])
		if !same && !(math.Abs(a[i]-b[i]) <= tolerance*size) {
			return i
		}
	}
	return -1
}
