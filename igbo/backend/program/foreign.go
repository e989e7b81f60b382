package program

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// foreign makes the task of an operation that the wrapped backend computes, as a graph of its own.
func foreign(engine compute.Backend, n *node) (task, error) {
	if n.replay == nil {
		return task{}, fmt.Errorf("program: no kernel for %s of %s", n.op, n.shape)
	}
	b := engine.Builder(n.op.String())
	f := b.Main()
	var inputs []compute.Value
	for i, in := range n.inputs {
		v, err := f.Parameter(fmt.Sprintf("x%d", i), in.shape, nil)
		if err != nil {
			return task{}, fmt.Errorf("program: %s: %w", n.op, err)
		}
		inputs = append(inputs, v)
	}
	v, err := n.replay(f, inputs)
	if err != nil {
		return task{}, fmt.Errorf("program: %s: %w", n.op, err)
	}
	if err := f.Return([]compute.Value{v}, nil); err != nil {
		return task{}, fmt.Errorf("program: %s: %w", n.op, err)
	}
	e, err := b.Compile()
	if err != nil {
		return task{}, fmt.Errorf("program: %s: %w", n.op, err)
	}
	o := outside{engine, e, n.inputs, n}
	return task{run: o.run, units: 1, whole: true, cost: foreignCost + moveCost*float64(n.size())}, nil
}

// foreignCost is the time of a call of the wrapped backend, in nanoseconds.
const foreignCost = 2000

// outside is an operation of the wrapped backend.
type outside struct {
	engine compute.Backend
	graph  compute.Executable
	inputs []*node
	node   *node
}

// run computes the operation on copies of its inputs. It panics with an error, which the program returns.
func (o outside) run(p []unsafe.Pointer, _, _ int) {
	inputs, donate := make([]compute.Buffer, len(o.inputs)), make([]bool, len(o.inputs))
	for i, in := range o.inputs {
		inputs[i], donate[i] = o.input(in.shape, p[in.id]), true
	}
	out, err := o.graph.Execute(inputs, donate, 0)
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.op, err))
	}
	flat, err := out[0].Data()
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.op, err))
	}
	move(p[o.node.id], address(flat), bytesOf(o.node))
	if err := out[0].Finalize(); err != nil {
		panic(fmt.Errorf("%s: %w", o.node.op, err))
	}
}

func (o outside) input(shape shapes.Shape, at unsafe.Pointer) compute.Buffer {
	b, flat, err := o.engine.NewSharedBuffer(0, shape)
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.op, err))
	}
	move(address(flat), at, shape.Size()*shape.DType.Size())
	return b
}
