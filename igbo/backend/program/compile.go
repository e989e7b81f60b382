package program

import (
	"unsafe"

	"github.com/gomlx/compute"
)

// kernel computes the units lo to hi of an operation. p holds the address of each value.
type kernel func(p []unsafe.Pointer, lo, hi int)

// task is an operation of a program.
type task struct {
	run    kernel
	units  int     // of which each gives elements of its own
	cost   float64 // of all, in nanoseconds, roughly
	out    int     // the value it gives
	reads  []int   // the values it takes, without aliases
	reuses []int   // those of reads whose memory it may overwrite
	whole  bool    // must be run in one part
	flat   bool    // a unit is an element, which stands at one place in every value that is no single number
	pure   bool    // may be folded where its inputs are constants
}

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
	tasks  []task
	p      []unsafe.Pointer // of constants, for folding
}

// compile makes a program of a recorded function; false where it holds an operation
// that was not recorded.
func compile(f *function, engine *wrapper) (*executable, bool, error) {
	if f.opaque || len(f.outputs) == 0 {
		return nil, false, nil
	}
	for _, n := range f.order {
		n.inputs = spared(n)
	}
	assembled(f.order)
	live := reachable(f)
	c := &compiler{engine: engine, values: make([]value, len(f.order)), p: make([]unsafe.Pointer, len(f.order))}
	for _, n := range f.order {
		if !live[n.id] && n.op != compute.OpTypeParameter {
			continue
		}
		if err := c.add(n); err != nil {
			return nil, false, err
		}
	}
	return link(c, f), true, nil
}

// reachable marks the nodes that outputs need.
func reachable(f *function) []bool {
	live := make([]bool, len(f.order))
	for _, n := range f.outputs {
		live[n.id] = true
	}
	for i := len(f.order) - 1; i >= 0; i-- {
		if live[i] {
			for _, in := range f.order[i].inputs {
				live[in.id] = true
			}
		}
	}
	return live
}

// add places a node's value and appends its task.
func (c *compiler) add(n *node) error {
	v := &c.values[n.id]
	*v = value{root: n.id, bytes: bytesOf(n), kind: computed}
	switch n.op {
	case compute.OpTypeParameter:
		v.kind = parameter
		return nil
	case compute.OpTypeConstant:
		c.hold(n, address(n.flat))
		return nil
	}
	if v.bytes == 0 {
		c.hold(n, nil)
		return nil
	}
	if of, offset, ok := aliased(n); ok {
		source := c.values[of.id]
		v.root, v.offset, v.kind = source.root, source.offset+offset, source.kind
		if source.kind == constant {
			c.hold(n, unsafe.Add(source.constant, offset))
		}
		return nil
	}
	t, ok := lower(n, c.engine.set)
	if !ok {
		var err error
		if t, err = foreign(c.engine.Backend, n); err != nil {
			return err
		}
	}
	t.out = n.id
	for _, in := range n.inputs {
		t.reads = append(t.reads, c.values[in.id].root)
	}
	if c.fold(n, &t) {
		return nil
	}
	t.reuses = c.whole(t.reuses)
	for _, in := range n.inputs {
		if v := c.values[in.id]; v.kind == computed && in.size() > 1 && v.bytes != c.values[v.root].bytes {
			t.flat = false // a part of a value: its places are others
		}
	}
	c.tasks = append(c.tasks, t)
	return nil
}

// hold makes a node a constant at an address.
func (c *compiler) hold(n *node, at unsafe.Pointer) {
	c.values[n.id] = value{root: n.id, bytes: bytesOf(n), kind: constant, constant: at}
	c.p[n.id] = at
}

// fold computes a small operation on constants once and for all.
func (c *compiler) fold(n *node, t *task) bool {
	if !t.pure || bytesOf(n) > foldLimit || bytesOf(n) == 0 {
		return false
	}
	for _, in := range n.inputs {
		if c.values[in.id].kind != constant {
			return false
		}
	}
	at := block(bytesOf(n))
	c.p[n.id] = at
	t.run(c.p, 0, t.units)
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
