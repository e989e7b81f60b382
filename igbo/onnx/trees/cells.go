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

// Cell is one value of a row: Text if IsText is set, else Number.
type Cell struct {
	Number float64
	Text   string
	IsText bool
}

// Owners of columns that do not come from exactly one input column: constants, and combinations of several
// columns.
const (
	constantly = -1
	mixed      = -2
)

// cells holds one value of the graph as columns of numbers or of text. The owner of a column is the input
// column that it depends on, constantly, or mixed.
type cells struct {
	numbers [][]float64
	texts   [][]string
	owner   []int
	single  bool // round to float32
	dims    []int
}

func (c cells) width() int { return max(len(c.numbers), len(c.texts)) }

// flat returns the numbers of a constant.
func (c cells) flat() (values []float64) {
	for _, column := range c.numbers {
		values = append(values, column...)
	}
	return values
}

// constant converts a tensor to columns with one row.
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
		return c, fmt.Errorf("unsupported type %s, want float32, float64, int32, int64 or text", d)
	}
	c.single = value.DType() == dtypes.Float32
	for _, v := range standard.Floats(value) {
		c.numbers, c.owner = append(c.numbers, []float64{v}), append(c.owner, constantly)
	}
	return c, nil
}

// named returns the values that are known before evaluation: the constants.
func (t *Model) named() map[string]cells { return maps.Clone(t.constants) }

// run evaluates the operations before the trees.
func (t *Model) run(rows [][]Cell) (map[string]cells, error) {
	env, at := t.named(), 0
	for _, in := range t.Inputs {
		v := cells{single: t.constants["kind of "+in.Name].single}
		for range in.Columns {
			numbers, texts := make([]float64, len(rows)), make([]string, len(rows))
			for i, row := range rows {
				if len(row) != len(t.Texts) {
					return nil, fmt.Errorf("onnx: row %d has %d cells, want %d", i, len(row), len(t.Texts))
				}
				if row[at].IsText != t.Texts[at] {
					return nil, fmt.Errorf("onnx: row %d: cell %d must be %s", i, at, map[bool]string{true: "text", false: "a number"}[t.Texts[at]])
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

// evaluate runs operations in order on columns with n rows.
func evaluate(nodes []*protos.NodeProto, env map[string]cells, n int) error {
	for _, node := range nodes {
		f := columnOperations[node.OpType]
		if f == nil {
			return standard.Refuse(node, "is unsupported in a model with trees (supported: %s); pass the model as a program with --command, which is explained by sampling", sortedNames())
		}
		c := &columnCall{node: node, n: n}
		for _, name := range node.Input {
			if name == "" {
				continue
			}
			in, found := env[name]
			if !found {
				return standard.Refuse(node, "reads %q, which no earlier operation computes from columns; the file is damaged, or mixes trees with other outputs", name)
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

// A columnCall is one call of an operation on columns.
type columnCall struct {
	node *protos.NodeProto
	in   []cells
	n    int
}

func (c *columnCall) refuse(format string, a ...any) (cells, error) {
	return cells{}, standard.Refuse(c.node, format, a...)
}

// each applies f to every number of the first input.
func (c *columnCall) each(f func(column int, v float64) float64) (cells, error) {
	if len(c.in) == 0 || c.in[0].texts != nil {
		return c.refuse("has text as input, or no input, want numbers (the file is damaged)")
	}
	return c.made(c.in[0], func(k, i int) float64 { return f(k, c.in[0].numbers[k][i]) }), nil
}

// made returns columns with the owners and precision of like and the values f(column, row).
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

// list returns a function that looks up the k-th number of an attribute. A single number applies to every k.
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

// two applies f to two inputs. They must have the same number of columns, or one of them must have one column.
func (c *columnCall) two(f func(a, b float64) float64) (cells, error) {
	if len(c.in) != 2 || c.in[0].numbers == nil || c.in[1].numbers == nil {
		return c.refuse("has %d inputs, or text as input, want two inputs with numbers (the file is damaged)", len(c.in))
	}
	a, b := c.in[0], c.in[1]
	width := max(a.width(), b.width())
	if a.width() != width && a.width() != 1 || b.width() != width && b.width() != 1 {
		return c.refuse("has inputs with %d and %d columns, want the same number", a.width(), b.width())
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

// joint returns the owner of a column that is computed from two columns.
func joint(a, b int) int {
	switch {
	case a == b || b == constantly:
		return a
	case a == constantly:
		return b
	}
	return mixed
}

// label formats a number as a category.
func label(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
