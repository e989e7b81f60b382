package trained

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
)

// Average returns the ensemble of the given members: a single model with the mean probability under the losses
// logistic and softmax, or the mean output otherwise. It copies their variables. There must be at least two
// members. They must not be linear, user-defined functions or ensembles, and must agree in architecture,
// features, steps, units, loss and dtype.
func Average(members []*Model) (*Model, error) {
	if len(members) < 2 {
		return nil, fmt.Errorf("trained: averaging: the number of models must be at least 2, got %d", len(members))
	}
	values := map[string]*tensors.Tensor{}
	for i, m := range members {
		if err := alike(members[0], m, i); err != nil {
			return nil, err
		}
		own, err := m.Variables()
		if err != nil {
			return nil, err
		}
		for path, value := range own {
			values[inMember(path, i)] = value
		}
	}
	first := members[0]
	m := &Model{Config: first.Config, Features: slices.Clone(first.Features), Steps: first.Steps, Normalization: first.Normalization, DAG: first.DAG, path: first.path}
	m.Config.Model.Members = len(members)
	if loss := m.Config.Loss; loss.Is(task.KindSoftmax) || loss.Is(task.KindLogistic) && first.outputs == 1 {
		m.Config.Model.Mean = models.MeanProbability
	}
	return m, m.with(first, values)
}

// Members returns the members of an ensemble, with copies of its variables. It returns an error if the model is
// not an ensemble of networks.
func (m *Model) Members() ([]*Model, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	spec := m.Config.Model
	switch {
	case spec.Members < 2:
		return nil, errors.New("trained: the model has no members (use the mean of several models, an ensemble)")
	case spec.Kind == models.KindLinear:
		return nil, fmt.Errorf("trained: the %d linear members of a posterior are not separate models (use an ensemble of networks)", spec.Members)
	}
	all, err := m.Variables()
	if err != nil {
		return nil, err
	}
	list := make([]*Model, spec.Members)
	for i := range list {
		one := *m
		one.Config.Model.Members, one.Config.Model.Mean = 0, models.MeanOutput
		values := map[string]*tensors.Tensor{}
		for path, value := range all {
			if within, found := strings.CutPrefix(path, inMember("", i)); found {
				values["/"+Scope+"/"+within] = value
			}
		}
		if err := one.with(m, values); err != nil {
			return nil, err
		}
		list[i] = &one
	}
	return list, nil
}

// inMember returns the path of a variable in the given member of an ensemble.
func inMember(path string, member int) string {
	return "/" + Scope + "/" + models.MemberScope(member) + "/" + strings.TrimPrefix(path, "/"+Scope+"/")
}

// with opens the model on the backend of like and sets its variables.
func (m *Model) with(like *Model, values map[string]*tensors.Tensor) error {
	if err := m.start(like.backend); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if err := setVariable(m.store, path, values[path]); err != nil {
			return fmt.Errorf("trained: variable %s: %w", path, err)
		}
	}
	return nil
}

// alike returns an error if member i cannot be averaged with the first member.
func alike(first, m *Model, i int) error {
	if m.Ready() != nil {
		return fmt.Errorf("trained: averaging: member %d was neither trained nor loaded (use Train or Load)", i)
	}
	a, b := first.Config, m.Config
	switch {
	case b.Model.Kind == models.KindLinear || b.Model.Kind == models.KindCustom || b.Model.Members > 1:
		return fmt.Errorf("trained: averaging: member %d is a %s model of %d members, want a single built-in network (for linear models use package posterior)", i, b.Model.Kind, max(b.Model.Members, 1))
	case !reflect.DeepEqual(a.Model, b.Model) || a.DType != b.DType || !reflect.DeepEqual(a.Loss, b.Loss) || !reflect.DeepEqual(a.Output, b.Output):
		return fmt.Errorf("trained: member %d is a %s model in %s with the %s loss; it must have the architecture, dtype, loss and output of member 0", i, b.Model.Kind, b.DType, b.Loss)
	case !slices.Equal(first.Features, m.Features) || first.Steps != m.Steps:
		return fmt.Errorf("trained: member %d has the features %.60q and T = %d, want those of member 0, %.60q and %d", i, m.Features, m.Steps, first.Features, first.Steps)
	case !reflect.DeepEqual(first.Normalization, m.Normalization):
		return fmt.Errorf("trained: member %d has other units than member 0 (train all members on the same data)", i)
	}
	return nil
}
