package igbo

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/models"
)

// encodeVariables writes those variables of a store whose path is wanted, in
// their order, in the safetensors format.
func encodeVariables(store *model.Store, wanted func(path string) bool) ([]byte, error) {
	var values []safetensors.Named
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
	var text bytes.Buffer
	err := safetensors.Write(&text, values)
	return text.Bytes(), err
}

// architecture returns the shapes of the model's own variables. Those of the
// built-in architectures do not depend on T. A user's function may have some in
// training alone, such as moving averages.
func (m *Model) architecture() (map[string]shapes.Shape, error) {
	dtype, err := m.Config.dtype()
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
			if isWeight(v.Path()) {
				want[v.Path()] = v.Shape()
			}
		}
	}
	return want, nil
}

// checkWeights checks that the weights are the architecture's, and finite.
func (m *Model) checkWeights(weights []safetensors.Named) error {
	want, err := m.architecture()
	if err != nil {
		return err
	}
	for _, w := range weights {
		shape, known := want[w.Name]
		switch {
		case !known:
			return fmt.Errorf("variable %s is none of a %s model of %d features", w.Name, m.Config.Model.Kind, len(m.Features))
		case !w.Value.Shape().Equal(shape):
			return fmt.Errorf("variable %s is %s, a %s model of %d features expects %s", w.Name, w.Value.Shape(), m.Config.Model.Kind, len(m.Features), shape)
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

// finite checks a variable's numbers; integers and booleans always are.
func finite(w safetensors.Named) error {
	if !w.Value.DType().IsFloat() {
		return nil
	}
	values, err := wide.Floats(w.Value)
	if err != nil {
		return err
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("variable %s is %g at %d, expected finite numbers", w.Name, v, i)
		}
	}
	return nil
}

// create gives a store variables, which it then owns, in that order.
func create(store *model.Store, values []safetensors.Named) error {
	for _, v := range values {
		if err := setVariable(store, v.Name, v.Value); err != nil {
			return fmt.Errorf("variable %s: %w", v.Name, err)
		}
	}
	return nil
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

// copyVariables copies the variables below a path in their order.
func copyVariables(to, from *model.Store, below string) error {
	for v := range from.IterVariables() {
		if !strings.HasPrefix(v.Path(), below) {
			continue
		}
		value, err := cloned(v)
		if err != nil {
			return err
		}
		if err := setVariable(to, v.Path(), value); err != nil {
			return fmt.Errorf("igbo: variable %s: %w", v.Path(), err)
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
