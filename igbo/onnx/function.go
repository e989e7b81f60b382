package onnx

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute-onnx/support/protos"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// variables is the scope that holds the weights.
const variables = "ONNX"

// variableName returns the variable name for an initializer.
func variableName(name string) string { return strings.ReplaceAll(name, model.ScopeSeparator, "|") }

// takeWeights stores the initial values of the variables. Floating-point weights are trainable, except the
// moving averages of batch normalisation. Integers are shapes and axes, so they are not trainable.
func (m *Model) takeWeights(list []*protos.TensorProto) error {
	var averages []string
	for _, n := range m.nodes {
		if n.OpType == "BatchNormalization" && len(n.Input) >= 5 {
			averages = append(averages, n.Input[3], n.Input[4])
		}
	}
	for _, t := range list {
		value, err := standard.Tensor(t)
		if err != nil {
			return fmt.Errorf("the weights %q: %w", t.Name, err)
		}
		if err := finite(t.Name, value); err != nil {
			return err
		}
		m.values = append(m.values, weight{variableName(t.Name), value, value.DType().IsFloat() && !slices.Contains(averages, t.Name)})
	}
	return nil
}

// Function returns the model as a graph-building function. It maps x [B,T,D] to y [B,T], or to [B,T,K] for K
// outputs, in the dtype of x. The mask must be nil. If the model has one output per series, the output is
// repeated at every step.
//
// The function creates its variables in the scope that it is given and initialises them from the file. Set it
// as igbo.Config.Function to train the model further, or use it for attribution or as a teacher.
func (m *Model) Function() attribution.MaskedModel { return attribution.Unmasked(m.call) }

// Unmasked returns the same model as a function without a mask parameter.
func (m *Model) Unmasked() attribution.Model { return m.call }

// padded evaluates a causal model that igbo exported. The mask marks the valid steps of the series [B,T], which
// may be padded after their last step. Masked steps are read as zeros and have the output 0. A valid step right
// after a masked one has the output NaN because the file cannot represent gaps.
func (m *Model) padded(scope *model.Scope, x, mask *Node) *Node {
	if mask == nil {
		return m.call(scope, x)
	}
	like := func(mask, of *Node) *Node {
		if of.Rank() > mask.Rank() {
			mask = InsertAxes(mask, -1)
		}
		return BroadcastToDims(mask, of.Shape().Dimensions...)
	}
	y := m.call(scope, Where(like(mask, x), x, ZerosLike(x)))
	if t := mask.Shape().Dim(1); t > 1 {
		before := Concatenate([]*Node{OnesLike(Slice(mask, AxisRange(), AxisRange(0, 1))), Slice(mask, AxisRange(), AxisRange(0, t-1))}, 1)
		gap := LogicalAnd(mask, LogicalNot(before))
		y = Where(like(gap, y), Scalar(y.Graph(), y.DType(), math.NaN()), y)
	}
	return Where(like(mask, y), y, ZerosLike(y))
}

func (m *Model) call(scope *model.Scope, x *Node) *Node {
	t, d := x.Shape().Dim(1), x.Shape().Dim(2)
	if d != m.Features || m.Steps != 0 && t != m.Steps {
		panic(fmt.Errorf("onnx: calling the model: x has shape %s, want %s", x.Shape(), m.takes()))
	}
	y := m.convert(scope, x, m.Output)[0]
	shaped, err := m.shape(y, x)
	if err != nil {
		panic(err)
	}
	return ConvertDType(shaped, x.DType())
}

// takes returns the input shape as text for error messages.
func (m *Model) takes() string {
	if m.Steps == 0 {
		return fmt.Sprintf("[B,T,%d]", m.Features)
	}
	return fmt.Sprintf("[B,%d,%d]", m.Steps, m.Features)
}

// convert builds the named values of the file's graph.
func (m *Model) convert(scope *model.Scope, x *Node, names ...string) []*Node {
	inner := scope.At(variables)
	for _, w := range m.values {
		if v := inner.GetVariable(w.name); v != nil {
			v.SetTrainable(w.trainable)
			continue
		}
		value, err := w.value.Clone()
		if err != nil {
			panic(fmt.Errorf("the weights %s: %w", w.name, err))
		}
		inner.VariableWithValue(w.name, value).SetTrainable(w.trainable)
	}
	x = ConvertDType(x, m.DType)
	if m.rank == 2 {
		x = Reshape(x, x.Shape().Dim(0), m.Features)
	}
	weight := func(name string) *Node { return inner.GetVariable(variableName(name)).NodeValue(x.Graph()) }
	inputs, from := map[string]*Node{m.Inputs[0].Name: x}, 0
	for _, in := range m.Inputs {
		if len(m.Inputs) > 1 {
			inputs[in.Name] = Slice(x, AxisRange(), AxisRange(from, from+in.Columns))
		}
		from += in.Columns
	}
	return m.graph.Build(x.Graph(), inputs, weight, names...)
}

// shape converts the graph's output to [B,T] or [B,T,K].
func (m *Model) shape(y, x *Node) (*Node, error) {
	b, t, dims := x.Shape().Dim(0), x.Shape().Dim(1), y.Shape().Dimensions
	if !y.DType().IsFloat() || len(dims) == 0 || dims[0] != b {
		return nil, fmt.Errorf("output %q is %s for %d samples, want floats [N], [N,K] or [N,T,K]", m.Output, y.Shape(), b)
	}
	size := y.Shape().Size() / b
	if m.perStep {
		if dims[1] != t {
			return nil, fmt.Errorf("output %q is %s for series of %d steps, want [N,T] or [N,T,K]", m.Output, y.Shape(), t)
		}
		if size == t {
			return Reshape(y, b, t), nil
		}
		return Reshape(y, b, t, size/t), nil
	}
	if size == 1 {
		return BroadcastToDims(Reshape(y, b, 1), b, t), nil
	}
	return BroadcastToDims(Reshape(y, b, 1, size), b, t, size), nil
}
