package program

import (
	"unsafe"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/kernel"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// how describes how a loop stores a state between steps.
type how uint8

const (
	dead    how = iota // not needed
	through            // never changes
	update             // each step overwrites one block in place, such as an element of a series
	turning            // alternates between two buffers
)

// held is a state of a loop.
type held struct {
	how    how
	param  *record.Node   // parameter of the body
	out    *record.Node   // output of the body
	result *record.Node   // node of the outer function, or nil if the result is not used
	window *kernel.Window // for update: the position of the block
	block  *record.Node
	blank  bool // the steps overwrite every element before it is read, so the initial value is irrelevant

	to      int                            // the value of the body that is stored as the next state
	index   []func(p []unsafe.Pointer) int // for update: the start indices, if they are known before the tasks of a step run
	buffers [2]int                         // for turning: offsets of the buffers in bytes
}

// needs holds the nodes that the outputs of a function depend on, and the loops among them.
type needs struct {
	live  []bool
	loops map[*record.Node]*loop
}

// needsOf returns the nodes and loops that outputs depend on.
func needsOf(f *record.Function, outputs []*record.Node) needs {
	n := needs{make([]bool, len(f.Order)), map[*record.Node]*loop{}}
	for _, out := range outputs {
		n.live[out.ID] = true
	}
	for i := len(f.Order) - 1; i >= 0; i-- {
		if n.live[i] {
			n.mark(f.Order[i])
		}
	}
	return n
}

// mark marks the inputs of a node as needed.
func (n needs) mark(node *record.Node) {
	if k, ok := node.Attr.(int); ok && node.Op == compute.OpTypeWhile {
		w := node.Inputs[0]
		if n.loops[w] == nil {
			n.loops[w] = &loop{node: w, held: make([]held, len(w.Inputs))}
		}
		n.loops[w].held[k].result = node
		n.live[w.ID] = true
		return
	}
	l := n.loops[node]
	if l != nil {
		l.bind()
	}
	for k, in := range node.Inputs {
		if l == nil || l.held[k].how != dead && !l.held[k].blank {
			n.live[in.ID] = true
		}
	}
}

// used reports, for each parameter of a function, whether outputs depend on it.
func used(f *record.Function, outputs ...*record.Node) []bool {
	live := make([]bool, len(f.Order))
	for _, out := range outputs {
		live[out.ID] = true
	}
	for i := len(f.Order) - 1; i >= 0; i-- {
		if live[i] {
			for _, in := range f.Order[i].Inputs {
				live[in.ID] = true
			}
		}
	}
	params := make([]bool, len(f.Parameters))
	for k, p := range f.Parameters {
		params[k] = live[p.ID]
	}
	return params
}

// bind decides how each state is stored, based on the results that are used.
func (l *loop) bind() {
	r := l.node.Attr.(*record.Loop)
	live := l.needed(r)
	uses := map[*record.Node]int{}
	for _, n := range r.Body.Order {
		for _, in := range n.Inputs {
			uses[in]++
		}
	}
	for k, inCondition := range used(r.Cond, r.Cond.Outputs...) {
		if live[k] {
			uses[r.Body.Outputs[k]]++
		}
		if inCondition {
			uses[r.Body.Parameters[k]]++
		}
	}
	l.steps = l.counted(r)
	for k := range l.held {
		h := &l.held[k]
		h.param, h.out = r.Body.Parameters[k], r.Body.Outputs[k]
		root := unshaped(h.out)
		switch {
		case !live[k]:
		case root == h.param:
			h.how = through
		case root.Op == compute.OpTypeDynamicUpdateSlice && unshaped(root.Inputs[0]) == h.param && uses[h.param] == 1 && uses[root] == 1 && root == h.out:
			h.how, h.block = update, root.Inputs[1]
			h.window = kernel.WindowOf(root, root.Inputs[2:], h.block.Shape.Dimensions)
			h.blank = l.fills(root)
		default:
			h.how = turning
		}
	}
}

// needed reports which states the condition or the used results depend on.
func (l *loop) needed(r *record.Loop) []bool {
	live := used(r.Cond, r.Cond.Outputs...)
	for k, h := range l.held {
		live[k] = live[k] || h.result != nil
	}
	followed := make([]bool, len(live))
	for again := true; again; {
		again = false
		for k := range live {
			if !live[k] || followed[k] {
				continue
			}
			followed[k], again = true, true
			for j, needed := range used(r.Body, r.Body.Outputs[k]) {
				live[j] = live[j] || needed
			}
		}
	}
	return live
}

// unshaped returns the node that n reshapes, or n itself.
func unshaped(n *record.Node) *record.Node {
	for {
		of, offset, ok := task.Aliased(n)
		if !ok || offset != 0 || task.BytesOf(of) != task.BytesOf(n) {
			return n
		}
		n = of
	}
}

// counted returns the number of steps if the loop counts from 0 to a constant, and sets l.counter. Otherwise it returns
// 0.
func (l *loop) counted(r *record.Loop) int {
	goes := r.Cond.Outputs[0]
	if goes.Op != compute.OpTypeLessThan {
		return 0
	}
	steps, ok := number(goes.Inputs[1])
	for k, p := range r.Cond.Parameters {
		if p != goes.Inputs[0] || !ok {
			continue
		}
		next, start := r.Body.Outputs[k], l.node.Inputs[k]
		if next.Op != compute.OpTypeAdd || next.Inputs[0] != r.Body.Parameters[k] {
			return 0
		}
		by, one := number(next.Inputs[1])
		from, zero := number(start)
		if one && zero && by == 1 && from == 0 {
			l.counter = r.Body.Parameters[k]
			return max(steps, 0)
		}
	}
	return 0
}

// number returns the value of a constant integer scalar.
func number(n *record.Node) (int, bool) {
	switch flat := n.Flat.(type) {
	case []int32:
		if len(flat) == 1 {
			return int(flat[0]), true
		}
	case []int64:
		if len(flat) == 1 {
			return int(flat[0]), true
		}
	}
	return 0, false
}

// fills reports whether the steps together write every element of a series, one per step, in forward or reverse order.
func (l *loop) fills(n *record.Node) bool {
	block, starts := n.Inputs[1].Shape.Dimensions, n.Inputs[2:]
	if l.steps == 0 || len(starts) == 0 || n.Shape.Dimensions[0] != l.steps || block[0] != 1 {
		return false
	}
	for axis := range block {
		if axis > 0 && block[axis] != n.Shape.Dimensions[axis] {
			return false
		}
	}
	at := starts[0]
	if at.Op == compute.OpTypeSub {
		if last, ok := number(at.Inputs[0]); !ok || last != l.steps-1 {
			return false
		}
		at = at.Inputs[1]
	}
	return at == l.counter
}

// earlyAll returns the functions that compute the indices before the tasks of a step run, or false if an index is not
// known by then.
func earlyAll(nodes []*record.Node) (indices []func(p []unsafe.Pointer) int, ok bool) {
	for _, n := range nodes {
		index, ok := early(n)
		if !ok {
			return nil, false
		}
		indices = append(indices, index)
	}
	return indices, true
}

// early returns a function that computes an index before the tasks of a step run. The index must be a constant, a state,
// or a constant minus a state.
func early(n *record.Node) (index func(p []unsafe.Pointer) int, ok bool) {
	if at, ok := number(n); ok {
		return func([]unsafe.Pointer) int { return at }, true
	}
	sign, from := 1, 0
	if n.Op == compute.OpTypeSub {
		if from, ok = number(n.Inputs[0]); !ok {
			return nil, false
		}
		sign, n = -1, n.Inputs[1]
	}
	id, small := n.ID, task.BytesOf(n) == 4
	return func(p []unsafe.Pointer) int {
		if small {
			return from + sign*int(*(*int32)(p[id]))
		}
		return from + sign*int(*(*int64)(p[id]))
	}, n.Op == compute.OpTypeParameter
}
