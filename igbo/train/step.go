package train

import (
	"errors"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/support/exceptions"
)

// layout is how many inputs and labels a batch has.
type layout struct{ inputs, labels int }

func layoutOf(b gomlx.Batch) layout { return layout{len(b.Inputs), len(b.Labels)} }

// program names a compiled function of the driver.
type program struct {
	layout
	kind programKind
}

// programKind is how many steps a program takes on what.
type programKind int

const (
	oneStep       programKind = iota // one, on a batch
	stackedSteps                     // several, on batches side by side
	gatheredSteps                    // several, on rows of data
)

// stepGraph builds one step, inputs before labels, and returns its record.
func (d *Driver) stepGraph(scope *model.Scope, inputs, labels []*Node) *Node {
	g := inputs[0].Graph()
	scope.Store().SetTraining(g, true)
	predictions := d.modelFn(scope, inputs)
	gomlx.AddMainLoss(d.lossFn(labels, []*Node{predictions}))
	d.optimizer.UpdateGraph(scope, g, gomlx.TotalLoss(g))
	gomlx.ExecPerStepUpdateGraphFn(g)
	return d.history.Record(g)
}

// compiled is the function of a program, which keeps a graph for each shape.
func (d *Driver) compiled(p program) (*model.Exec, error) {
	if exec, ok := d.programs[p]; ok {
		return exec, nil
	}
	exec, err := model.NewExec(d.backend, d.store, func(scope *model.Scope, given []*Node) *Node {
		switch p.kind {
		case stackedSteps:
			return d.loopGraph(scope, p.layout, stacked, given[0], given[1:])
		case gatheredSteps:
			return d.loopGraph(scope, p.layout, gathered, given[0], given[1:])
		}
		return d.stepGraph(scope, given[:p.inputs], given[p.inputs:])
	})
	if err == nil {
		d.programs[p] = exec
	}
	return exec, err
}

// run calls a program and returns the records of the steps that it took.
func (d *Driver) run(p program, steps int, handed, lent []*tensors.Tensor) ([][]float64, error) {
	records, _, err := d.call(p, steps, handed, lent)
	return records, err
}

// call calls a program and returns the records of the steps that it took, one
// after the other, and its graph. It frees the tensors that are handed over; those lent stay
// where they are.
func (d *Driver) call(p program, steps int, handed, lent []*tensors.Tensor) (records [][]float64, g *Graph, err error) {
	exec, err := d.compiled(p)
	if err != nil {
		return nil, nil, err
	}
	arguments := make([]any, 0, len(handed)+len(lent))
	for _, t := range handed {
		argument, err := d.hand(t)
		if err != nil {
			return nil, nil, err
		}
		if t.IsShared() {
			defer func() { _ = t.FinalizeAll() }()
		}
		arguments = append(arguments, argument)
	}
	for _, t := range lent {
		arguments = append(arguments, t)
	}
	var outputs []*tensors.Tensor
	caught := exceptions.TryCatch[error](func() { outputs, g, err = exec.CallWithGraph(arguments...) })
	if err = errors.Join(caught, err); err != nil {
		return nil, nil, err
	}
	out := outputs[0]
	all, err := floats(out)
	shape := out.Shape()
	if err := errors.Join(err, out.FinalizeAll()); err != nil {
		return nil, nil, err
	}
	width := len(all)
	if p.kind != oneStep {
		width /= shape.Dim(0)
	}
	for i := range steps {
		records = append(records, all[i*width:(i+1)*width])
	}
	return records, g, nil
}

// hand gives a tensor's memory to the engine; one that the engine shares with
// the host it cannot have.
func (d *Driver) hand(t *tensors.Tensor) (any, error) {
	if t.IsShared() {
		return t, nil
	}
	return DonateTensorBuffer(t, d.backend, 0)
}
