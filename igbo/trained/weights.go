package trained

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
)

// Shapes returns the shapes of the model's variables, the parameters θ, by path. It returns an error if the
// model was neither trained nor loaded.
func (m *Model) Shapes() (map[string]shapes.Shape, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	return m.architecture()
}

// Variables returns copies of the model's variables, the parameters θ, by path.
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

// SetVariables copies values to the model's variables, by path. Other variables keep their values. If a path is
// unknown, a shape or dtype is wrong, or a number is not finite, it returns an error and changes nothing.
func (m *Model) SetVariables(values map[string]*tensors.Tensor) error {
	if err := m.Ready(); err != nil {
		return err
	}
	var copies []Variable
	for _, path := range slices.Sorted(maps.Keys(values)) {
		v, value := m.store.GetVariable(path), values[path]
		switch {
		case v == nil || !IsWeight(path):
			return fmt.Errorf("trained: setting variables: variable %q not found (want a path that Variables returns)", path)
		case value == nil || !value.Ok():
			return fmt.Errorf("trained: the value of variable %s is nil, want %s", path, v.Shape())
		case !value.Shape().Equal(v.Shape()):
			return fmt.Errorf("trained: the value of variable %s is %s, want %s", path, value.Shape(), v.Shape())
		}
		clone, err := value.Clone()
		if err == nil {
			err = finite(Variable{Name: path, Value: clone})
		}
		if err != nil {
			return fmt.Errorf("trained: %w", err)
		}
		copies = append(copies, Variable{Name: path, Value: clone})
	}
	if err := Create(m.store, copies); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	return nil
}
