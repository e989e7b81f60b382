package train

import (
	"errors"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/support/exceptions"
)

// layout is how many inputs and labels a batch has.
type layout struct{ inputs, labels int }

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

// single is the graph of one step for batches of a layout.
func (d *Driver) single(l layout) (*model.Exec, error) {
	if exec, ok := d.singles[l]; ok {
		return exec, nil
	}
	exec, err := model.NewExec(d.backend, d.store, func(scope *model.Scope, batch []*Node) *Node {
		return d.stepGraph(scope, batch[:l.inputs], batch[l.inputs:])
	})
	if err == nil {
		d.singles[l] = exec
	}
	return exec, err
}

// call takes one step on a batch, whose tensors it frees, and returns the record.
func (d *Driver) call(batch gomlx.Batch) (record []float64, err error) {
	exec, err := d.single(layout{len(batch.Inputs), len(batch.Labels)})
	if err != nil {
		return nil, err
	}
	var arguments []any
	for _, t := range slices.Concat(batch.Inputs, batch.Labels) {
		argument, free, err := d.argument(t)
		if err != nil {
			return nil, err
		}
		defer free()
		arguments = append(arguments, argument)
	}
	vector, err := d.run(exec, arguments)
	if err != nil {
		return nil, err
	}
	record, err = floats(vector)
	return record, errors.Join(err, vector.FinalizeAll())
}

// run calls a graph with one output; a panic within is its error.
func (d *Driver) run(exec *model.Exec, arguments []any) (out *tensors.Tensor, err error) {
	caught := exceptions.TryCatch[error](func() { out, err = exec.Call1(arguments...) })
	return out, errors.Join(caught, err)
}

// argument hands a tensor over to the engine; free frees what is left of it.
func (d *Driver) argument(t *tensors.Tensor) (argument any, free func(), err error) {
	if t.IsShared() {
		return t, func() { _ = t.FinalizeAll() }, nil
	}
	argument, err = DonateTensorBuffer(t, d.backend, 0)
	return argument, func() {}, err
}
