package trees

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// Cell is a number or a text of a row; IsText tells which.
type Cell struct {
	Number float64
	Text   string
	IsText bool
}

// The owners of columns besides those of the file.
const (
	constantly = -1
	mixed      = -2
)

// cells is a value of a file of trees: columns of numbers or of text, each of one of the file's columns, of none or of several.
type cells struct {
	numbers [][]float64
	texts   [][]string
	owner   []int
	single  bool // of float32
	dims    []int
}

func (c cells) width() int { return max(len(c.numbers), len(c.texts)) }

// flat are the numbers of a constant.
func (c cells) flat() (values []float64) {
	for _, column := range c.numbers {
		values = append(values, column...)
	}
	return values
}

// constant is a tensor of the file as columns of one row.
func constant(t *protos.TensorProto) (c cells, err error) {
	for _, d := range t.Dims {
		c.dims = append(c.dims, int(d))
	}
	if t.DataType == int32(protos.TensorProto_STRING) {
		for _, text := range t.StringData {
			c.texts, c.owner = append(c.texts, []string{string(text)}), append(c.owner, constantly)
		}
		return c, nil
	}
	if err := modelfile.CheckTensor(t); err != nil {
		return c, err
	}
	value, err := standard.Tensor(t)
	if err != nil {
		return c, err
	}
	if d := value.DType(); !slices.Contains([]dtypes.DType{dtypes.Float32, dtypes.Float64, dtypes.Int64, dtypes.Int32}, d) {
		return c, fmt.Errorf("they are of type %s, want numbers or text", d)
	}
	c.single = value.DType() == dtypes.Float32
	for _, v := range standard.Floats(value) {
		c.numbers, c.owner = append(c.numbers, []float64{v}), append(c.owner, constantly)
	}
	return c, nil
}

// named are the values that are there before anything is evaluated.
func (t *Model) named() map[string]cells { return maps.Clone(t.constants) }

// run evaluates what is before the trees.
func (t *Model) run(rows [][]Cell) (map[string]cells, error) {
	env, at := t.named(), 0
	for _, in := range t.Inputs {
		v := cells{single: t.constants["kind of "+in.Name].single}
		for range in.Columns {
			numbers, texts := make([]float64, len(rows)), make([]string, len(rows))
			for i, row := range rows {
				if len(row) != len(t.Texts) || row[at].IsText != t.Texts[at] {
					return nil, fmt.Errorf("onnx: row %d has %d cells, or another kind in cell %d, want %d cells", i, len(row), at, len(t.Texts))
				}
				numbers[i], texts[i] = row[at].Number, row[at].Text
				if v.single {
					numbers[i] = float64(float32(numbers[i]))
				}
			}
			if t.Texts[at] {
				v.texts = append(v.texts, texts)
			} else {
				v.numbers = append(v.numbers, numbers)
			}
			v.owner = append(v.owner, at)
			at++
		}
		env[in.Name] = v
	}
	return env, evaluate(t.before, env, len(rows))
}

// evaluate runs operations on columns of n rows, in their order.
func evaluate(nodes []*protos.NodeProto, env map[string]cells, n int) error {
	for _, node := range nodes {
		f := columnOperations[node.OpType]
		if f == nil {
			return standard.Refuse(node, "stands beside trees and is none of the operations that are evaluated there (%s): give the model as a program (--command), which is explained by sampling", sortedNames())
		}
		c := &columnCall{node: node, n: n}
		for _, name := range node.Input {
			if name == "" {
				continue
			}
			in, found := env[name]
			if !found {
				return standard.Refuse(node, "takes %q, which nothing before it makes of columns; the file is damaged or mixes trees with other outputs", name)
			}
			c.in = append(c.in, in)
		}
		out, err := f(c)
		if err != nil {
			return err
		}
		env[node.Output[0]] = out
	}
	return nil
}

func sortedNames() string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(columnOperations)) {
		text += ", " + name
	}
	return text[2:]
}

// columnCall is an operation on columns.
type columnCall struct {
	node *protos.NodeProto
	in   []cells
	n    int
}

func (c *columnCall) refuse(format string, a ...any) (cells, error) {
	return cells{}, standard.Refuse(c.node, format, a...)
}

// each is a function of every number of the first input.
func (c *columnCall) each(f func(column int, v float64) float64) (cells, error) {
	if len(c.in) == 0 || c.in[0].texts != nil {
		return c.refuse("takes text or nothing, want numbers (the file is damaged)")
	}
	return c.made(c.in[0], func(k, i int) float64 { return f(k, c.in[0].numbers[k][i]) }), nil
}

// made are columns like others.
func (c *columnCall) made(like cells, f func(k, i int) float64) cells {
	out := cells{owner: slices.Clone(like.owner), single: like.single}
	for k := range like.width() {
		column := make([]float64, c.n)
		for i := range column {
			if column[i] = f(k, i); out.single {
				column[i] = float64(float32(column[i]))
			}
		}
		out.numbers = append(out.numbers, column)
	}
	return out
}

// list is an attribute of numbers, the k-th of which, or the only one, is taken.
func (c *columnCall) list(name string, otherwise float64) func(k int) float64 {
	values := standard.FloatsOf(c.node, name)
	return func(k int) float64 {
		switch {
		case len(values) == 0:
			return otherwise
		case len(values) == 1:
			return values[0]
		case k < len(values):
			return values[k]
		}
		return math.NaN()
	}
}

// two is a function of two inputs, whose columns go together or of which one has one.
func (c *columnCall) two(f func(a, b float64) float64) (cells, error) {
	if len(c.in) != 2 || c.in[0].numbers == nil || c.in[1].numbers == nil {
		return c.refuse("takes %d inputs, or text, want two of numbers (the file is damaged)", len(c.in))
	}
	a, b := c.in[0], c.in[1]
	width := max(a.width(), b.width())
	if a.width() != width && a.width() != 1 || b.width() != width && b.width() != 1 {
		return c.refuse("takes %d and %d columns, want as many", a.width(), b.width())
	}
	like := cells{single: a.single && b.single, owner: make([]int, width), numbers: make([][]float64, width)}
	for k := range like.owner {
		like.owner[k] = joint(a.owner[min(k, a.width()-1)], b.owner[min(k, b.width()-1)])
	}
	cell := func(v cells, k, i int) float64 {
		column := v.numbers[min(k, v.width()-1)]
		return column[min(i, len(column)-1)]
	}
	return c.made(like, func(k, i int) float64 { return f(cell(a, k, i), cell(b, k, i)) }), nil
}

// joint is whose a column of two is.
func joint(a, b int) int {
	switch {
	case a == b || b == constantly:
		return a
	case a == constantly:
		return b
	}
	return mixed
}

// label is a number as a text of a category.
func label(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
