package record

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// Fused operations come from GoMLX's layers. FusedSoftmax and FusedDense are decomposed into operations with kernels,
// because they spend most of their time in exponentials and products. The wrapped backend computes the other fused
// operations and ReduceWindow. They are recorded, so the rest of the graph can run as a program.

// FusedSoftmax implements compute.FusedOps. It computes exp(x − max x) / Σ exp(x − max x).
func (f *Function) FusedSoftmax(x value, axis int) (value, error) {
	n := f.Nodes[x]
	if n == nil || axis < 0 || axis >= n.Shape.Rank() || n.Size() == 0 {
		return f.Function.FusedSoftmax(x, axis)
	}
	dims := slices.Clone(n.Shape.Dimensions)
	dims[axis] = 1
	p := pieces{}
	most := p.take(f.Reshape(p.take(f.ReduceMax(x, axis)), dims...))
	e := p.take(f.Exp(p.take(f.Sub(x, most))))
	sum := p.take(f.Reshape(p.take(f.ReduceSum(e, axis)), dims...))
	return p.end(f.Div(e, sum))
}

// FusedDense implements compute.FusedOps. It computes x·W + b and applies the activation.
func (f *Function) FusedDense(x, weight, bias value, options compute.DenseConfig) (value, error) {
	n, w, b := f.Nodes[x], f.Nodes[weight], f.Nodes[bias]
	known := n != nil && w != nil && (bias == nil || b != nil) && n.Shape.Rank() > 0 && w.Shape.Rank() > 1
	if !known || options.Activation != compute.ActivationNone && options.Activation != compute.ActivationTanh {
		return f.dense(x, weight, bias, options)
	}
	axis := 0
	if options.WeightLayout == compute.DenseLayoutOutputsInput {
		axis = w.Shape.Rank() - 1
	}
	p := pieces{}
	y := p.take(f.DotGeneral(x, []int{n.Shape.Rank() - 1}, nil, weight, []int{axis}, nil, compute.DotGeneralConfig{}))
	if b != nil && p.err == nil {
		dims := slices.Repeat([]int{1}, n.Shape.Rank()-1)
		y = p.take(f.Add(y, p.take(f.Reshape(bias, append(dims, b.Shape.Dimensions...)...))))
	}
	if options.Activation == compute.ActivationTanh {
		y = p.take(f.Tanh(y))
	}
	return p.end(y, nil)
}

// dense records FusedDense as a single operation of the wrapped backend.
func (f *Function) dense(x, weight, bias value, options compute.DenseConfig) (value, error) {
	inputs := []value{x, weight}
	if bias != nil {
		inputs = append(inputs, bias)
	}
	return f.do(compute.OpTypeFusedDense, nil, func(g function, in []value) (value, error) {
		return g.FusedDense(in[0], in[1], slices.Concat(in, []value{nil})[2], options)
	}, inputs...)
}

// FusedGelu implements compute.FusedOps.
func (f *Function) FusedGelu(x value, exact bool) (value, error) {
	return f.do(compute.OpTypeFusedGelu, nil, func(g function, in []value) (value, error) { return g.FusedGelu(in[0], exact) }, x)
}

// FusedLayerNorm implements compute.FusedOps.
func (f *Function) FusedLayerNorm(x value, axes []int, epsilon float64, gamma, beta value) (value, error) {
	axes = slices.Clone(axes)
	inputs, scaled, shifted := []value{x}, gamma != nil, beta != nil
	for _, in := range []value{gamma, beta} {
		if in != nil {
			inputs = append(inputs, in)
		}
	}
	return f.do(compute.OpTypeFusedLayerNorm, nil, func(g function, in []value) (value, error) {
		var gamma, beta value
		if scaled {
			gamma = in[1]
		}
		if shifted {
			beta = in[len(in)-1]
		}
		return g.FusedLayerNorm(in[0], axes, epsilon, gamma, beta)
	}, inputs...)
}

// pieces chains operations and keeps the first error.
type pieces struct{ err error }

// take records err, if it is the first error, and returns v.
func (p *pieces) take(v value, err error) value {
	if p.err == nil {
		p.err = err
	}
	return v
}

// end returns v, or the first error.
func (p *pieces) end(v value, err error) (value, error) {
	if p.take(v, err); p.err != nil {
		return nil, p.err
	}
	return v, nil
}

// RNGBitGenerator implements compute.StandardOps. It records a separate node for each result; both read the same state.
func (f *Function) RNGBitGenerator(state value, shape shapes.Shape) (next, bits value, err error) {
	if next, bits, err = f.Function.RNGBitGenerator(state, shape); err != nil {
		return nil, nil, err
	}
	bytes := int(shape.ByteSize())
	if next, err = f.record(next, nil, compute.OpTypeRNGBitGenerator, Random{Bytes: bytes, Next: true}, nil, state); err != nil {
		return nil, nil, err
	}
	bits, err = f.record(bits, nil, compute.OpTypeRNGBitGenerator, Random{Bytes: bytes}, nil, state)
	return next, bits, err
}

// ReduceWindow implements compute.StandardOps.
func (f *Function) ReduceWindow(x value, kind compute.ReduceOpType, window, strides, spread, dilations []int, paddings [][2]int) (value, error) {
	window, strides, spread, dilations, paddings = slices.Clone(window), slices.Clone(strides), slices.Clone(spread), slices.Clone(dilations), slices.Clone(paddings)
	return f.do(compute.OpTypeReduceWindow, nil, func(g function, in []value) (value, error) {
		return g.ReduceWindow(in[0], kind, window, strides, spread, dilations, paddings)
	}, x)
}
