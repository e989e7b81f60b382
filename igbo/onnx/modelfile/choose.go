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

// FloatTypes are the types of numbers that inputs and outputs may have.
var FloatTypes = []int32{int32(protos.TensorProto_FLOAT), int32(protos.TensorProto_DOUBLE)}

// TensorType is the tensor type of an input or output, nil for another type.
func TensorType(v *protos.ValueInfoProto) *protos.TypeProto_Tensor {
	return v.GetType().GetTensorType()
}

// Describe says what an input or output is.
func Describe(v *protos.ValueInfoProto) string {
	t := TensorType(v)
	if t == nil {
		return fmt.Sprintf("%q (no tensor but a map or a sequence)", v.Name)
	}
	var dims []string
	for _, d := range t.GetShape().GetDim() {
		switch {
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

// DescribeAll says what inputs or outputs are.
func DescribeAll(values []*protos.ValueInfoProto) string {
	return strings.Join(xslices.Map(values, Describe), ", ")
}

// isFloat tells whether a value is a tensor of float32 or float64.
func isFloat(v *protos.ValueInfoProto) bool {
	return TensorType(v) != nil && slices.Contains(FloatTypes, TensorType(v).ElemType)
}

// Input is an input of a file: its name, and how many columns it takes.
type Input struct {
	Name    string
	Columns int
}

// Columns are the names of the columns where the file has an input for each; nil where it has not.
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

// ChooseInputs finds the inputs, and checks them: one [N,D] or [N,T,D] of floats, or several
// [N,k] of numbers, whose columns stand one after the other. Whole numbers of one of several
// are taken for floats.
func ChooseInputs(g *protos.GraphProto) ([]*protos.ValueInfoProto, error) {
	weights := map[string]bool{}
	for _, t := range g.Initializer {
		weights[t.Name] = true
	}
	var inputs []*protos.ValueInfoProto
	for _, in := range g.Input {
		if !weights[in.Name] { // old exporters list weights as inputs too
			inputs = append(inputs, in)
		}
	}
	if len(inputs) == 0 {
		return nil, errors.New("it has no inputs (want one of floats [N,D] or [N,T,D], or several [N,k])")
	}
	for _, in := range inputs {
		rank := len(TensorType(in).GetShape().GetDim())
		switch {
		case len(inputs) == 1 && !isFloat(in):
			return nil, fmt.Errorf("its input is %s, want float32 or float64 [N,D] or [N,T,D] (export it without its encoders)", Describe(in))
		case len(inputs) == 1 && rank != 2 && rank != 3:
			return nil, fmt.Errorf("its input is %s, want [N,D] or [N,T,D]", Describe(in))
		case len(inputs) > 1 && (rank != 2 || !isFloat(in) && !isWhole(in)):
			return nil, fmt.Errorf("it has %d inputs, %s, want one float input [N,D] or [N,T,D], or several numeric inputs [N,k] (export it without text encoders)", len(inputs), DescribeAll(inputs))
		}
	}
	return inputs, nil
}

// isWhole tells whether a value is a tensor of whole numbers.
func isWhole(v *protos.ValueInfoProto) bool {
	return TensorType(v) != nil && slices.Contains([]int32{int32(protos.TensorProto_INT64), int32(protos.TensorProto_INT32)}, TensorType(v).ElemType)
}

// Unzip takes probabilities out of the maps that scikit-learn's exporter puts them in.
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

// ChooseOutput finds the output by its name or number, or the only one of floats.
// Labels of classifiers, whole numbers or text, are none.
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
		return nil, fmt.Errorf("its outputs are %s, want a float output (export probabilities or scores; labels have no gradient)", DescribeAll(g.Output))
	}
	return nil, fmt.Errorf("it has %d outputs of floats, %s; choose one by its name or its number from 0", len(smooth), DescribeAll(smooth))
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
		return nil, fmt.Errorf("the output %s has no floats, so no gradient, want probabilities or scores", Describe(out))
	}
	return g.Output[i], nil
}

// Prune leaves what the output needs: its operations in their order, and their weights.
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
