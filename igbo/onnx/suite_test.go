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

// outside are the operations that no model of numbers has, and what they are about.
var outside = map[string]string{
	"Loop": "control flow", "Scan": "control flow", "SequenceMap": "control flow",
	"Adagrad": "training", "Adam": "training", "Momentum": "training", "Gradient": "training", "NegativeLogLikelihoodLoss": "training", "SoftmaxCrossEntropyLoss": "training",
	"Bernoulli": "random numbers", "RandomUniformLike": "random numbers", "RandomNormalLike": "random numbers",
	"RegexFullMatch": "text", "StringConcat": "text", "StringNormalizer": "text", "StringSplit": "text", "TfIdfVectorizer": "text",
	"ImageDecoder":  "files of images",
	"FlexAttention": "a preview of the standard", "CausalConvWithState": "a preview of the standard", "LinearAttention": "a preview of the standard",
}

// shared is one backend for all cases: a tensor stays with the backend that first saw it.
var shared = sync.OnceValue(func() compute.Backend { return must.Get(embedded.Open("")) })

// verdict is what the importer makes of a case of ONNX's own suite.
type verdict struct {
	Case string `json:"case"`
	// Op is the operation that the case is about: the only one, or that of its name.
	Op string `json:"op"`
	// Verdict is right, refused, outside, or what is wrong; By the operation or the type that is
	// refused, or what the case is about.
	Verdict string `json:"verdict"`
	By      string `json:"by,omitempty"`
	// Forward, Reverse and Second are right, refused, or what is wrong, of derivatives in either
	// mode and of those of derivatives; empty where nothing is differentiated.
	Forward string `json:"forward,omitempty"`
	Reverse string `json:"reverse,omitempty"`
	Second  string `json:"second,omitempty"`
}

// suiteCase is a model with inputs and the outputs that the standard's reference gives.
type suiteCase struct {
	name          string
	model         *protos.ModelProto
	inputs, wants []*tensors.Tensor // nil for one that is left out
	free          int               // how many inputs are none of constants
	weights       map[string]*tensors.Tensor
}

// judge gives the verdict on the case of a folder.
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

// wrongError is an output that is not the reference's.
type wrongError string

func (e wrongError) Error() string { return string(e) }

// refusedBy is the operation that is refused, or the reason in a word.
func refusedBy(err error) string {
	var unsupported *UnsupportedError
	switch text := err.Error(); {
	case errors.As(err, &unsupported):
		return unsupported.Op
	case strings.Contains(text, "or later (export it with opset_version"):
		return "version of operations"
	case strings.Contains(text, "numbers of type"):
		_, after, _ := strings.Cut(text, "numbers of type ")
		name, _, _ := strings.Cut(after, ",")
		return "type " + name
	default:
		return short(err)
	}
}

// op is what the case is about: the operation that its name begins with, or its only one.
func (c *suiteCase) op() string {
	var names []string
	for _, n := range c.model.Graph.Node {
		names = append(names, standard.Name(n))
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 1 && !strings.HasSuffix(c.name, "_expanded") {
		return names[0]
	}
	return "functions in parts" // models of several operations, most of them the bodies of standard functions
}

// outside says what a case is about that is none of a model of numbers.
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

// read reads the inputs and the outputs of the reference.
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

// compiled takes the case's graph as Load takes a file's; inputs beyond the first of so many
// are constants of the file, as settings are in files of models.
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

// protoOf is a tensor as a file has it.
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

// outputs builds the case's outputs of inputs.
func (c *suiteCase) outputs(file *operator.File, free []int, xs []*Node) []*Node {
	inputs, g := map[string]*Node{}, xs[0].Graph()
	for k, i := range free {
		inputs[c.model.Graph.Input[i].Name] = xs[k]
	}
	weight := func(name string) *Node { return Const(g, c.weights[name]) }
	return file.Build(g, inputs, weight, c.names()...)
}

// names are those of the outputs that are there.
func (c *suiteCase) names() (names []string) {
	for _, o := range c.model.Graph.Output {
		if o.Name != "" {
			names = append(names, o.Name)
		}
	}
	return names
}

// run compares the outputs with the reference's; where an operation needs constants, as files of
// models have them, all inputs but the first are given as such, or all.
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

// apart tells where two tensors differ by more than the suite's tolerances.
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
