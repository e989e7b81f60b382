package onnx

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute-onnx/support/protos"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/operator"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// outside maps operations that no numeric model contains to their topic.
var outside = map[string]string{
	"Loop": "control flow", "Scan": "control flow", "SequenceMap": "control flow",
	"Adagrad": "training", "Adam": "training", "Momentum": "training", "Gradient": "training", "NegativeLogLikelihoodLoss": "training", "SoftmaxCrossEntropyLoss": "training",
	"Bernoulli": "random numbers", "RandomUniformLike": "random numbers", "RandomNormalLike": "random numbers",
	"RegexFullMatch": "text", "StringConcat": "text", "StringNormalizer": "text", "StringSplit": "text", "TfIdfVectorizer": "text",
	"ImageDecoder":  "files of images",
	"FlexAttention": "a preview of the standard", "CausalConvWithState": "a preview of the standard", "LinearAttention": "a preview of the standard",
}

// shared returns one backend for all cases, because a tensor stays with the backend that first used it.
var shared = sync.OnceValue(func() compute.Backend { return must.Get(embedded.Open("")) })

// A verdict is the result of importing one case of ONNX's test suite.
type verdict struct {
	Case string `json:"case"`
	// Op is the operation that the case tests.
	Op string `json:"op"`
	// Verdict is right, refused, outside, or a description of the fault. By is the rejected operation or type,
	// or the topic of the case.
	Verdict string `json:"verdict"`
	By      string `json:"by,omitempty"`
	// Forward, Reverse and Second describe the first derivatives in either mode and the second derivatives:
	// right, refused, or the fault. They are empty if nothing is differentiated.
	Forward string `json:"forward,omitempty"`
	Reverse string `json:"reverse,omitempty"`
	Second  string `json:"second,omitempty"`
}

// A suiteCase is a model with inputs and the reference outputs of the standard.
type suiteCase struct {
	name          string
	model         *protos.ModelProto
	inputs, wants []*tensors.Tensor // nil if omitted
	free          int               // number of non-constant inputs
	weights       map[string]*tensors.Tensor
}

// judge runs the case in a folder and returns its verdict.
func judge(suite fs.FS, folder string) (v verdict) {
	v = verdict{Case: strings.TrimPrefix(path.Base(folder), "test_")}
	defer func() {
		if r := recover(); r != nil {
			v.Verdict = fmt.Sprint("panics: ", r)
		}
	}()
	content, err := fs.ReadFile(suite, path.Join(folder, "model.onnx"))
	if err != nil {
		v.Verdict = err.Error()
		return v
	}
	c := &suiteCase{name: v.Case, model: &protos.ModelProto{}}
	if err := proto.Unmarshal(content, c.model); err != nil {
		v.Verdict = err.Error()
		return v
	}
	v.Op = c.op()
	if v.By = c.outside(); v.By != "" {
		v.Verdict = "outside"
		return v
	}
	if err = c.read(suite, folder); err == nil {
		_, err = modelfile.Decode(content)
	}
	if err == nil {
		err = c.run()
	}
	switch {
	case err == nil:
		v.Verdict = "right"
		c.differentiate(&v)
	case errors.As(err, new(wrongError)):
		v.Verdict = "wrong: " + err.Error()
	default:
		v.Verdict, v.By = "refused", refusedBy(err)
	}
	return v
}

// A wrongError describes an output that differs from the reference.
type wrongError string

func (e wrongError) Error() string { return string(e) }

// refusedBy returns the rejected operation, or the reason in one word.
func refusedBy(err error) string {
	var unsupported *UnsupportedError
	switch text := err.Error(); {
	case errors.As(err, &unsupported):
		return unsupported.Op
	case strings.Contains(text, "or later (export it with opset_version"):
		return "version of operations"
	case strings.Contains(text, "numbers of type"):
		_, after, _ := strings.Cut(text, "numbers of type ")
		name, _, _ := strings.Cut(after, ":")
		return "type " + name
	default:
		return short(err)
	}
}

// op returns the operation that the case tests: the one that its name begins with, or its only one.
func (c *suiteCase) op() string {
	var names []string
	for _, n := range c.model.Graph.Node {
		names = append(names, standard.Name(n))
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 1 && !strings.HasSuffix(c.name, "_expanded") {
		return names[0]
	}
	return "functions in parts" // models with several operations, mostly the bodies of standard functions
}

// outside returns the topic of a case that no numeric model contains, or "".
func (c *suiteCase) outside() string {
	for _, n := range c.model.Graph.Node {
		if what := outside[n.OpType]; what != "" {
			return what
		}
		if n.OpType == "Dropout" && strings.Contains(c.name, "training") && !strings.Contains(c.name, "zero_ratio") || n.OpType == "BatchNormalization" && strings.Contains(c.name, "training") {
			return "training"
		}
	}
	for _, v := range slices.Concat(c.model.Graph.Input, c.model.Graph.Output) {
		switch {
		case modelfile.TensorType(v) == nil:
			return "sequences and optional values"
		case modelfile.TensorType(v).ElemType == int32(protos.TensorProto_STRING):
			return "text"
		}
	}
	return ""
}

// read reads the inputs and the reference outputs.
func (c *suiteCase) read(suite fs.FS, folder string) error {
	for i, in := range c.model.Graph.Input {
		t, err := readTensor(suite, folder, "input", i, in)
		if err != nil {
			return err
		}
		c.inputs = append(c.inputs, t)
	}
	for i, out := range c.model.Graph.Output {
		t, err := readTensor(suite, folder, "output", i, out)
		if err != nil {
			return err
		}
		c.wants = append(c.wants, t)
	}
	return nil
}

func readTensor(suite fs.FS, folder, kind string, i int, v *protos.ValueInfoProto) (*tensors.Tensor, error) {
	if v.Name == "" {
		return nil, nil
	}
	content, err := fs.ReadFile(suite, path.Join(folder, "test_data_set_0", fmt.Sprintf("%s_%d.pb", kind, i)))
	if err != nil {
		return nil, err
	}
	t := &protos.TensorProto{}
	if err := proto.Unmarshal(content, t); err != nil {
		return nil, err
	}
	if _, err := standard.DTypeOf(t.DataType); err != nil {
		return nil, err
	}
	if err := modelfile.CheckTensor(t); err != nil {
		return nil, err
	}
	return standard.Tensor(t)
}

// compiled prepares the case's graph as Load does. Inputs after the first most inputs become initializers, as
// settings are in model files.
func (c *suiteCase) compiled(most int) (file *operator.File, free []int, err error) {
	p := proto.CloneOf(c.model)
	p.Functions = nil
	if err := modelfile.Refused(p.Graph.Node); err != nil {
		return nil, nil, err
	}
	for i, in := range p.Graph.Input {
		switch {
		case c.inputs[i] == nil:
		case len(free) >= most:
			p.Graph.Initializer = append(p.Graph.Initializer, protoOf(in.Name, c.inputs[i]))
		default:
			free = append(free, i)
		}
	}
	elem := int32(protos.TensorProto_FLOAT)
	if len(free) > 0 {
		elem = modelfile.TensorType(p.Graph.Input[free[0]]).ElemType
	}
	if err := rewrite(p, elem); err != nil {
		return nil, nil, err
	}
	c.weights = map[string]*tensors.Tensor{}
	for _, t := range p.Graph.Initializer {
		if c.weights[t.Name], err = standard.Tensor(t); err != nil {
			return nil, nil, err
		}
	}
	file, err = operator.New(p)
	return file, free, err
}

// protoOf converts a tensor to a protocol buffer.
func protoOf(name string, t *tensors.Tensor) *protos.TensorProto {
	p := &protos.TensorProto{Name: name}
	for _, d := range t.Shape().Dimensions {
		p.Dims = append(p.Dims, int64(d))
	}
	for elem := range protos.TensorProto_DataType_name {
		if d, err := standard.DTypeOf(elem); err == nil && d == t.DType() {
			p.DataType = elem
		}
	}
	p.RawData = []byte{}
	if err := t.ConstBytes(func(b []byte) { p.RawData = append(p.RawData, b...) }); err != nil {
		panic(err)
	}
	return p
}

// outputs builds the case's outputs.
func (c *suiteCase) outputs(file *operator.File, free []int, xs []*Node) []*Node {
	inputs, g := map[string]*Node{}, xs[0].Graph()
	for k, i := range free {
		inputs[c.model.Graph.Input[i].Name] = xs[k]
	}
	weight := func(name string) *Node { return Const(g, c.weights[name]) }
	return file.Build(g, inputs, weight, c.names()...)
}

// names returns the names of the outputs that are present.
func (c *suiteCase) names() (names []string) {
	for _, o := range c.model.Graph.Output {
		if o.Name != "" {
			names = append(names, o.Name)
		}
	}
	return names
}

// run compares the outputs with the reference. If an operation requires constants, it retries with all inputs
// but the first as constants, and then with all of them.
func (c *suiteCase) run() (err error) {
	var got []*tensors.Tensor
	for _, c.free = range []int{len(c.inputs), 1, 0} {
		if got, err = c.evaluated(c.free); !errors.As(err, new(*UnsupportedError)) {
			break
		}
	}
	if err != nil {
		return err
	}
	wants := slices.DeleteFunc(slices.Clone(c.wants), func(t *tensors.Tensor) bool { return t == nil })
	for i, want := range wants {
		if err := apart(got[i], want); err != nil {
			return err
		}
	}
	return nil
}

func (c *suiteCase) evaluated(most int) ([]*tensors.Tensor, error) {
	file, free, err := c.compiled(most)
	if err != nil {
		return nil, err
	}
	var args []any
	for _, i := range free {
		args = append(args, c.inputs[i])
	}
	if len(args) == 0 {
		args = append(args, float32(0))
	}
	return CallOnceN(shared(), func(xs []*Node) []*Node { return c.outputs(file, free, xs) }, args...)
}

// apart returns an error if two tensors differ by more than the suite's tolerances.
func apart(got, want *tensors.Tensor) error {
	if !got.Shape().Equal(want.Shape()) {
		return wrongError(fmt.Sprintf("%s, want %s", got.Shape(), want.Shape()))
	}
	a, b := standard.Floats(got), standard.Floats(want)
	for i := range a {
		same := a[i] == b[i] || math.IsNaN(a[i]) && math.IsNaN(b[i])
		if !same && !(math.Abs(a[i]-b[i]) <= 1e-7+1e-3*math.Abs(b[i])) {
			return wrongError(fmt.Sprintf("%g at %d, want %g", a[i], i, b[i]))
		}
	}
	return nil
}

func byCase(a, b verdict) int { return cmp.Compare(a.Case, b.Case) }
