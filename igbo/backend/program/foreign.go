package program

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// foreign returns the task of an operation that the wrapped backend computes as a separate graph.
func foreign(engine compute.Backend, n *record.Node) (task.Task, error) {
	if n.Replay == nil {
		return task.Task{}, fmt.Errorf("program: compiling %s of %s: the operation is unsupported", n.Op, n.Shape)
	}
	b := engine.Builder(n.Op.String())
	f := b.Main()
	var inputs []compute.Value
	for i, in := range n.Inputs {
		v, err := f.Parameter(fmt.Sprintf("x%d", i), in.Shape, nil)
		if err != nil {
			return task.Task{}, fmt.Errorf("program: %s: %w", n.Op, err)
		}
		inputs = append(inputs, v)
	}
	v, err := n.Replay(f, inputs)
	if err != nil {
		return task.Task{}, fmt.Errorf("program: %s: %w", n.Op, err)
	}
	if err := f.Return([]compute.Value{v}, nil); err != nil {
		return task.Task{}, fmt.Errorf("program: %s: %w", n.Op, err)
	}
	e, err := b.Compile()
	if err != nil {
		return task.Task{}, fmt.Errorf("program: %s: %w", n.Op, err)
	}
	o := outside{engine, e, n.Inputs, n}
	return task.Task{Run: o.run, Units: 1, Whole: true, Cost: foreignCost + task.MoveCost*float64(n.Size())}, nil
}

// foreignCost is the estimated time of a call to the wrapped backend in nanoseconds.
const foreignCost = 2000

// outside is an operation that the wrapped backend computes.
type outside struct {
	engine compute.Backend
	graph  compute.Executable
	inputs []*record.Node
	node   *record.Node
}

// run computes the operation on copies of its inputs. It panics with an error, which the program recovers and returns.
func (o outside) run(p []unsafe.Pointer, _, _ int) {
	inputs, donate := make([]compute.Buffer, len(o.inputs)), make([]bool, len(o.inputs))
	for i, in := range o.inputs {
		inputs[i], donate[i] = o.input(in.Shape, p[in.ID]), true
	}
	out, err := o.graph.Execute(inputs, donate, 0)
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.Op, err))
	}
	flat, err := out[0].Data()
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.Op, err))
	}
	task.Move(p[o.node.ID], task.Address(flat), task.BytesOf(o.node))
	if err := out[0].Finalize(); err != nil {
		panic(fmt.Errorf("%s: %w", o.node.Op, err))
	}
}

func (o outside) input(shape shapes.Shape, at unsafe.Pointer) compute.Buffer {
	b, flat, err := o.engine.NewSharedBuffer(0, shape)
	if err != nil {
		panic(fmt.Errorf("%s: %w", o.node.Op, err))
	}
	task.Move(task.Address(flat), at, shape.Size()*shape.DType.Size())
	return b
}
