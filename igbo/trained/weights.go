package trained

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/safetensors"
)

// Shapes are those of the model's own variables, the parameters θ, by their paths. It
// is an error for a model that was neither trained nor loaded.
func (m *Model) Shapes() (map[string]shapes.Shape, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	return m.architecture()
}

// Variables returns copies of the model's own variables, the parameters θ, by
// their paths.
func (m *Model) Variables() (map[string]*tensors.Tensor, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	values := map[string]*tensors.Tensor{}
	for v := range m.store.IterVariables() {
		if !IsWeight(v.Path()) {
			continue
		}
		value, err := cloned(v)
		if err != nil {
			return nil, err
		}
		values[v.Path()] = value
	}
	return values, nil
}

// SetVariables gives variables of the model, by their paths, copies of values;
// the others stay. Errors, after which the model is as it was: a path that the
// model does not have, another shape or dtype, a number that is not finite.
func (m *Model) SetVariables(values map[string]*tensors.Tensor) error {
	if err := m.Ready(); err != nil {
		return err
	}
	var copies []safetensors.Named
	for _, path := range slices.Sorted(maps.Keys(values)) {
		v, value := m.store.GetVariable(path), values[path]
		switch {
		case v == nil || !IsWeight(path):
			return fmt.Errorf("igbo: the model has no variable %q, expected one that Variables returns", path)
		case value == nil || !value.Ok():
			return fmt.Errorf("igbo: no value for variable %s, expected %s", path, v.Shape())
		case !value.Shape().Equal(v.Shape()):
			return fmt.Errorf("igbo: a value %s for variable %s, expected %s", value.Shape(), path, v.Shape())
		}
		clone, err := value.Clone()
		if err == nil {
			err = finite(safetensors.Named{Name: path, Value: clone})
		}
		if err != nil {
			return fmt.Errorf("igbo: %w", err)
		}
		copies = append(copies, safetensors.Named{Name: path, Value: clone})
	}
	if err := Create(m.store, copies); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	return nil
}
