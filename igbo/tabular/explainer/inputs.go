package explainer

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

// columnsOf returns the columns that an ONNX model takes, in its order: the requested ones, or else those with the names of its inputs. It
// returns none if the model takes columns by position. Requesting a column with the name of another input is an error.
func columnsOf(m *onnx.Model, o Options) ([]string, error) {
	own := m.Columns()
	if len(o.Features) == 0 {
		return own, nil
	}
	for i, name := range o.Features {
		if k := slices.Index(own, name); k >= 0 && k != i {
			return nil, fmt.Errorf("column %q would become the model's input %q, but the model also has an input %q; columns must be in the order %.200q", name, own[i], name, own)
		}
	}
	return o.Features, nil
}

// takes records which column of the data each input of the model takes.
func (s *Explainer) takes(m *onnx.Model, o Options) {
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

// InputsText lists, one a line, which column each input of an ONNX model takes, and how the columns were assigned. It is empty for other
// models, whose columns are matched by name.
func (s *Explainer) InputsText() string {
	if len(s.Inputs) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "inputs of %s, whose output is %s", s.ModelFile, s.Output)
	if s.ByPosition {
		b.WriteString("; the file does not name its columns, so they are assigned by position (--columns says which)")
	}
	b.WriteString(":\n")
	for _, t := range s.Inputs {
		fmt.Fprintf(&b, "  %s takes the column %s\n", t.Input, t.Column)
	}
	return b.String()
}
