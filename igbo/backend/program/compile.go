package program

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/kernel"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// value describes where the elements of a node are stored.
type value struct {
	root, offset int // for an alias: the value whose memory it shares, and the offset in bytes
	bytes        int
	constant     unsafe.Pointer // address of a constant
	kind         kind
}

type kind uint8

const (
	unused kind = iota
	parameter
	constant
	computed
)

// foldLimit is the maximum size in bytes of a result that is computed at compile time from constants.
const foldLimit = 1 << 18

// compiler converts nodes to tasks.
type compiler struct {
	engine  *wrapper
	loops   map[*record.Node]*loop // the loops of the function
	of      *loop                  // the loop whose body the function is, or nil
	once    []task.Task            // tasks of a loop body that give the same result in every step
	kept    []*record.Node         // the nodes computed by once
	views   []view                 // series elements that a loop body reads in place
	nested  map[int]*loop          // the loops, by the ID of one of their results
	scratch int                    // the value that provides memory for the function's loops, one after the other; 0 if there are no loops
	values  []value
	tasks   []task.Task
	p       []unsafe.Pointer // addresses of constants, for folding
}

// compile compiles a recorded function. It returns false if the wrapped backend must run the function.
func compile(f *record.Function, engine *wrapper) (*executable, bool, error) {
	if f.Opaque && f.Own {
		return nil, false, fmt.Errorf("program: compiling a graph with a loop: %s is unsupported there (remove it, or open the backend go:unrolled)", f.Missing)
	}
	if f.Opaque || f.Left && !f.Looped || len(f.Outputs) == 0 {
		return nil, false, nil
	}
	prepare(f)
	c, err := lowered(f, f.Outputs, &compiler{engine: engine}, nil)
	if err != nil {
		return nil, false, err
	}
	return c.main(f), true, nil
}

// prepare simplifies the nodes of a function and of its loops.
func prepare(f *record.Function) {
	for _, n := range f.Order {
		n.Inputs = task.Spared(n)
		if l, ok := n.Attr.(*record.Loop); ok {
			prepare(l.Cond)
			prepare(l.Body)
		}
	}
	record.Assembled(f.Order)
}

// lowered returns a compiler with the tasks that the outputs of f need. of is the loop whose body f is, or nil.
func lowered(f *record.Function, outputs []*record.Node, outer *compiler, of *loop) (*compiler, error) {
	needed := needsOf(f, outputs)
	c := &compiler{engine: outer.engine, loops: needed.loops, of: of,
		values: make([]value, len(f.Order)), p: make([]unsafe.Pointer, len(f.Order))}
	for _, n := range f.Order {
		if !needed.live[n.ID] && n.Op != compute.OpTypeParameter {
			continue
		}
		if err := c.add(n); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// add places the value of a node and appends its task.
func (c *compiler) add(n *record.Node) error {
	if n.Op == compute.OpTypeWhile {
		if l := c.loops[n]; l != nil {
			return c.addLoop(l)
		}
		return nil // a result of a loop, which addLoop has placed
	}
	v := &c.values[n.ID]
	*v = value{root: n.ID, bytes: task.BytesOf(n), kind: computed}
	switch n.Op {
	case compute.OpTypeParameter:
		v.kind = parameter
		return nil
	case compute.OpTypeConstant:
		c.hold(n, task.Address(n.Flat))
		return nil
	}
	if v.bytes == 0 {
		c.hold(n, nil)
		return nil
	}
	if of, offset, ok := task.Aliased(n); ok {
		c.share(n, of, offset)
		return nil
	}
	if n.Op == compute.OpTypeDynamicSlice && c.view(n) {
		return nil
	}
	t, ok := kernel.Lower(n, c.engine.set)
	if !ok {
		var err error
		if t, err = foreign(c.engine.Backend, n); err != nil {
			return err
		}
	}
	t.Out = n.ID
	for _, in := range n.Inputs {
		t.Reads = append(t.Reads, c.values[in.ID].root)
	}
	if c.fold(n, &t) {
		return nil
	}
	if c.steady(n, &t) {
		t.Reuses = nil
		c.step(n, &t)
		c.once, c.kept = append(c.once, t), append(c.kept, n)
		return nil
	}
	t.Reuses = c.whole(t.Reuses)
	c.step(n, &t)
	for _, in := range n.Inputs {
		if v := c.values[in.ID]; v.kind == computed && in.Size() > 1 && v.bytes != c.values[v.root].bytes {
			t.Flat = false // the operand is part of a value, so its elements are at other indices
		}
	}
	c.tasks = append(c.tasks, t)
	return nil
}

// step completes the byte counts Step and Steps of a task. For an operand that is part of a value, a unit may read all of
// it.
func (c *compiler) step(n *record.Node, t *task.Task) {
	if t.Steps == nil {
		t.Steps = make([]int, len(n.Inputs))
	}
	if t.Flat {
		t.Step = n.DType().Size()
	}
	for k, in := range n.Inputs {
		if t.Flat && in.Size() == n.Size() {
			t.Steps[k] = in.DType().Size()
		}
		if v := c.values[in.ID]; v.bytes != c.values[v.root].bytes {
			t.Steps[k] = 0
		}
	}
}

// share makes a node an alias of another node's memory at an offset.
func (c *compiler) share(n, of *record.Node, offset int) {
	source := c.values[of.ID]
	if source.kind == constant {
		c.hold(n, unsafe.Add(source.constant, offset))
		return
	}
	c.values[n.ID] = value{root: source.root, offset: source.offset + offset, bytes: task.BytesOf(n), kind: source.kind}
}

// hold makes a node a constant at an address.
func (c *compiler) hold(n *record.Node, at unsafe.Pointer) {
	c.values[n.ID] = value{root: n.ID, bytes: task.BytesOf(n), kind: constant, constant: at}
	c.p[n.ID] = at
}

// fold computes a small operation at compile time if its operands are constant. It reports whether it did.
func (c *compiler) fold(n *record.Node, t *task.Task) bool {
	if !t.Pure || task.BytesOf(n) > foldLimit || task.BytesOf(n) == 0 {
		return false
	}
	for _, in := range n.Inputs {
		if c.values[in.ID].kind != constant {
			return false
		}
	}
	at := task.Block(task.BytesOf(n))
	c.p[n.ID] = at
	t.Run(c.p, 0, t.Units)
	c.hold(n, at)
	return true
}

// steady reports whether a task of a loop body gives the same result in every step: all its operands are constant or
// never change.
func (c *compiler) steady(n *record.Node, t *task.Task) bool {
	if c.of == nil || !t.Pure || len(t.Reads) == 0 {
		return false
	}
	for i, r := range t.Reads {
		through := func(h held) bool { return h.how == through && h.param.ID == r }
		if c.values[n.Inputs[i].ID].kind != constant && !slices.ContainsFunc(c.of.held, through) &&
			!slices.ContainsFunc(c.kept, func(k *record.Node) bool { return k.ID == r }) {
			return false
		}
	}
	return true
}

// whole returns the roots of those values that occupy a whole computed value, not just part of it.
func (c *compiler) whole(values []int) (roots []int) {
	for _, id := range values {
		v := c.values[id]
		if v.kind == computed && v.offset == 0 && v.bytes == c.values[v.root].bytes {
			roots = append(roots, v.root)
		}
	}
	return roots
}
