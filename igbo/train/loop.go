package train

import (
	"errors"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/scan"
)

// batchAt builds the batch of one step of a loop, inputs before labels, from the arguments of the
// call for all its steps.
type batchAt func(step *Node, given []*Node) []*Node

// stacked returns element i of stacked batches, [K, …] each.
func stacked(i *Node, given []*Node) []*Node {
	return xslices.Map(given, func(x *Node) *Node { return element(x, i) })
}

// gathered returns the rows of step i from the data [N, …]. given[0] holds the row numbers, [K,B].
func gathered(i *Node, given []*Node) []*Node {
	rows := InsertAxes(element(given[0], i), -1)
	return xslices.Map(given[1:], func(x *Node) *Node { return Gather(x, rows) })
}

// element returns x[i].
func element(x, i *Node) *Node {
	dims := slices.Clone(x.Shape().Dimensions)
	dims[0] = 1
	return Reshape(DynamicSlice(x, at(x, i), dims), dims[1:]...)
}

// at returns the index (i, 0, …) into x.
func at(x, i *Node) []*Node {
	index := slices.Repeat([]*Node{ScalarZero(x.Graph(), dtypes.Int32)}, x.Rank())
	index[0] = i
	return index
}

// loopGraph builds several steps as one loop in the backend. The state of the loop is the number of
// steps, their records, the arguments, and every variable that a step uses: weights, moments, step
// number, λ and random state. It returns the records [K, width], of which only those of the steps
// taken are valid.
func (d *Driver) loopGraph(scope *model.Scope, l layout, batch batchAt, count *Node, given []*Node) *Node {
	g := count.Graph()
	steps := given[0].Shape().Dim(0)
	used, record := d.rehearse(l, batch, given)
	state := append([]*Node{count, Zeros(g, shapes.Make(record.DType, steps, record.Dim(0)))}, given...)
	first := len(state)
	for _, v := range used {
		state = append(state, v.NodeValue(g))
	}
	parameters, changed := state[first:], make([]bool, len(used))
	more := func(i *Node, s []*Node) *Node { return LessThan(i, s[0]) }
	last := scan.RepeatWhile(more, state, func(i *Node, s []*Node) []*Node {
		for k, v := range used {
			v.SetNodeValue(s[first+k])
		}
		inputs := batch(i, s[2:first])
		row := d.stepGraph(scope, inputs[:l.inputs], inputs[l.inputs:])
		next := slices.Clone(s[:first])
		next[1] = DynamicUpdateSlice(s[1], InsertAxes(row, 0), at(s[1], i))
		for k, v := range used {
			value := v.NodeValue(g)
			if changed[k] = value != s[first+k]; changed[k] && slices.Contains(next, value) {
				value = Identity(value)
			}
			next = append(next, value)
		}
		return next
	})
	for k, v := range used {
		if v.SetNodeValue(parameters[k]); changed[k] {
			v.SetNodeValue(last[first+k])
		}
	}
	return last[1]
}

// errRehearsed stops the building of a graph that is not needed.
var errRehearsed = errors.New("train: internal: the graph was built only to find its variables")

// rehearse builds a step that is never compiled. It returns the variables that the step uses and
// the shape of its record, because the state of a loop must be known before its step is built.
func (d *Driver) rehearse(l layout, batch batchAt, given []*Node) (used []*model.Variable, record shapes.Shape) {
	exec, err := model.NewExec(d.backend, d.store, func(scope *model.Scope, given []*Node) *Node {
		g := given[0].Graph()
		inputs := batch(ScalarZero(g, dtypes.Int32), given)
		record = d.stepGraph(scope, inputs[:l.inputs], inputs[l.inputs:]).Shape()
		for v := range d.store.IterVariables() {
			if v.InUseByGraph(g) {
				used = append(used, v)
			}
		}
		panic(errRehearsed)
	})
	if err != nil {
		panic(err)
	}
	if _, err := exec.Compile(xslices.Map(given, (*Node).Shape)...); !errors.Is(err, errRehearsed) {
		panic(err)
	}
	return used, record
}
