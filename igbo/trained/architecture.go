package trained

import (
	"fmt"
	"math"
	"strings"

	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/models"
)

// IsWeight reports whether a path belongs to a model variable, as opposed to a variable of the training.
func IsWeight(path string) bool { return strings.HasPrefix(path, "/"+Scope+"/") }

// architecture returns the shapes of the model's variables. For built-in architectures, they do not depend on
// T. A user-defined function may have additional variables in training, such as moving averages.
func (m *Model) architecture() (map[string]shapes.Shape, error) {
	dtype, err := m.Config.Precision()
	if err != nil {
		return nil, err
	}
	modes, b, t := []bool{false}, 1, 1
	if m.Config.Model.Kind == models.KindCustom {
		modes, b, t = []bool{false, true}, 2, m.Steps
	}
	want := map[string]shapes.Shape{}
	for _, training := range modes {
		store, _, _, err := m.build(b, t, training, dtype)
		if err != nil {
			return nil, err
		}
		for v := range store.IterVariables() {
			if IsWeight(v.Path()) {
				want[v.Path()] = v.Shape()
			}
		}
	}
	return want, nil
}

// CheckWeights checks that the weights match the architecture and are finite.
func (m *Model) CheckWeights(weights []Variable) error {
	want, err := m.architecture()
	if err != nil {
		return err
	}
	for _, w := range weights {
		shape, known := want[w.Name]
		switch {
		case !known:
			return fmt.Errorf("variable %.200q does not belong to a %s model of %d features", w.Name, m.Config.Model.Kind, len(m.Features))
		case !w.Value.Shape().Equal(shape):
			return fmt.Errorf("variable %s is %s; in a %s model of %d features it must be %s", w.Name, w.Value.Shape(), m.Config.Model.Kind, len(m.Features), shape)
		}
		delete(want, w.Name)
		if err := finite(w); err != nil {
			return err
		}
	}
	for path, shape := range want {
		return fmt.Errorf("variable %s %s is missing, which a %s model has", path, shape, m.Config.Model.Kind)
	}
	return nil
}

// finite checks that the numbers of a variable are finite. Integers and booleans always are.
func finite(w Variable) error {
	if !w.Value.DType().IsFloat() {
		return nil
	}
	values, err := wide.Floats(w.Value)
	if err != nil {
		return err
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("variable %s is %g at index %d, want finite numbers", w.Name, v, i)
		}
	}
	return nil
}
