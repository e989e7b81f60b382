package train

import (
	"errors"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/support/exceptions"
)

// layout holds the number of inputs and labels of a batch.
type layout struct{ inputs, labels int }

func layoutOf(b gomlx.Batch) layout { return layout{len(b.Inputs), len(b.Labels)} }

// program identifies a compiled function of the driver.
type program struct {
	layout
	kind programKind
}

// programKind is the number of steps that a program takes, and the form of its data.
type programKind int

const (
	oneStep       programKind = iota // one step on a batch
	stackedSteps                     // several steps on stacked batches
	gatheredSteps                    // several steps on rows of the data
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

// compiled returns the function of a program, which caches a graph per shape.
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

// run calls a program and returns the records of the steps taken.
func (d *Driver) run(p program, steps int, handed, lent []*tensors.Tensor) ([][]float64, error) {
	records, _, err := d.call(p, steps, handed, lent)
	return records, err
}

// call calls a program. It returns the records of the steps taken, in order, and the graph. It
// frees the tensors in handed but not those in lent.
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

// hand transfers a tensor's memory to the backend, unless the backend shares it with the host.
func (d *Driver) hand(t *tensors.Tensor) (any, error) {
	if t.IsShared() {
		return t, nil
	}
	return DonateTensorBuffer(t, d.backend, 0)
}
