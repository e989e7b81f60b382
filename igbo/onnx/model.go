package onnx

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/operator"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// UnsupportedError reports an operation that cannot be imported or differentiated.
type UnsupportedError = standard.UnsupportedError

// MaxFile is the maximum size of a model that [Load] reads, in bytes: 2 GiB, the limit of the format. It
// includes external weights.
const MaxFile = modelfile.MaxFile

// Input is an input of a file: its name and its number of columns.
type Input = modelfile.Input

// Options sets values that a file does not fix. The zero value takes everything from the file.
type Options struct {
	// Output is the name or the zero-based index of the output. It is required if the file has several
	// floating-point outputs.
	Output string
	// Features and Steps set D and T if the file does not fix them. 0 means the value in the file.
	Features, Steps int

	from, to string // values within the file that are taken for input and output; "" are its own
}

// A Model is an imported network that can be built in GoMLX graphs. [Load] returns it.
type Model struct {
	// Digest is the SHA-256 of the file, in hexadecimal.
	Digest string
	// Inputs lists the inputs in file order. The model's columns are their columns, concatenated.
	Inputs []Input
	// Output is the output's name in the file.
	Output string
	// Features is D. Steps is T: 1 for tables, and 0 if series may have any length.
	Features, Steps int
	// Outputs is K, the number of outputs per step.
	Outputs int
	// DType is the element type of the network, float32 or float64.
	DType dtypes.DType

	rank    int  // of the input: 2 or 3
	perStep bool // one output per step instead of one per series
	fixed   bool // the file fixes the batch size
	nodes   []*protos.NodeProto
	values  []weight
	graph   *operator.File
}

// Columns returns the names of the inputs if the file has one input per column, else nil.
func (m *Model) Columns() []string { return modelfile.Columns(m.Inputs) }

// A weight is the initial value of a variable.
type weight struct {
	name      string
	value     *tensors.Tensor
	trainable bool
}

// Load reads an ONNX file. The file must have one input of floats [N,D] or [N,T,D], or several inputs [N,k],
// and an output of floats. Load also checks that every operation between inputs and output is supported and
// differentiable, and that each sample's output depends only on that sample.
//
// It returns an [*UnsupportedError] for an unsupported operation, and other errors that describe what is wrong
// with the file.
func Load(file string) (*Model, error) { return LoadWith(file, Options{}) }

// LoadWith is like [Load] with options for values that the file does not fix.
func LoadWith(file string, o Options) (*Model, error) {
	m, err := load(file, o)
	if err != nil {
		return nil, fmt.Errorf("onnx: loading %s: %w", file, err)
	}
	return m, nil
}

func load(file string, o Options) (*Model, error) {
	if o.Features < 0 {
		return nil, fmt.Errorf("Options.Features must be at least 0 (0 = from the file), got %d", o.Features)
	}
	if o.Steps < 0 {
		return nil, fmt.Errorf("Options.Steps must be at least 0 (0 = from the file), got %d", o.Steps)
	}
	p, content, err := modelfile.Read(file)
	if err != nil {
		return nil, err
	}
	if err := cut(p.Graph, o.from, o.to); err != nil {
		return nil, err
	}
	if err := modelfile.CheckWeights(p.Graph); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	m := &Model{Digest: hex.EncodeToString(sum[:])}
	if err := m.prepare(p, o); err != nil {
		return nil, err
	}
	return m, m.try()
}

// prepare selects the inputs and the output, prunes the graph to the operations between them, and rewrites it.
func (m *Model) prepare(p *protos.ModelProto, o Options) error {
	g := p.Graph
	modelfile.Unzip(g)
	inputs, err := modelfile.ChooseInputs(g)
	if err != nil {
		return err
	}
	output, err := modelfile.ChooseOutput(g, o.Output)
	if err != nil {
		return err
	}
	m.Output, m.DType = output.Name, dtypes.Float32
	elem := int32(protos.TensorProto_FLOAT)
	if slices.ContainsFunc(inputs, func(in *protos.ValueInfoProto) bool {
		return modelfile.TensorType(in).ElemType == int32(protos.TensorProto_DOUBLE)
	}) {
		m.DType, elem = dtypes.Float64, int32(protos.TensorProto_DOUBLE)
	}
	if err := m.size(inputs, o); err != nil {
		return fmt.Errorf("its input is %s: %w", modelfile.DescribeAll(inputs), err)
	}
	modelfile.Prune(g, inputs, output)
	if err := modelfile.Refused(g.Node); err != nil {
		return err
	}
	if err := rewrite(p, elem); err != nil {
		return err
	}
	if m.graph, err = operator.New(p); err != nil {
		return err
	}
	m.nodes = g.Node
	return m.takeWeights(g.Initializer)
}

// size determines D and T.
func (m *Model) size(inputs []*protos.ValueInfoProto, o Options) error {
	if len(inputs) > 1 {
		return m.several(inputs, o)
	}
	dims := modelfile.TensorType(inputs[0]).Shape.Dim
	m.rank, m.fixed = len(dims), dims[0].GetDimValue() != 0
	var err error
	if m.Features, err = either("D features", dims[m.rank-1].GetDimValue(), o.Features); err != nil {
		return err
	}
	if m.Features == 0 {
		return errors.New("the file does not fix the number of features (set Options.Features)")
	}
	if m.Steps = 1; m.rank == 3 {
		m.Steps, err = either("T steps", dims[1].GetDimValue(), o.Steps)
	} else if o.Steps > 1 {
		err = fmt.Errorf("Options.Steps must be 0 or 1 for a model without series, got %d", o.Steps)
	}
	m.Inputs = []Input{{Name: inputs[0].Name, Columns: m.Features}}
	return err
}

// several sums the columns of several inputs [N,k].
func (m *Model) several(inputs []*protos.ValueInfoProto, o Options) error {
	m.rank, m.Steps = 2, 1
	for _, in := range inputs {
		dims := modelfile.TensorType(in).Shape.Dim
		k, err := either("D columns", dims[1].GetDimValue(), 0)
		if err != nil {
			return err
		}
		if k == 0 {
			return fmt.Errorf("the file must fix the number of columns of %q (export it with a fixed number)", in.Name)
		}
		m.fixed = m.fixed || dims[0].GetDimValue() != 0
		m.Inputs = append(m.Inputs, Input{Name: in.Name, Columns: k})
		m.Features += k
	}
	if o.Features != 0 && o.Features != m.Features {
		return fmt.Errorf("the inputs have %d columns in total, but Options.Features is %d", m.Features, o.Features)
	}
	if o.Steps > 1 {
		return fmt.Errorf("Options.Steps must be 0 or 1 for a model with several inputs, got %d", o.Steps)
	}
	return nil
}

// either returns the size that the file fixes or, if it fixes none, the requested one. It returns an error if
// they differ.
func either(what string, file int64, asked int) (int, error) {
	if file < 0 || file > 1<<31 {
		return 0, fmt.Errorf("the file has an invalid number of %s, %d, want at least 1 (it is damaged)", what, file)
	}
	if file > 0 && asked > 0 && int(file) != asked {
		return 0, fmt.Errorf("the file requires %s = %d, got %d", what[:1], file, asked)
	}
	return max(int(file), asked), nil
}
