package trees

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
	"github.com/igbolab/igbolab/igbo/shapley"
)

// A Model is a tree ensemble from an ONNX file. The file may also contain operations on single columns before
// the trees, such as scalers, encoders and imputers, and operations on their sums. A Model has no gradient. It
// is evaluated in plain Go and explained by exact Shapley values.
type Model struct {
	// Digest is the SHA-256 of the file, in hexadecimal. Output is the name of the output.
	Digest, Output string
	// Inputs lists the inputs of the file. Texts reports for each column, over all inputs, whether it holds
	// text.
	Inputs []modelfile.Input
	Texts  []bool
	// Outputs is K, the number of outputs.
	Outputs int
	// Margin reports whether the Shapley values explain the sums of the trees instead of the outputs. This is
	// the case if the outputs are a nonlinear function of the sums, such as probabilities.
	Margin bool

	before, after []*protos.NodeProto
	ensembles     []*ensemble
	all           *shapley.Ensemble // all trees and sums of all operations, over all their inputs
	owner         []int             // input column of each tree input
	weights       [][]float64       // [output][sum]: coefficient of each sum in each output
	constants     map[string]cells
}

// Load reads a tree ensemble from an ONNX file. The parameter output is the name or zero-based index of the
// output. It may be "" if the file has only one floating-point output. Load returns nil and no error if that
// output does not depend on trees.
//
// It returns an error if the file is damaged, or if an operation before the trees is unsupported or combines
// several columns.
func Load(file, output string) (*Model, error) {
	t, err := loadTrees(file, output)
	if err != nil {
		return nil, fmt.Errorf("onnx: loading %s: %w", file, err)
	}
	return t, nil
}

func loadTrees(file, wanted string) (*Model, error) {
	p, content, err := modelfile.Read(file)
	if err != nil {
		return nil, err
	}
	g := p.Graph
	if !slices.ContainsFunc(g.Node, modelfile.IsTrees) {
		return nil, nil
	}
	modelfile.Unzip(g)
	output, err := modelfile.ChooseOutput(g, wanted)
	if err != nil {
		return nil, err
	}
	weights := map[string]bool{}
	for _, w := range g.Initializer {
		weights[w.Name] = true
	}
	inputs := slices.DeleteFunc(slices.Clone(g.Input), func(v *protos.ValueInfoProto) bool { return weights[v.Name] })
	modelfile.Prune(g, inputs, output)
	if !slices.ContainsFunc(g.Node, modelfile.IsTrees) {
		return nil, nil
	}
	sum := sha256.Sum256(content)
	t := &Model{Digest: hex.EncodeToString(sum[:]), Output: output.Name, constants: map[string]cells{}}
	for _, w := range g.Initializer {
		if t.constants[w.Name], err = constant(w); err != nil {
			return nil, fmt.Errorf("the weights %q: %w", w.Name, err)
		}
	}
	for _, n := range g.Node {
		if err := standard.Fill(n, standard.Opsets(p)); err != nil {
			return nil, err
		}
	}
	if err := t.takeInputs(inputs); err != nil {
		return nil, err
	}
	if err := t.part(g.Node); err != nil {
		return nil, err
	}
	if err := t.trace(); err != nil {
		return nil, err
	}
	return t, t.relate()
}

// Columns returns the names of the inputs if the file has one input per column, else nil.
func (t *Model) Columns() []string { return modelfile.Columns(t.Inputs) }

func (t *Model) takeInputs(inputs []*protos.ValueInfoProto) error {
	kinds := append(slices.Clone(modelfile.FloatTypes), int32(protos.TensorProto_INT64), int32(protos.TensorProto_INT32), int32(protos.TensorProto_BOOL), int32(protos.TensorProto_STRING))
	for _, in := range inputs {
		dims := modelfile.TensorType(in).GetShape().GetDim()
		if modelfile.TensorType(in) == nil || len(dims) != 2 || dims[1].GetDimValue() < 1 || !slices.Contains(kinds, modelfile.TensorType(in).ElemType) {
			return fmt.Errorf("its inputs must be numbers or text [N,k] with a fixed k, got %s", modelfile.Describe(in))
		}
		t.Inputs = append(t.Inputs, modelfile.Input{Name: in.Name, Columns: int(dims[1].GetDimValue())})
		for range dims[1].GetDimValue() {
			t.Texts = append(t.Texts, modelfile.TensorType(in).ElemType == int32(protos.TensorProto_STRING))
		}
	}
	t.constants[""] = cells{}
	for _, in := range inputs { // remember which inputs are rounded to float32
		t.constants["kind of "+in.Name] = cells{single: modelfile.TensorType(in).ElemType == int32(protos.TensorProto_FLOAT)}
	}
	return nil
}

// part splits the operations into those before the trees, the trees, and those after them.
func (t *Model) part(nodes []*protos.NodeProto) error {
	behind := map[string]bool{}
	for _, n := range nodes {
		after := slices.ContainsFunc(n.Input, func(in string) bool { return behind[in] })
		switch {
		case modelfile.IsTrees(n) && after:
			return standard.Refuse(n, "reads the outputs of other trees, so the model is not a sum of trees; pass it as a program with --command, which is explained by sampling")
		case modelfile.IsTrees(n):
			e, err := readTrees(n)
			if err != nil {
				return err
			}
			t.ensembles = append(t.ensembles, e)
		case after:
			t.after = append(t.after, n)
		default:
			t.before = append(t.before, n)
			continue
		}
		for _, out := range n.Output {
			behind[out] = true
		}
	}
	return nil
}

// trace finds the owner of each tree input by evaluating one row of zero values. It also merges all trees into
// one ensemble.
func (t *Model) trace() error {
	var row []Cell
	for _, text := range t.Texts {
		row = append(row, Cell{Number: 0, IsText: text})
	}
	env, err := t.run([][]Cell{row})
	if err != nil {
		return err
	}
	t.all = &shapley.Ensemble{}
	margins := 0
	for _, e := range t.ensembles {
		margins += e.margins
	}
	for _, e := range t.ensembles {
		in, found := env[e.node.Input[0]]
		if !found || in.texts != nil {
			return standard.Refuse(e.node, "has text as input, want numbers (the file is damaged)")
		}
		if in.width() <= e.lastColumn {
			return standard.Refuse(e.node, "splits column %d of %d; the file is damaged", e.lastColumn, in.width())
		}
		from, offset := len(t.all.Base), t.all.Columns
		for c, owner := range in.owner {
			if owner == mixed {
				return standard.Refuse(e.node, "reads column %d, which is computed from several input columns, so exact Shapley values are unsupported; pass the model as a program with --command, which is explained by sampling", c)
			}
			t.owner = append(t.owner, max(owner, 0))
		}
		t.all.Columns += in.width()
		t.all.Base = append(t.all.Base, e.base...)
		for _, tree := range e.trees {
			for i := range tree {
				tree[i].Column += int32(offset)
				if tree[i].Mode == shapley.Leaf {
					tree[i].Outputs = slices.Concat(make([]float64, from), tree[i].Outputs, make([]float64, margins-from-e.margins))
				}
			}
			t.all.Trees = append(t.all.Trees, tree)
		}
	}
	return t.all.Validate()
}

// relate finds the coefficients of the sums in each output. If an output is not linear in the sums, it sets
// Margin and relates each output to its own sum.
func (t *Model) relate() error {
	k := len(t.all.Base)
	rows := [][]float64{make([]float64, k)}
	for i := range k {
		row := make([]float64, k)
		row[i] = 1
		rows = append(rows, row)
	}
	for _, seed := range []float64{0.37, -1.9} {
		row := make([]float64, k)
		for i := range row {
			row[i] = 3 * math.Sin(seed*float64(i+1)*7)
		}
		rows = append(rows, row)
	}
	y, err := t.behind(rows)
	if err != nil {
		return err
	}
	t.Outputs = len(y) / len(rows)
	at := func(row, j int) float64 { return y[row*t.Outputs+j] }
	for j := range t.Outputs {
		w := make([]float64, k)
		for i := range w {
			w[i] = at(i+1, j) - at(0, j)
		}
		t.weights = append(t.weights, w)
		for row := k + 1; row < len(rows); row++ {
			sum, size := at(0, j), 1.0
			for i, v := range rows[row] {
				sum, size = sum+w[i]*v, size+math.Abs(w[i]*v)
			}
			t.Margin = t.Margin || !(math.Abs(sum-at(row, j)) <= 1e-5*size)
		}
	}
	if !t.Margin {
		return nil
	}
	for j := range t.weights {
		w := make([]float64, k)
		switch {
		case t.Outputs == k:
			w[j] = 1
		case k == 1 && t.Outputs == 2:
			w[0] = float64(2*j - 1)
		default:
			return fmt.Errorf("its %d outputs cannot be matched with the %d sums of its trees (pass the model as a program with --command)", t.Outputs, k)
		}
		t.weights[j] = w
	}
	return nil
}
