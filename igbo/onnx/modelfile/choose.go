package modelfile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/onnx/operator"
)

// FloatTypes lists the element types that inputs and outputs may have.
var FloatTypes = []int32{int32(protos.TensorProto_FLOAT), int32(protos.TensorProto_DOUBLE)}

// TensorType returns the tensor type of an input or output, or nil if it is not a tensor.
func TensorType(v *protos.ValueInfoProto) *protos.TypeProto_Tensor {
	return v.GetType().GetTensorType()
}

// Describe returns the name, type and shape of an input or output, for error messages.
func Describe(v *protos.ValueInfoProto) string {
	t := TensorType(v)
	if t == nil {
		return fmt.Sprintf("%q (no tensor but a map or a sequence)", v.Name)
	}
	var dims []string
	for _, d := range t.GetShape().GetDim() {
		switch {
		case strings.ContainsFunc(d.GetDimParam(), unprinted):
			dims = append(dims, strconv.Quote(d.GetDimParam()))
		case d.GetDimParam() != "":
			dims = append(dims, d.GetDimParam())
		case d.GetValue() == nil:
			dims = append(dims, "?")
		default:
			dims = append(dims, strconv.FormatInt(d.GetDimValue(), 10))
		}
	}
	return fmt.Sprintf("%q (%s [%s])", v.Name, strings.ToLower(protos.TensorProto_DataType(t.ElemType).String()), strings.Join(dims, ","))
}

// DescribeAll describes several inputs or outputs, separated by commas.
func DescribeAll(values []*protos.ValueInfoProto) string {
	return strings.Join(xslices.Map(values, Describe), ", ")
}

// isFloat reports whether a value is a tensor of float32 or float64.
func isFloat(v *protos.ValueInfoProto) bool {
	return TensorType(v) != nil && slices.Contains(FloatTypes, TensorType(v).ElemType)
}

// Input is an input of a file: its name and its number of columns.
type Input struct {
	Name    string
	Columns int
}

// Columns returns the names of the inputs if the file has one input per column, else nil.
func Columns(inputs []Input) (names []string) {
	if len(inputs) < 2 {
		return nil
	}
	for _, in := range inputs {
		if in.Columns != 1 {
			return nil
		}
		names = append(names, in.Name)
	}
	return names
}

// ChooseInputs returns the inputs of the graph. It returns an error unless there is one input of floats [N,D]
// or [N,T,D], or several inputs of numbers [N,k], whose columns are concatenated. If there are several, integer
// inputs are converted to floats.
func ChooseInputs(g *protos.GraphProto) ([]*protos.ValueInfoProto, error) {
	weights := map[string]bool{}
	for _, t := range g.Initializer {
		weights[t.Name] = true
	}
	var inputs []*protos.ValueInfoProto
	for _, in := range g.Input {
		if !weights[in.Name] { // old exporters list initializers as inputs too
			inputs = append(inputs, in)
		}
	}
	if len(inputs) == 0 {
		return nil, errors.New("it has no inputs, want one float input [N,D] or [N,T,D], or several inputs [N,k]")
	}
	for _, in := range inputs {
		rank := len(TensorType(in).GetShape().GetDim())
		switch {
		case len(inputs) == 1 && !isFloat(in):
			return nil, fmt.Errorf("its input must be float32 or float64 [N,D] or [N,T,D], got %s (export it without its encoders)", Describe(in))
		case len(inputs) == 1 && rank != 2 && rank != 3:
			return nil, fmt.Errorf("its input must be [N,D] or [N,T,D], got %s", Describe(in))
		case len(inputs) > 1 && (rank != 2 || !isFloat(in) && !isWhole(in)):
			return nil, fmt.Errorf("it must have one float input [N,D] or [N,T,D], or several numeric inputs [N,k], got %s (export it without text encoders)", DescribeAll(inputs))
		}
	}
	return inputs, nil
}

// isWhole reports whether a value is a tensor of integers.
func isWhole(v *protos.ValueInfoProto) bool {
	return TensorType(v) != nil && slices.Contains([]int32{int32(protos.TensorProto_INT64), int32(protos.TensorProto_INT32)}, TensorType(v).ElemType)
}

// Unzip removes the ZipMap operations in which scikit-learn's exporter wraps probabilities.
func Unzip(g *protos.GraphProto) {
	for _, n := range g.Node {
		if n.OpType != "ZipMap" || len(n.Input) != 1 || len(n.Output) != 1 {
			continue
		}
		n.OpType, n.Domain, n.Attribute = "Identity", "", nil
		for _, out := range g.Output {
			if out.Name == n.Output[0] {
				t := &protos.TypeProto_Tensor{ElemType: int32(protos.TensorProto_FLOAT)}
				out.Type = &protos.TypeProto{Value: &protos.TypeProto_TensorType{TensorType: t}}
			}
		}
	}
}

// ChooseOutput returns the output with the given name or zero-based index. If wanted is "", it returns the only
// floating-point output. Class labels, which are integers or text, are not candidates.
func ChooseOutput(g *protos.GraphProto, wanted string) (*protos.ValueInfoProto, error) {
	var smooth []*protos.ValueInfoProto
	for _, out := range g.Output {
		if isFloat(out) {
			smooth = append(smooth, out)
		}
	}
	if wanted != "" {
		return namedOutput(g, wanted)
	}
	if len(smooth) == 1 {
		return smooth[0], nil
	}
	if err := Refused(g.Node); err != nil && len(smooth) == 0 {
		return nil, err
	}
	if len(smooth) == 0 {
		return nil, fmt.Errorf("it must have a float output, got %s (export probabilities or scores; labels have no gradient)", DescribeAll(g.Output))
	}
	return nil, fmt.Errorf("it has %d float outputs, %s; select one by its name or its number from 0", len(smooth), DescribeAll(smooth))
}

func namedOutput(g *protos.GraphProto, wanted string) (*protos.ValueInfoProto, error) {
	i := slices.IndexFunc(g.Output, func(v *protos.ValueInfoProto) bool { return v.Name == wanted })
	if n, err := strconv.Atoi(wanted); i < 0 && err == nil && n >= 0 && n < len(g.Output) {
		i = n
	}
	if i < 0 {
		return nil, fmt.Errorf("output %q not found (want one of %s, by its name or its number from 0)", wanted, DescribeAll(g.Output))
	}
	if out := g.Output[i]; !isFloat(out) {
		if err := Refused(g.Node); err != nil && TensorType(out) == nil {
			return nil, err
		}
		return nil, fmt.Errorf("output %s has no gradient because it is not a float; select probabilities or scores", Describe(out))
	}
	return g.Output[i], nil
}

// Prune removes the operations and initializers that the output does not need. The remaining operations keep
// their order.
func Prune(g *protos.GraphProto, inputs []*protos.ValueInfoProto, output *protos.ValueInfoProto) {
	needed := map[string]bool{output.Name: true}
	var nodes []*protos.NodeProto
	for _, n := range slices.Backward(g.Node) {
		if !slices.ContainsFunc(n.Output, func(name string) bool { return name != "" && needed[name] }) {
			continue
		}
		nodes = append(nodes, n)
		for _, in := range append(operator.Inner(n), n.Input...) {
			needed[in] = true
		}
	}
	slices.Reverse(nodes)
	g.Node, g.Input, g.Output, g.ValueInfo = nodes, inputs, []*protos.ValueInfoProto{output}, nil
	g.Initializer = slices.DeleteFunc(g.Initializer, func(t *protos.TensorProto) bool { return !needed[t.Name] })
}
