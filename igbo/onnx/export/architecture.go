package export

import (
	"fmt"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/gomlx/ml/layers/activation"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// architecture adds the operations of the model. It maps z [N,T,D] to y [N,T,K].
func (x *exporter) architecture(z string) string {
	c := x.model.Config.Model
	if c.Members < 2 {
		return x.single(z, c, x.model.Outputs())
	}
	if c.Kind == models.KindLinear {
		return x.mean([]string{x.single(z, c, x.model.Outputs()*c.Members)}, c)
	}
	var members []string
	for i := range c.Members {
		x.scope = models.MemberScope(i) + "/"
		members = append(members, x.single(z, c, x.model.Outputs()))
	}
	return x.mean(members, c)
}

// single adds the operations of one ensemble member with k outputs.
func (x *exporter) single(z string, c models.Spec, k int) string {
	switch c.Kind {
	case models.KindLinear:
		return x.Op("Add", x.Op("MatMul", z, x.variable("linear/weights", len(x.model.Features), k)), x.variable("linear/bias", k))
	case models.KindMLP:
		width := len(x.model.Features)
		for i, w := range c.MLP.Hidden {
			z = x.activation(c.MLP.Activation, x.affine(fmt.Sprintf("layer_%d", i), z, width, w), w)
			width = narrowed(c.MLP.Activation, w)
		}
		return x.affine("output", z, width, x.model.Outputs())
	case models.KindGRU:
		return x.gru(z, c.GRU.Hidden)
	case models.KindLSTM:
		return x.lstm(z, c.LSTM.Hidden)
	case models.KindAttention:
		return x.attention(z, *c.Attention)
	case models.KindConv:
		return x.conv(z, *c.Conv)
	}
	x.err = fmt.Errorf("model %q of kind %s is a Go function, which cannot be exported (want one of %v)", c.Name, c.Kind, models.Kinds())
	return ""
}

// mean averages the outputs of the ensemble members. The members are separate values [N,T,K] or one value
// [N,T,S·K]. The average is a matrix product with an S·K by K matrix whose nonzero entries are 1/S.
func (x *exporter) mean(members []string, c models.Spec) string {
	k, classes := x.model.Outputs(), c.Mean == models.MeanProbability
	for i := range members {
		if classes && k > 1 {
			members[i] = x.With("Softmax", []*protos.AttributeProto{modelfile.Int("axis", -1)}, members[i])
		}
	}
	y := members[0]
	if len(members) > 1 {
		y = x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", 2)}, members...)
	}
	shares := make([]float64, c.Members*k*k)
	for i := range c.Members * k {
		shares[i*k+i%k] = 1 / float64(c.Members)
	}
	by := x.Constant(shares, int64(c.Members*k), int64(k))
	switch {
	case !classes:
		return x.Op("MatMul", y, by)
	case k > 1:
		return x.Op("Log", x.Op("Max", x.Op("MatMul", y, by), x.Scalar(math.Exp(-models.Surest))))
	}
	y = x.Op("Min", x.Op("Max", y, x.Scalar(-models.Surest)), x.Scalar(models.Surest))
	log := func(y string) string { return x.Op("Log", x.Op("MatMul", x.Op("Sigmoid", y), by)) }
	return x.Op("Sub", log(y), log(x.Op("Neg", y)))
}

// variable adds a model variable as an initializer with the given shape.
func (x *exporter) variable(path string, dims ...int) string {
	values, size := x.variables["/model/"+x.scope+path], 1
	shape := make([]int64, len(dims))
	for i, d := range dims {
		shape[i], size = int64(d), size*d
	}
	if len(values) != size {
		x.err = fmt.Errorf("variable %s has %d numbers, want %d", path, len(values), size)
		return ""
	}
	return x.Weights(values, shape...)
}

// affine computes z·W + b at each step.
func (x *exporter) affine(scope, z string, in, out int) string {
	return x.Op("Add", x.Op("MatMul", z, x.variable(scope+"/weights", in, out)), x.variable(scope+"/biases", out))
}

// narrowed returns the width after an activation: SwiGLU halves it.
func narrowed(name string, width int) int {
	if name == activation.TypeSwiGLU.String() {
		return width / 2
	}
	return width
}

// activation adds the activation with the given GoMLX name. It uses only operations that runtimes implement in
// float64.
func (x *exporter) activation(name, h string, width int) string {
	times := func(v string, by float64) string { return x.Op("Mul", v, x.Scalar(by)) }
	plus := func(v string, by float64) string { return x.Op("Add", v, x.Scalar(by)) }
	within := func(v string) string { return x.Op("Min", x.Op("Max", v, x.Scalar(0)), x.Scalar(1)) }
	kind, _ := activation.TypeString(name)
	switch kind {
	case activation.TypeNone:
		return h
	case activation.TypeRelu:
		return x.Op("Relu", h)
	case activation.TypeSigmoid:
		return x.Op("Sigmoid", h)
	case activation.TypeTanh:
		return x.Op("Tanh", h)
	case activation.TypeHardSigmoid:
		return within(plus(times(h, 0.2), 0.5))
	case activation.TypeHardSwish:
		return x.Op("Mul", h, within(plus(times(h, 1.0/6), 0.5)))
	case activation.TypeLeakyRelu:
		return x.Op("Max", h, times(h, 0.3))
	case activation.TypeSwish, activation.TypeSilu:
		return x.Op("Mul", h, x.Op("Sigmoid", h))
	case activation.TypeSelu:
		below := times(plus(x.Op("Exp", x.Op("Min", h, x.Scalar(0))), -1), activation.SeluAlpha)
		return times(x.Op("Add", x.Op("Relu", h), below), activation.SeluScale)
	case activation.TypeGelu:
		return x.Op("Mul", h, times(plus(x.erf(times(h, 1/math.Sqrt2)), 1), 0.5))
	case activation.TypeGeluApprox:
		cube := x.Op("Mul", h, x.Op("Mul", h, h))
		return x.Op("Mul", h, times(plus(x.Op("Tanh", times(x.Op("Add", h, times(cube, 0.044715)), math.Sqrt(2/math.Pi))), 1), 0.5))
	case activation.TypeSwiGLU:
		gate, value := x.part(h, -1, 0, width/2), x.part(h, -1, width/2, width)
		return x.Op("Mul", x.Op("Mul", gate, x.Op("Sigmoid", gate)), value)
	}
	x.err = fmt.Errorf("unsupported activation %q (want one of %v)", name, activation.TypeStrings())
	return ""
}

// erf computes the error function. ONNX Runtime implements Erf only in float32, so a float64 value is cast,
// which limits the precision to 1e-7.
func (x *exporter) erf(v string) string {
	if x.float != double {
		return x.Op("Erf", v)
	}
	cast := func(v string, to int32) string {
		return x.With("Cast", []*protos.AttributeProto{modelfile.Int("to", int64(to))}, v)
	}
	return cast(x.Op("Erf", cast(v, int32(protos.TensorProto_FLOAT))), double)
}

// part slices one axis of v to the range from..to.
func (x *exporter) part(v string, axis int64, from, to int) string {
	return x.Op("Slice", v, x.Ints(int64(from)), x.Ints(int64(to)), x.Ints(axis))
}

// steps splits v [N,T,k] into T slices [N,1,k].
func (x *exporter) steps(v string) (list []string) {
	for t := range x.model.Steps {
		list = append(list, x.part(v, 1, t, t+1))
	}
	return list
}

// A gate of a recurrent cell holds W·x + b for every step and the recurrent weights U.
type gate struct {
	in        []string // [N,1,H] by step
	recurrent string
}

func (x *exporter) gate(scope, z string, hidden int) gate {
	in := x.Op("Add", x.Op("MatMul", z, x.variable(scope+"/input_weights", len(x.model.Features), hidden)), x.variable(scope+"/biases", hidden))
	return gate{x.steps(in), x.variable(scope+"/recurrent_weights", hidden, hidden)}
}

// opened computes squash(W·x + U·h + b) at step t.
func (x *exporter) opened(g gate, t int, h, squash string) string {
	return x.Op(squash, x.Op("Add", g.in[t], x.Op("MatMul", h, g.recurrent)))
}

// zero adds the initial state, a zero tensor of shape [1,1,H].
func (x *exporter) zero(hidden int) string {
	return x.Constant(make([]float64, hidden), 1, 1, int64(hidden))
}

// gru unrolls models.GRU over the steps. It does not use ONNX's GRU operation because runtimes implement that
// only in float32.
func (x *exporter) gru(z string, hidden int) string {
	reset, update, fresh := x.gate("gru/reset", z, hidden), x.gate("gru/update", z, hidden), x.gate("gru/new", z, hidden)
	bias, h := x.variable("gru/new/recurrent_biases", hidden), x.zero(hidden)
	var states []string
	for t := range x.model.Steps {
		r, u := x.opened(reset, t, h, "Sigmoid"), x.opened(update, t, h, "Sigmoid")
		n := x.Op("Tanh", x.Op("Add", fresh.in[t], x.Op("Mul", r, x.Op("Add", x.Op("MatMul", h, fresh.recurrent), bias))))
		h = x.Op("Add", n, x.Op("Mul", u, x.Op("Sub", h, n)))
		states = append(states, h)
	}
	return x.affine("gru/output", x.joined(states), hidden, x.model.Outputs())
}

// lstm unrolls models.LSTM over the steps.
func (x *exporter) lstm(z string, hidden int) string {
	in, forget := x.gate("lstm/input", z, hidden), x.gate("lstm/forget", z, hidden)
	cell, out := x.gate("lstm/cell", z, hidden), x.gate("lstm/output_gate", z, hidden)
	h, c := x.zero(hidden), x.zero(hidden)
	var states []string
	for t := range x.model.Steps {
		kept := x.Op("Mul", x.opened(forget, t, h, "Sigmoid"), c)
		added := x.Op("Mul", x.opened(in, t, h, "Sigmoid"), x.opened(cell, t, h, "Tanh"))
		opened := x.opened(out, t, h, "Sigmoid")
		c = x.Op("Add", kept, added)
		h = x.Op("Mul", opened, x.Op("Tanh", c))
		states = append(states, h)
	}
	return x.affine("lstm/output", x.joined(states), hidden, x.model.Outputs())
}

// joined concatenates slices [N,1,k] into [N,T,k].
func (x *exporter) joined(steps []string) string {
	if len(steps) == 1 {
		return steps[0]
	}
	return x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", 1)}, steps...)
}
