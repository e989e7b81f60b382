package explainer

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// spec returns the roles of the columns for a model that was saved without an encoding.
func (s *Explainer) spec(features []string, steps int, o Options) encode.Spec {
	spec := encode.DefaultSpec(o.Target)
	spec.Features, spec.ID, spec.Time = features, o.ID, o.Time
	if steps > 1 || o.ID != "" {
		spec.Steps = steps
	}
	if o.Missing != "" {
		spec.Missing = o.Missing
	}
	return spec
}

// readNew reads data for a model that was saved without an encoding. It accepts only numbers, because the encoding of categories is not
// known.
func (s *Explainer) readNew(ctx context.Context, file string, spec encode.Spec, o Options) error {
	options := o.read()
	if o.large(file, spec) {
		return s.bulkNew(ctx, file, spec, options)
	}
	t, err := table.Read(ctx, file, spec.ReadOptions(options))
	if err != nil {
		return err
	}
	spec = s.seen(spec, t.Column(spec.Target) != nil)
	e, err := encode.Fit(t, nil, spec)
	if err != nil {
		return err
	}
	if err := numbers(file, e); err != nil {
		return err
	}
	return s.take(e, t)
}

// seen returns the spec without the target if the data do not have it or it is to be ignored.
func (s *Explainer) seen(spec encode.Spec, there bool) encode.Spec {
	if spec.Target == "" || there && !s.unseen {
		return spec
	}
	if there {
		spec.Drop = append(slices.Clone(spec.Drop), spec.Target)
	}
	s.Target, spec.Target = spec.Target, ""
	return spec
}

// numbers returns an error unless all columns are numeric.
func numbers(file string, e *encode.Encoding) error {
	for _, c := range e.Columns {
		if c.Kind != cell.Number && c.Kind != cell.Boolean {
			return fmt.Errorf("column %q of %s is of kind %s, but it must contain numbers (drop it, or encode it as in the model's training)", c.Name, file, c.Kind)
		}
	}
	return nil
}

// readWith reads data with the encoding of the training.
func (s *Explainer) readWith(ctx context.Context, file string, e *encode.Encoding, o Options) error {
	options := o.read()
	if o.large(file, e.Spec) {
		return s.bulkWith(ctx, file, e, options)
	}
	t, err := table.Read(ctx, file, e.ReadOptions(options))
	if err != nil {
		return err
	}
	return s.take(e, t)
}

// take encodes all rows of a table.
func (s *Explainer) take(e *encode.Encoding, t *table.Table) error {
	encoded, err := e.Encode(t, nil)
	if err != nil {
		return err
	}
	if encoded.Samples() == 0 {
		return fmt.Errorf("%s has no samples left after dropping rows with missing values, want at least 1", t.Name)
	}
	s.like(e, encoded)
	s.Data, s.Keys = encoded.WithTargets(), encoded.Keys
	s.Columns, s.Rows, s.Lost, s.LeftOut = encode.Lines(t, e.Spec), t.Rows(), encoded.Lost, len(encoded.Lost)
	s.Warnings = append(e.BeyondText(encoded.Beyond), encode.UnknownText(t.Name, t.Rows(), encoded.Unknown)...)
	return nil
}

// like copies the fields that are the same for all pieces.
func (s *Explainer) like(e *encode.Encoding, encoded *encode.Encoded) {
	s.Data = igbo.Data{Features: encoded.Features, Steps: encoded.Steps}
	s.Names, s.Classes, s.HasTarget = encoded.GroupNames, encoded.Classes, encoded.Y != nil
	if e.Spec.Target != "" {
		s.Target = e.Spec.Target
	}
	if !slices.Equal(encoded.GroupNames, encoded.Features) { // a category may have one column, with another name
		s.Groups = encoded.Groups
	}
}
