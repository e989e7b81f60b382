package subject

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/onnx"
)

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
