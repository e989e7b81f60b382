package igbo

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/support/exceptions"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
)

// function is the model function of the settings.
func (c Config) function() (attribution.MaskedModel, error) {
	if c.Model.Kind != models.KindCustom {
		if c.Function != nil {
			return nil, fmt.Errorf("igbo: a function beside a %s model, expected the kind custom", c.Model.Kind)
		}
		return c.Model.BuildMasked()
	}
	if err := c.customName(); err != nil {
		return nil, err
	}
	if c.Function == nil {
		return nil, fmt.Errorf("igbo: the custom model %q without its function, expected Config.Function, or LoadFunction where it is loaded", c.Model.Name)
	}
	return custom(c.Function), nil
}

func (c Config) customName() error {
	if c.Model.Name == "" {
		return errors.New("igbo: a custom model without a name, expected Model.Name")
	}
	return nil
}

// custom checks what a user's function returns, drops an axis of one output,
// and outputs zero at masked steps.
func custom(f attribution.MaskedModel) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		y := f(scope, x, mask)
		if err := checkOutput(x, y); err != nil {
			panic(err)
		}
		if y.Rank() == 3 && y.Shape().Dim(2) == 1 {
			y = Squeeze(y, -1)
		}
		if mask == nil {
			return y
		}
		if y.Rank() == 3 {
			mask = BroadcastToDims(InsertAxes(mask, -1), y.Shape().Dimensions...)
		}
		return Where(mask, y, ZerosLike(y))
	}
}

func checkOutput(x, y *Node) error {
	b, t := x.Shape().Dim(0), x.Shape().Dim(1)
	if y == nil {
		return errors.New("igbo: it returned nil, expected [B,T] or [B,T,K]")
	}
	s := y.Shape()
	if rank := s.Rank(); rank != 2 && rank != 3 || s.Dim(0) != b || s.Dim(1) != t || s.DType != x.DType() {
		return fmt.Errorf("igbo: it returned %s for inputs %s, expected %s [%d, %d] or [%d, %d, K]", s, x.Shape(), x.DType(), b, t, b, t)
	}
	return nil
}

// build traces the model's function once on inputs of b series of t steps,
// with an empty store, which it returns with the shape of the outputs and whether
// the function gives a second objective.
func (m *Model) build(b, t int, training bool, dtype dtypes.DType) (store *model.Store, output shapes.Shape, second bool, err error) {
	store = model.NewStore()
	err = exceptions.TryCatch[error](func() {
		g := NewGraph(m.backend, "architecture")
		defer g.Finalize()
		store.SetTraining(g, training)
		output = m.f(store.RootScope().At(modelScope), Parameter(g, "x", shapes.Make(dtype, b, t, len(m.Features))), nil).Shape()
		second = train.SecondLoss(g) != nil
	})
	for v := range store.IterVariables() {
		if err == nil && !isWeight(v.Path()) && v.Path() != model.JoinPath("/", model.RNGStateVariableName) {
			err = fmt.Errorf("it has the variable %s outside the scope that it is given", v.Path())
		}
	}
	return store, output, second, err
}

// countOutputs finds K, the number of outputs, and checks that a user's function builds.
func (m *Model) countOutputs() error {
	m.outputs = max(m.Config.Model.Outputs, 1)
	if m.Config.Model.Kind != models.KindCustom {
		return nil
	}
	dtype, err := m.Config.dtype()
	if err != nil {
		return err
	}
	_, output, second, err := m.build(2, m.Steps, false, dtype)
	if err != nil {
		return fmt.Errorf("igbo: the model %q: %w", m.Config.Model.Name, named.Once("igbo", err))
	}
	m.second = second
	if m.outputs = 1; output.Rank() == 3 {
		m.outputs = output.Dim(2)
	}
	if want := m.Config.Model.Outputs; want != 0 && want != m.outputs {
		return fmt.Errorf("igbo: the model %q has %d outputs, Model.Outputs says %d", m.Config.Model.Name, m.outputs, want)
	}
	return nil
}

// Outputs returns K, the number of the model's outputs at each step; 0 for a
// model that was neither trained nor loaded.
func (m *Model) Outputs() int {
	if m == nil {
		return 0
	}
	return m.outputs
}
