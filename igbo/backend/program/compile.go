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

// value is where a node's elements lie.
type value struct {
	root, offset int // an alias: the value whose memory it shares, and where, in bytes
	bytes        int
	constant     unsafe.Pointer // of a constant
	kind         kind
}

type kind uint8

const (
	unused kind = iota
	parameter
	constant
	computed
)

// foldLimit is the size in bytes up to which operations on constants are computed when compiled.
const foldLimit = 1 << 18

// compiler turns nodes into tasks.
type compiler struct {
	engine  *wrapper
	loops   map[*record.Node]*loop // of the function
	of      *loop                  // whose body the function is; nil for others
	once    []task.Task            // of a body: they give the same in every step
	kept    []*record.Node         // what these give
	views   []view                 // of a body
	nested  map[int]*loop          // by a value that each gives
	scratch int                    // the value that is the memory of the function's loops, each in turn; 0 where there is none
	values  []value
	tasks   []task.Task
	p       []unsafe.Pointer // of constants, for folding
}

// compile makes a program of a recorded function; false where it holds an operation
// that was not recorded.
func compile(f *record.Function, engine *wrapper) (*executable, bool, error) {
	if f.Opaque && f.Own {
		return nil, false, fmt.Errorf("program: compiling a graph with a loop: %s has no kernel in a graph with a loop (open the backend with go:unrolled)", f.Missing)
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

// prepare simplifies nodes, those of loops too.
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

// lowered makes the tasks of what outputs of a function need; of is the loop of which it is the body.
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

// add places a node's value and appends its task.
func (c *compiler) add(n *record.Node) error {
	if n.Op == compute.OpTypeWhile {
		if l := c.loops[n]; l != nil {
			return c.addLoop(l)
		}
		return nil // a result, which its loop placed
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
			t.Flat = false // a part of a value: its places are others
		}
	}
	c.tasks = append(c.tasks, t)
	return nil
}

// step completes what each unit of a task takes and gives: of a part of a value it may take all.
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

// share makes a node a part of the memory of another.
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

// fold computes a small operation on constants once and for all.
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

// steady reports whether a task gives the same in every step: all that it takes is constant or never changes.
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

// whole keeps the values that have their memory for themselves, but for their shape.
func (c *compiler) whole(values []int) (roots []int) {
	for _, id := range values {
		v := c.values[id]
		if v.kind == computed && v.offset == 0 && v.bytes == c.values[v.root].bytes {
			roots = append(roots, v.root)
		}
	}
	return roots
}
