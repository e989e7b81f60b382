package trained

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/support/exceptions"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
)

// build traces the model's function once on inputs of b series of t steps, with an empty store. It returns the
// store and the shape of the outputs, and reports whether the function sets a second objective.
func (m *Model) build(b, t int, training bool, dtype dtypes.DType) (store *model.Store, output shapes.Shape, second bool, err error) {
	store = model.NewStore()
	err = exceptions.TryCatch[error](func() {
		g := NewGraph(m.backend, "architecture")
		defer g.Finalize()
		store.SetTraining(g, training)
		output = m.f(store.RootScope().At(Scope), Parameter(g, "x", shapes.Make(dtype, b, t, len(m.Features))), nil).Shape()
		second = train.SecondLoss(g) != nil
	})
	for v := range store.IterVariables() {
		if err == nil && !IsWeight(v.Path()) && v.Path() != model.JoinPath("/", model.RNGStateVariableName) {
			err = fmt.Errorf("it has the variable %s outside its scope (create variables in the scope of the call)", v.Path())
		}
	}
	return store, output, second, err
}

// countOutputs determines K, the number of outputs, and checks that a user-defined function can be built.
func (m *Model) countOutputs() error {
	m.outputs = max(m.Config.Model.Outputs, 1)
	if m.Config.Model.Kind != models.KindCustom {
		return nil
	}
	dtype, err := m.Config.Precision()
	if err != nil {
		return err
	}
	_, output, second, err := m.build(2, m.Steps, false, dtype)
	if err != nil {
		return fmt.Errorf("the model %q: %w", m.Config.Model.Name, err)
	}
	m.second = second
	if m.outputs = 1; output.Rank() == 3 {
		m.outputs = output.Dim(2)
	}
	if want := m.Config.Model.Outputs; want != 0 && want != m.outputs {
		return fmt.Errorf("the model %q has %d outputs, but Model.Outputs is %d (they must be equal)", m.Config.Model.Name, m.outputs, want)
	}
	return nil
}
