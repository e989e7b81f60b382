package explain

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
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
func (s *Subject) readNew(ctx context.Context, file string, spec encode.Spec, options table.ReadOptions) error {
	if large(file, spec) {
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
func (s *Subject) readWith(ctx context.Context, file string, e *encode.Encoding, options table.ReadOptions) error {
	if large(file, e.Spec) {
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
	s.beyond = e.BeyondText(samples.Beyond)
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

// Predicted are samples with what the model says of them, [N,T,K] in the unit of its output.
type Predicted struct {
	Keys []string
	Data igbo.Data
	Y    []float64
}

// Outputs is K, the number of outputs of the model.
func (s *Subject) Outputs() int { return s.outputs() }

// Predictions are those of all samples in their order, piece by piece of a large table.
func (s *Subject) Predictions(ctx context.Context) iter.Seq2[Predicted, error] {
	return func(yield func(Predicted, error) bool) {
		if s.bulk == nil {
			yield(s.predicted(ctx, s.Keys, s.Data))
			return
		}
		for piece, err := range s.bulk.pieces(ctx) {
			if err != nil {
				yield(Predicted{}, err)
				return
			}
			if piece.N() > 0 && !yield(s.predicted(ctx, piece.Keys, dataOf(piece))) {
				return
			}
		}
	}
}

func (s *Subject) predicted(ctx context.Context, keys []string, data igbo.Data) (Predicted, error) {
	if s.box != nil {
		y, err := s.box.predict(ctx, s.cells(data))
		return Predicted{keys, data, y}, err
	}
	y, err := s.Model.Response(data)
	return Predicted{keys, data, y}, err
}

// Taken is an input of an ONNX model, or one of its columns, with the column of the data that it takes.
type Taken struct {
	Input  string `json:"input"`
	Column string `json:"column"`
}

// columnsOf are the columns that an ONNX model takes, in its order: those that are asked for, else those
// of its inputs' names; none where it takes what there is, by position. A column that is asked for by
// the name of another input is an error.
func columnsOf(m *onnx.Model, o Options) ([]string, error) {
	own := m.Columns()
	if len(o.Features) == 0 {
		return own, nil
	}
	for i, name := range o.Features {
		if k := slices.Index(own, name); k >= 0 && k != i {
			return nil, fmt.Errorf("the column %q is given to the model's input %q, and the model has an input %q: expected the columns in the order %.200q", name, own[i], name, own)
		}
	}
	return o.Features, nil
}

// takes notes which column of the data goes to which input of the model.
func (s *Subject) takes(m *onnx.Model, o Options) {
	s.ByPosition, s.Output = len(o.Features) == 0 && m.Columns() == nil, m.Output
	for _, in := range m.Inputs {
		for k := range in.Columns {
			t := Taken{in.Name, s.Data.Features[len(s.Inputs)]}
			if in.Columns > 1 {
				t.Input = fmt.Sprintf("%s[%d]", in.Name, k)
			}
			s.Inputs = append(s.Inputs, t)
		}
	}
}

// InputsText says in a line each which column goes to which input of an ONNX model, and how they were
// found; nothing for another model, whose columns go by their names.
func (s *Subject) InputsText() string {
	if len(s.Inputs) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "inputs of %s, whose output is %s", s.ModelFile, s.Output)
	if s.ByPosition {
		b.WriteString("; the file does not name its columns, so that they go by position (--columns says which)")
	}
	b.WriteString(":\n")
	for _, t := range s.Inputs {
		fmt.Fprintf(&b, "  %s takes the column %s\n", t.Input, t.Column)
	}
	return b.String()
}
