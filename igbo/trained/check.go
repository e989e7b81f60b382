package trained

import (
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Constrained reports whether the model has a DAG with constraints.
func (m *Model) Constrained() bool {
	return m.DAG.Constrains()
}

// CheckDAG checks that d has the features of the model in the same order. If the model has feature groups, d
// must have one feature per group. d may be nil.
func (m *Model) CheckDAG(d *dag.DAG) error {
	if err := m.checkDAG(d); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	return nil
}

// checkDAG is CheckDAG without the package name in its errors.
func (m *Model) checkDAG(d *dag.DAG) error {
	if d == nil {
		return nil
	}
	want := len(m.Features)
	if groups := len(m.Config.Attribution.Groups); groups > 0 {
		want = groups
	} else if !slices.Equal(d.Features, m.Features) {
		return fmt.Errorf("the DAG is over the features %.60q, want those of the data, %.60q", d.Features, m.Features)
	}
	if len(d.Features) != want {
		return fmt.Errorf("the DAG is over %d features, want %d, one per attributed feature", len(d.Features), want)
	}
	return d.Validate()
}

// CheckOutput checks that the attributed output exists.
func (m *Model) CheckOutput() error {
	if err := m.Config.Output.Check(m.outputs); err != nil {
		return fmt.Errorf("trained: Config.Output: %w", err)
	}
	return nil
}

// Attributed returns the number of attributed outputs.
func (m *Model) Attributed() int { return m.Config.Output.Count(m.outputs) }

// CheckTargets checks that the targets of the data are valid for the loss and the model's outputs.
func (m *Model) CheckTargets(data samples.Data) error {
	loss := m.Config.Loss
	if err := loss.CheckOutputs(m.outputs, data.Targets()); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	k, weighed := data.Targets(), false
	for i, y := range data.Y {
		if !data.Valid(i / k) {
			continue
		}
		if expected := loss.Expects(y, m.outputs); expected != "" {
			return fmt.Errorf("trained: y is %g in row %d, %s", y, i/k, expected)
		}
		weighed = weighed || loss.ClassWeight(y) > 0
	}
	if !weighed {
		return errors.New("trained: every target has a class of weight 0 (want at least one with a positive weight)")
	}
	return nil
}
