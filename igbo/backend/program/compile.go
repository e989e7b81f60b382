package program

import (
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
	engine *wrapper
	values []value
	tasks  []task.Task
	p      []unsafe.Pointer // of constants, for folding
}

// compile makes a program of a recorded function; false where it holds an operation
// that was not recorded.
func compile(f *record.Function, engine *wrapper) (*executable, bool, error) {
	if f.Opaque || len(f.Outputs) == 0 {
		return nil, false, nil
	}
	for _, n := range f.Order {
		n.Inputs = task.Spared(n)
	}
	record.Assembled(f.Order)
	live := reachable(f)
	c := &compiler{engine: engine, values: make([]value, len(f.Order)), p: make([]unsafe.Pointer, len(f.Order))}
	for _, n := range f.Order {
		if !live[n.ID] && n.Op != compute.OpTypeParameter {
			continue
		}
		if err := c.add(n); err != nil {
			return nil, false, err
		}
	}
	return link(c, f), true, nil
}

// reachable marks the nodes that outputs need.
func reachable(f *record.Function) []bool {
	live := make([]bool, len(f.Order))
	for _, n := range f.Outputs {
		live[n.ID] = true
	}
	for i := len(f.Order) - 1; i >= 0; i-- {
		if live[i] {
			for _, in := range f.Order[i].Inputs {
				live[in.ID] = true
			}
		}
	}
	return live
}

// add places a node's value and appends its task.
func (c *compiler) add(n *record.Node) error {
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
		source := c.values[of.ID]
		v.root, v.offset, v.kind = source.root, source.offset+offset, source.kind
		if source.kind == constant {
			c.hold(n, unsafe.Add(source.constant, offset))
		}
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
	t.Reuses = c.whole(t.Reuses)
	for _, in := range n.Inputs {
		if v := c.values[in.ID]; v.kind == computed && in.Size() > 1 && v.bytes != c.values[v.root].bytes {
			t.Flat = false // a part of a value: its places are others
		}
	}
	c.tasks = append(c.tasks, t)
	return nil
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
