package subject

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// spec says what the columns of data are to a model that was saved without a table.
func (s *Subject) spec(features []string, steps int, o Options) encode.Spec {
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

// readNew reads data for a model that was saved without a table: numbers alone, as
// what a category was to the model is not known.
func (s *Subject) readNew(ctx context.Context, file string, spec encode.Spec, o Options) error {
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

// seen is what is read of data that have the target or not: without it, or where it is not to be looked at, no target.
func (s *Subject) seen(spec encode.Spec, there bool) encode.Spec {
	if spec.Target == "" || there && !s.unseen {
		return spec
	}
	if there {
		spec.Drop = append(slices.Clone(spec.Drop), spec.Target)
	}
	s.Target, spec.Target = spec.Target, ""
	return spec
}

// numbers asks for columns of numbers.
func numbers(file string, e *encode.Encoding) error {
	for _, c := range e.Columns {
		if c.Kind != cell.Number && c.Kind != cell.Boolean {
			return fmt.Errorf("the column %q of %s is of kind %s, expected numbers: drop it, or encode it into the columns that the model was trained on", c.Name, file, c.Kind)
		}
	}
	return nil
}

// readWith reads data as the training's were read.
func (s *Subject) readWith(ctx context.Context, file string, e *encode.Encoding, o Options) error {
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
func (s *Subject) take(e *encode.Encoding, t *table.Table) error {
	samples, err := e.Encode(t, nil)
	if err != nil {
		return err
	}
	if samples.N() == 0 {
		return fmt.Errorf("%s has no samples left, expected at least 1", t.Name)
	}
	s.like(e, samples)
	s.Data, s.Keys = dataOf(samples), samples.Keys
	s.Columns, s.Rows, s.Lost, s.LeftOut = encode.Lines(t, e.Spec), t.Rows(), samples.Lost, len(samples.Lost)
	s.Warnings = append(e.BeyondText(samples.Beyond), encode.UnknownText(t.Name, t.Rows(), samples.Unknown)...)
	return nil
}

// like takes what is the same for all samples.
func (s *Subject) like(e *encode.Encoding, samples *encode.Samples) {
	s.Data = igbo.Data{Features: samples.Features, Steps: samples.Steps}
	s.Names, s.Classes, s.HasTarget = samples.GroupNames, samples.Classes, samples.Y != nil
	if e.Spec.Target != "" {
		s.Target = e.Spec.Target
	}
	if !slices.Equal(samples.GroupNames, samples.Features) { // a category may have one column, of another name
		s.Groups = samples.Groups
	}
}
