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

// EncodeVariables writes those variables of a store whose path is wanted, in
// their order, in the safetensors format.
func EncodeVariables(store *model.Store, wanted func(path string) bool) ([]byte, error) {
	values, err := ValuesOf(store, wanted)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = safetensors.Write(&text, values)
	return text.Bytes(), err
}

// ValuesOf are those variables of a store whose path is wanted, in their order.
func ValuesOf(store *model.Store, wanted func(path string) bool) (values []safetensors.Named, err error) {
	for v := range store.IterVariables() {
		if !wanted(v.Path()) {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.Path(), err)
		}
		values = append(values, safetensors.Named{Name: v.Path(), Value: value})
	}
	return values, nil
}

// Create gives a store variables, which it then owns, in that order.
func Create(store *model.Store, values []safetensors.Named) error {
	for _, v := range values {
		if err := setVariable(store, v.Name, v.Value); err != nil {
			return fmt.Errorf("variable %.200q: %w", v.Name, err)
		}
	}
	return nil
}

// ReadVariables reads all variables of a checkpoint's files, in the order of their paths; the weights must be this model's.
func (m *Model) ReadVariables(contents map[string][]byte, paths []string) ([]safetensors.Named, error) {
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

// ordered returns the values at paths, in that order. There must be no others.
func ordered(values []safetensors.Named, paths []string) ([]safetensors.Named, error) {
	at := map[string]*tensors.Tensor{}
	for _, v := range values {
		at[v.Name] = v.Value
	}
	if len(at) != len(values) || len(at) != len(paths) {
		return nil, fmt.Errorf("%d variables, %d of them different, expected %d", len(values), len(at), len(paths))
	}
	var inOrder []safetensors.Named
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

// Copy copies the variables below a path into a store in their order, under the names that
// rename gives them (nil leaves them).
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
			return fmt.Errorf("igbo: variable %s: %w", path, err)
		}
	}
	return nil
}

// setVariable gives a variable its value, which the store then owns, and
// creates it where it is not there.
func setVariable(store *model.Store, path string, value *tensors.Tensor) error {
	v := store.GetVariable(path)
	if v == nil {
		_, err := store.CreateVariable(path, value)
		return err
	}
	if !v.Shape().Equal(value.Shape()) {
		return fmt.Errorf("a value of %s, expected %s", value.Shape(), v.Shape())
	}
	return v.SetValue(value)
}

// cloned is a copy of a variable's value.
func cloned(v *model.Variable) (*tensors.Tensor, error) {
	value, err := v.Value()
	if err != nil {
		return nil, fmt.Errorf("igbo: variable %s: %w", v.Path(), err)
	}
	return value.Clone()
}
