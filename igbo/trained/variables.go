package trained

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/safetensors"
)

// Variable is a tensor with the path of its variable, in the fields Name and Value.
type Variable = safetensors.Named

// EncodeVariables encodes the variables of a store whose paths are wanted, in order, in the safetensors format.
func EncodeVariables(store *model.Store, wanted func(path string) bool) ([]byte, error) {
	values, err := ValuesOf(store, wanted)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = safetensors.Write(&text, values)
	return text.Bytes(), err
}

// ValuesOf returns the variables of a store whose paths are wanted, in order.
func ValuesOf(store *model.Store, wanted func(path string) bool) (values []Variable, err error) {
	for v := range store.IterVariables() {
		if !wanted(v.Path()) {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.Path(), err)
		}
		values = append(values, Variable{Name: v.Path(), Value: value})
	}
	return values, nil
}

// Create adds variables to a store in the given order. The store then owns the values.
func Create(store *model.Store, values []Variable) error {
	for _, v := range values {
		if err := setVariable(store, v.Name, v.Value); err != nil {
			return fmt.Errorf("variable %.200q: %w", v.Name, err)
		}
	}
	return nil
}

// ReadVariables reads all variables from the files of a checkpoint, in the order of paths. The weights must
// match this model.
func (m *Model) ReadVariables(contents map[string][]byte, paths []string) ([]Variable, error) {
	weights, err := m.readWeights(contents)
	if err != nil {
		return nil, err
	}
	others, err := safetensors.Read(contents[VariablesFile])
	if err != nil {
		return nil, err
	}
	return ordered(append(weights, others...), paths)
}

// ordered returns the values with the given paths, in that order. It returns an error if there are other
// values.
func ordered(values []safetensors.Named, paths []string) ([]Variable, error) {
	at := map[string]*tensors.Tensor{}
	for _, v := range values {
		at[v.Name] = v.Value
	}
	if len(at) != len(values) || len(at) != len(paths) {
		return nil, fmt.Errorf("the file has %d variables with %d different paths, want %d", len(values), len(at), len(paths))
	}
	var inOrder []Variable
	for _, path := range paths {
		value, found := at[path]
		if !found {
			return nil, fmt.Errorf("variable %s is missing", path)
		}
		delete(at, path)
		inOrder = append(inOrder, safetensors.Named{Name: path, Value: value})
	}
	return inOrder, nil
}

// Copy copies the variables below a path to a store, in order. rename returns their new paths; nil keeps the
// paths.
func Copy(to, from *model.Store, below string, rename func(path string) string) error {
	for _, v := range slices.Collect(from.IterVariables()) {
		if !strings.HasPrefix(v.Path(), below) {
			continue
		}
		value, err := cloned(v)
		if err != nil {
			return err
		}
		path := v.Path()
		if rename != nil {
			path = rename(path)
		}
		if err := setVariable(to, path, value); err != nil {
			return fmt.Errorf("trained: variable %s: %w", path, err)
		}
	}
	return nil
}

// setVariable sets the value of a variable and creates it if necessary. The store then owns the value.
func setVariable(store *model.Store, path string, value *tensors.Tensor) error {
	v := store.GetVariable(path)
	if v == nil {
		_, err := store.CreateVariable(path, value)
		return err
	}
	if !v.Shape().Equal(value.Shape()) {
		return fmt.Errorf("the value has shape %s, want %s", value.Shape(), v.Shape())
	}
	return v.SetValue(value)
}

// cloned returns a copy of a variable's value.
func cloned(v *model.Variable) (*tensors.Tensor, error) {
	value, err := v.Value()
	if err != nil {
		return nil, fmt.Errorf("trained: variable %s: %w", v.Path(), err)
	}
	return value.Clone()
}
