package trained

import (
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Constrained tells whether there is a DAG that has a constraint.
func (m *Model) Constrained() bool {
	return m.DAG.Constrains()
}

// CheckDAG checks that a DAG (nil for none) is over the features, in their
// order, or over as many as there are groups.
func (m *Model) CheckDAG(d *dag.DAG) error {
	if d == nil {
		return nil
	}
	want := len(m.Features)
	if groups := len(m.Config.Attribution.Groups); groups > 0 {
		want = groups
	} else if !slices.Equal(d.Features, m.Features) {
		return fmt.Errorf("igbo: the DAG is over the features %.60q, the data has %.60q", d.Features, m.Features)
	}
	if len(d.Features) != want {
		return fmt.Errorf("igbo: the DAG is over %d features, expected %d", len(d.Features), want)
	}
	return d.Validate()
}

// CheckOutput checks that the configuration says which output is attributed.
func (m *Model) CheckOutput() error {
	if err := m.Config.Output.Check(m.outputs); err != nil {
		return fmt.Errorf("igbo: Config.Output: %w", err)
	}
	return nil
}

// Attributed is how many outputs are attributed.
func (m *Model) Attributed() int { return m.Config.Output.Count(m.outputs) }

// CheckTargets checks that the data's targets are ones of the loss and the
// model's outputs.
func (m *Model) CheckTargets(data samples.Data) error {
	loss := m.Config.Loss
	if err := loss.CheckOutputs(m.outputs, data.Targets()); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	k, weighed := data.Targets(), false
	for i, y := range data.Y {
		if !data.Valid(i / k) {
			continue
		}
		if expected := loss.Expects(y, m.outputs); expected != "" {
			return fmt.Errorf("igbo: y is %g in row %d, %s", y, i/k, expected)
		}
		weighed = weighed || loss.ClassWeight(y) > 0
	}
	if !weighed {
		return errors.New("igbo: every target is of a class of weight 0, expected at least one that counts")
	}
	return nil
}
