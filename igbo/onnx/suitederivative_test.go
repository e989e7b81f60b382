package onnx

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/support/exceptions"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/operator"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// step is the step size of the central differences.
const step = 1e-5

// differentiate compares derivatives in float64 with central differences. s is a weighted sum of all outputs; v
// and w are random directions over all inputs, so couplings between inputs and outputs are tested too.
//
//	forward  ∂s/∂v by a tangent        reverse  ⟨∇s, v⟩        second  ⟨∇(∂s/∂v), w⟩
func (c *suiteCase) differentiate(v *verdict) {
	d := &wideCase{suiteCase: c.widened()}
	if err := exceptions.TryCatch[error](d.prepare); err != nil {
		v.Forward = "not built in float64: " + short(err)
		return
	}
	if len(d.moving) == 0 {
		return
	}
	v.Forward = d.compared(func(s *Node, xs, v, _ []*Node) *Node { return derivative.JVP([]*Node{s}, xs, v)[0] }, d.sum, 0)
	v.Reverse = d.compared(func(s *Node, xs, v, _ []*Node) *Node { return along(derivative.CheckedGradient(s, xs...), v) }, d.sum, 0)
	if v.Forward != "right" {
		return
	}
	slope := func(xs, v []*Node) *Node { return derivative.JVP([]*Node{d.sum(xs, v)}, xs, v)[0] }
	v.Second = d.compared(func(s *Node, xs, v, w []*Node) *Node {
		return along(derivative.CheckedGradient(slope(xs, v), xs...), w)
	}, slope, 1)
}

// A wideCase is a case in float64.
type wideCase struct {
	*suiteCase
	file   *operator.File
	free   []int // the non-constant inputs
	moving []int // indices in free of the inputs that are floats
	used   []int // the outputs that are finite floats
	seed   uint64
}

// prepare determines which inputs vary and which outputs are summed.
func (d *wideCase) prepare() {
	var err error
	if d.file, d.free, err = d.compiled(d.suiteCase.free); err != nil {
		panic(err)
	}
	for k, i := range d.free {
		if d.inputs[i].DType().IsFloat() && d.inputs[i].Size() > 0 {
			d.moving = append(d.moving, k)
		}
	}
	k := 0
	for _, want := range d.wants {
		if want == nil {
			continue
		}
		finite := want.DType().IsFloat() && want.Size() > 0
		for _, x := range standard.Floats(want) {
			finite = finite && !math.IsNaN(x) && !math.IsInf(x, 0)
		}
		if finite {
			d.used = append(d.used, k)
		}
		k++
	}
	if len(d.used) == 0 {
		d.moving = nil
	}
}

// sum returns Σ cos(j)·y_j over all outputs that are finite floats.
func (d *wideCase) sum(xs, _ []*Node) *Node {
	full := make([]*Node, len(d.free))
	for k, i := range d.free {
		full[k] = nil
		for m, at := range d.moving {
			if at == k {
				full[k] = xs[m]
			}
		}
		if full[k] == nil {
			full[k] = Const(xs[0].Graph(), must.Get(d.inputs[i].Clone()))
		}
	}
	outputs := d.outputs(d.file, d.free, full)
	var s *Node
	for _, k := range d.used {
		y := outputs[k]
		y = Reshape(y, y.Shape().Size())
		part := ReduceAllSum(Mul(y, Cos(Iota(y.Graph(), y.Shape(), 0))))
		if s == nil {
			s = part
		} else {
			s = Add(s, part)
		}
	}
	return s
}

// compared compares a derivative along v, or w, with differences of f.
func (d *wideCase) compared(of func(s *Node, xs, v, w []*Node) *Node, f func(xs, v []*Node) *Node, direction int) (result string) {
	for d.seed = range uint64(3) { // a kink or domain edge may be hit by chance with one seed, a wrong derivative fails with all
		if result = d.once(of, f, direction); result == "right" || result == "refused" {
			return result
		}
	}
	return result
}

func (d *wideCase) once(of func(s *Node, xs, v, w []*Node) *Node, f func(xs, v []*Node) *Node, direction int) string {
	n := len(d.moving)
	exec, err := NewExec(shared(), func(all []*Node) []*Node {
		xs, v, w := all[:n], all[n:2*n], all[2*n:]
		by := append([][]*Node{v}, w)[direction]
		moved := func(sign float64) []*Node {
			out := make([]*Node, n)
			for i := range out {
				out[i] = Add(xs[i], MulScalar(by[i], sign*step))
			}
			return out
		}
		difference := DivScalar(Sub(f(moved(1), v), f(moved(-1), v)), 2*step)
		return []*Node{of(d.sum(xs, v), xs, v, w), difference}
	})
	if err != nil {
		return short(err)
	}
	var got []*tensors.Tensor
	err = exceptions.TryCatch[error](func() {
		got, err = exec.Call(d.arguments()...)
		if err != nil {
			panic(err)
		}
	})
	var unsupported *derivative.UnsupportedError
	if errors.As(err, &unsupported) {
		return "refused"
	}
	if err != nil {
		return "wrong: " + short(err)
	}
	a, b := standard.Floats(got[0])[0], standard.Floats(got[1])[0]
	if !(math.Abs(a-b) <= 1e-5*math.Max(1, math.Abs(b))) {
		return "wrong"
	}
	return "right"
}

// arguments returns the inputs, moved slightly away from possible kinks, and the two directions.
func (d *wideCase) arguments() (all []any) {
	draw := rand.New(rand.NewPCG(d.seed, 7))
	of := func(value func(x float64) float64) {
		for _, k := range d.moving {
			t := d.inputs[d.free[k]]
			values := standard.Floats(t)
			for i, x := range values {
				values[i] = value(x)
			}
			all = append(all, tensors.FromFlatDataAndDimensions(values, t.Shape().Dimensions...))
		}
	}
	scale, shift := -0.01, 0.001
	if d.seed > 0 { // move farther and upwards, in case the first attempt hit the edge of a domain
		scale, shift = 0.01, 0.1
	}
	of(func(x float64) float64 { return x*(1+scale*draw.Float64()) + shift*draw.Float64() })
	of(func(float64) float64 { return draw.NormFloat64() })
	of(func(float64) float64 { return draw.NormFloat64() })
	return all
}

// along returns Σ ⟨g, v⟩.
func along(gradients, v []*Node) (s *Node) {
	for i, g := range gradients {
		part := ReduceAllSum(Mul(g, v[i]))
		if s == nil {
			s = part
		} else {
			s = Add(s, part)
		}
	}
	return s
}

// widened returns the case with float64 instead of float32.
func (c *suiteCase) widened() *suiteCase {
	wide := &suiteCase{name: c.name, model: proto.CloneOf(c.model), free: c.free}
	for _, t := range c.inputs {
		wide.inputs = append(wide.inputs, widenedTensor(t))
	}
	for _, t := range c.wants {
		wide.wants = append(wide.wants, widenedTensor(t))
	}
	widenGraph(wide.model.Graph)
	return wide
}

func widenedTensor(t *tensors.Tensor) *tensors.Tensor {
	if t == nil || t.DType() != dtypes.Float32 {
		return t
	}
	return tensors.FromFlatDataAndDimensions(standard.Floats(t), t.Shape().Dimensions...)
}

func widenGraph(g *protos.GraphProto) {
	for _, v := range g.Input {
		if t := modelfile.TensorType(v); t != nil && t.ElemType == int32(protos.TensorProto_FLOAT) {
			t.ElemType = int32(protos.TensorProto_DOUBLE)
		}
	}
	for _, t := range g.Initializer {
		widenProto(t)
	}
	for _, n := range g.Node {
		for _, a := range n.Attribute {
			switch {
			case a.G != nil:
				widenGraph(a.G)
			case a.T != nil:
				widenProto(a.T)
			case n.OpType == "Constant" && a.Name == "value_float":
				a.Name, a.Type, a.T = "value", protos.AttributeProto_TENSOR, &protos.TensorProto{DataType: int32(protos.TensorProto_DOUBLE), DoubleData: []float64{float64(a.F)}}
			case n.OpType == "Constant" && a.Name == "value_floats":
				t := &protos.TensorProto{DataType: int32(protos.TensorProto_DOUBLE), Dims: []int64{int64(len(a.Floats))}}
				for _, v := range a.Floats {
					t.DoubleData = append(t.DoubleData, float64(v))
				}
				a.Name, a.Type, a.T, a.Floats = "value", protos.AttributeProto_TENSOR, t, nil
			case (a.Name == "to" || a.Name == "dtype" || a.Name == "output_datatype") && a.I == int64(protos.TensorProto_FLOAT):
				a.I = int64(protos.TensorProto_DOUBLE)
			}
		}
		if n.OpType == "ConstantOfShape" && standard.Attribute(n, "value") == nil {
			n.Attribute = append(n.Attribute, &protos.AttributeProto{Name: "value", Type: protos.AttributeProto_TENSOR, T: &protos.TensorProto{DataType: int32(protos.TensorProto_DOUBLE), Dims: []int64{1}, DoubleData: []float64{0}}})
		}
	}
}

func widenProto(t *protos.TensorProto) {
	if t.DataType != int32(protos.TensorProto_FLOAT) {
		return
	}
	values := standard.Floats(must.Get(standard.Tensor(t)))
	t.DataType, t.FloatData, t.RawData, t.DoubleData = int32(protos.TensorProto_DOUBLE), nil, nil, values
}
