package onnx

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/support/exceptions"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// finite checks that all weights are finite.
func finite(name string, value *tensors.Tensor) error {
	var bad error
	err := exceptions.TryCatch[error](func() {
		value.ConstFlatData(func(flat any) {
			switch flat := flat.(type) {
			case []float32:
				for i, v := range flat {
					if v != v || math.IsInf(float64(v), 0) {
						bad = fmt.Errorf("the weights %q must be finite, but number %[3]d is %[2]g (the file is damaged, or its training diverged)", name, v, i)
					}
				}
			case []float64:
				for i, v := range flat {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						bad = fmt.Errorf("the weights %q must be finite, but number %[3]d is %[2]g (the file is damaged, or its training diverged)", name, v, i)
					}
				}
			}
		})
	})
	return errors.Join(bad, err)
}

// triedSamples and triedSteps are the batch size and, if the file fixes none, the series length for trying a
// model.
const triedSamples, triedSteps = 5, 7

// tries is the number of copies of the inputs in memory while a model is tried.
const tries = 8

// try builds the model once and finds the meaning of its output. It checks that the model is differentiable and
// that the samples are independent.
func (m *Model) try() error {
	backend, err := embedded.Open("")
	if err != nil {
		return err
	}
	defer backend.Finalize()
	t := cmp.Or(m.Steps, triedSteps)
	if err := memory.Check(tries * 8 * triedSamples * float64(t) * float64(m.Features)); err != nil {
		return fmt.Errorf("testing it on %d samples of %d steps and %d features %w", triedSamples, t, m.Features, err)
	}
	first, err := m.outputShape(backend, triedSamples, t)
	if err != nil {
		return err
	}
	if err := m.meaning(backend, first, t); err != nil {
		return err
	}
	if err := m.checkDerivative(backend, t); err != nil {
		return err
	}
	return m.checkIndependence(backend, t)
}

// building traces a graph with input [b,t,D] and returns any panic as an error.
func (m *Model) building(backend compute.Backend, b, t int, build func(scope *model.Scope, x *Node)) error {
	return exceptions.TryCatch[error](func() {
		g := NewGraph(backend, "onnx")
		defer g.Finalize()
		build(model.NewStore().RootScope(), Parameter(g, "x", shapes.Make(m.DType, b, t, m.Features)))
	})
}

// outputShape returns the shape of the file's output, or an error that names the operation that failed.
func (m *Model) outputShape(backend compute.Backend, b, t int) (s shapes.Shape, err error) {
	err = m.building(backend, b, t, func(scope *model.Scope, x *Node) { s = m.convert(scope, x, m.Output)[0].Shape() })
	if err == nil {
		return s, nil
	}
	if m.fixed {
		if one := m.building(backend, 1, t, func(scope *model.Scope, x *Node) { m.convert(scope, x, m.Output) }); one == nil {
			return s, errFixed
		}
	}
	return s, err
}

var errFixed = errors.New("it supports only one batch size (export it with a variable batch axis, in PyTorch dynamic_axes={'x': {0: 'n'}} or dynamic_shapes)")

// ends returns the first outputs of the first k operations.
func (m *Model) ends(k int) (names []string) {
	for _, n := range m.nodes[:k] {
		if n.Output[0] != "" {
			names = append(names, n.Output[0])
		}
	}
	return names
}

// meaning sets Outputs, and finds whether the model has one output per step or one per series.
func (m *Model) meaning(backend compute.Backend, s shapes.Shape, t int) error {
	if s.Rank() == 0 || s.Dim(0) != triedSamples {
		if m.fixed {
			return errFixed
		}
		return fmt.Errorf("its output %q is %s for %d samples, want floats [N], [N,K] or [N,T,K], where N is the number of samples", m.Output, s, triedSamples)
	}
	m.perStep = m.rank == 3 && s.Rank() > 1 && s.Dim(1) == t
	if m.perStep && m.Steps == 0 { // K may equal T by coincidence
		other, err := m.outputShape(backend, triedSamples, t+1)
		if err != nil {
			return err
		}
		m.perStep = other.Dim(1) == t+1
	}
	size := s.Size() / triedSamples
	if m.perStep {
		size /= t
	}
	if wide := slices.DeleteFunc(slices.Clone(s.Dimensions[1:]), func(d int) bool { return d == 1 }); len(wide) > 1 && !(m.perStep && len(wide) == 2) {
		return fmt.Errorf("its output %q is %s, want [N], [N,K] or [N,T,K]", m.Output, s)
	}
	m.Outputs = size
	return nil
}

// checkDerivative checks that the output is differentiable with respect to the input in forward or reverse
// mode. The error names the operation that is not.
func (m *Model) checkDerivative(backend compute.Backend, t int) error {
	check := func(names ...string) (found error) {
		err := m.building(backend, triedSamples, t, func(scope *model.Scope, x *Node) {
			ends := slices.DeleteFunc(m.convert(scope, x, names...), func(n *Node) bool { return !n.DType().IsFloat() })
			if found = derivative.CheckReverse(ends, []*Node{x}); found != nil && derivative.CheckForward(ends, []*Node{x}) == nil {
				found = nil
			}
		})
		return errors.Join(found, err)
	}
	err := check(m.Output)
	if err == nil {
		return nil
	}
	n := m.nodes[culprit(len(m.nodes), func(k int) bool { return check(m.ends(k)...) != nil })]
	return standard.Refuse(n, "cannot be differentiated: %s; export the model without it, or with another operation instead", short(err))
}

// checkIndependence evaluates the model on random inputs with a fixed seed.
func (m *Model) checkIndependence(backend compute.Backend, t int) error {
	draw := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, triedSamples*t*m.Features)
	for i := range values {
		values[i] = draw.NormFloat64()
	}
	return m.independent(backend, values, t)
}

// CheckRows checks on rows of data, N·T·D numbers, that each sample's output depends only on that sample.
// Loading makes the same check on random inputs, where the model may be undefined. A single row cannot show a
// dependence.
func (m *Model) CheckRows(values []float64, steps int) error {
	row := steps * m.Features
	if steps < 1 || len(values)%max(row, 1) != 0 {
		return fmt.Errorf("onnx: checking rows: got %d numbers, want a multiple of %d steps × %d features", len(values), steps, m.Features)
	}
	if values = values[:min(len(values), triedSamples*row)]; len(values) < 2*row {
		return nil
	}
	backend, err := embedded.Open("")
	if err != nil {
		return err
	}
	defer backend.Finalize()
	if err := m.independent(backend, values, steps); err != nil {
		return fmt.Errorf("onnx: checking rows: %w", err)
	}
	return nil
}

// independent compares the model's outputs for a batch with those for each sample alone.
func (m *Model) independent(backend compute.Backend, values []float64, t int) error {
	f := m.Unmasked()
	if m.Outputs > 1 {
		f = attribution.Select(f, 0)
	}
	err := attribution.CheckIndependence(backend, model.NewStore(), f, wide.Tensor(m.DType, values, len(values)/(t*m.Features), t, m.Features))
	if errors.Is(err, attribution.ErrCoupled) && m.fixed {
		return errFixed
	}
	return err
}

// culprit returns the index of the first of n operations with which a check fails. fails(k) checks the first k
// operations; fails(n) must be true.
func culprit(n int, fails func(k int) bool) int {
	low, high := 0, n // fails(high), not fails(low)
	for high-low > 1 {
		if mid := (low + high) / 2; fails(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high - 1
}

// short returns the first line of an error.
func short(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
