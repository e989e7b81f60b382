package igbo

import (
	"fmt"
	"strings"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// fill sets the variables at paths, in that order, to those of another store.
func fill(store, from *model.Store, paths []string) error {
	for _, path := range paths {
		v := from.GetVariable(path)
		if v == nil {
			return fmt.Errorf("variable %s is missing", path)
		}
		value, err := cloned(v)
		if err != nil {
			return err
		}
		if err := setVariable(store, path, value); err != nil {
			return err
		}
	}
	return nil
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
	if v := store.GetVariable(path); v != nil {
		return v.SetValue(value)
	}
	_, err := store.CreateVariable(path, value)
	return err
}

// cloned is a copy of a variable's value.
func cloned(v *model.Variable) (*tensors.Tensor, error) {
	value, err := v.Value()
	if err != nil {
		return nil, fmt.Errorf("igbo: variable %s: %w", v.Path(), err)
	}
	return value.Clone()
}
