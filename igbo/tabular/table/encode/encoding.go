package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// width returns the number of columns that an input becomes.
func (c *ColumnEncoding) width() int { return len(c.names()) }

// indicator reports whether an extra column marks the filled values.
func (c *ColumnEncoding) indicator() bool {
	return c.Missing == MeanIndicator || c.Missing == MedianIndicator
}

// names returns the names of the columns that an input becomes.
func (c *ColumnEncoding) names() []string {
	var names []string
	switch {
	case c.Kind == cell.Category:
		for _, category := range c.Categories {
			names = append(names, c.Name+"="+category)
		}
		if c.Other {
			names = append(names, c.Name+"="+otherName)
		}
	case c.Kind == cell.Date && !slices.Equal(c.Parts, []DatePart{Days}):
		for _, part := range c.Parts {
			for _, name := range part.columns() {
				names = append(names, c.Name+" "+name)
			}
		}
	default:
		names = []string{c.Name}
	}
	if c.indicator() {
		names = append(names, c.Name+"="+cell.Absent)
	}
	return names
}

// Features returns the names of the D columns.
func (e *Encoding) Features() []string {
	var names []string
	for i := range e.Columns {
		names = append(names, e.Columns[i].names()...)
	}
	return names
}

// Groups returns the columns of each input of the table, and the names of these inputs.
func (e *Encoding) Groups() (groups [][]int, names []string) {
	at := 0
	for i := range e.Columns {
		group := make([]int, e.Columns[i].width())
		for k := range group {
			group[k] = at + k
		}
		at += len(group)
		groups, names = append(groups, group), append(names, e.Columns[i].Name)
	}
	return groups, names
}

// Classes returns the classes of the target; nil for regression, or without a target.
func (e *Encoding) Classes() []string {
	if e.Target == nil {
		return nil
	}
	return e.Target.Classes
}

// ReadOptions adds to options how to read a new file for this encoding. It restricts the columns to those needed (unless the Spec refuses
// extra ones) and states their kinds. If the options do not state how the file writes its cells, it uses the style of the training file.
func (e *Encoding) ReadOptions(o table.ReadOptions) table.ReadOptions {
	kinds := map[string]cell.Kind{}
	for _, c := range e.Columns {
		kinds[c.Name] = c.Kind
	}
	if e.Target != nil {
		kinds[e.Target.Name] = e.Target.Kind
	}
	o.Columns = nil
	if e.Spec.Extra != RefuseExtra {
		for _, c := range e.Columns {
			o.Columns = append(o.Columns, c.Name)
		}
		for _, name := range []string{e.Spec.Target, e.Spec.Weight, e.Spec.Key, e.Spec.ID, e.Spec.Time} {
			if name != "" {
				o.Columns = append(o.Columns, name)
			}
		}
	}
	if e.Spec.Weight != "" {
		kinds[e.Spec.Weight] = cell.Number
	}
	o.Kinds, o.Texts, o.LeaveOut, o.Lenient = kinds, e.Spec.texts(), nil, true
	o.Options = e.Reading.Of(o.Options)
	return o
}

// Validate checks the kinds, rules, numbers and names of an Encoding, such as one read from a file.
func (e *Encoding) Validate() error {
	if e == nil || len(e.Columns) == 0 {
		return errors.New("table: the encoding has no columns, want at least 1")
	}
	if err := e.Spec.Validate(); err != nil {
		return err
	}
	if err := limit.Check([]limit.Int{{Name: "Steps", Value: e.Steps, Min: 1, Max: math.MaxInt}, {Name: "Rows", Value: e.Rows, Min: 1, Max: math.MaxInt}}); err != nil {
		return fmt.Errorf("table: checking the encoding: %w", err)
	}
	for i := range e.Columns {
		if err := e.Columns[i].validate(); err != nil {
			return fmt.Errorf("table: column %.60q %w", e.Columns[i].Name, err)
		}
	}
	seen := map[string]bool{}
	for _, name := range e.Features() {
		if seen[name] {
			return fmt.Errorf("table: two features are named %.60q; rename a column", name)
		}
		seen[name] = true
	}
	if err := e.Reading.Validate(); err != nil {
		return err
	}
	if e.unknown != nil && e.unknown.rule != "" && !slices.Contains(Unknowns(), e.unknown.rule) {
		return fmt.Errorf("table: the rule for unknown categories is %q, want one of %q", e.unknown.rule, Unknowns())
	}
	if e.Target != nil && (e.Target.Name != e.Spec.Target || !slices.Contains(cell.Kinds(), e.Target.Kind) || e.Target.Kind == cell.Date) {
		return fmt.Errorf("table: the target of an encoding is %.60q of kind %q, but it must be %.60q with numbers, booleans or categories", e.Target.Name, e.Target.Kind, e.Spec.Target)
	}
	return nil
}

func (c *ColumnEncoding) validate() error {
	if c.Name == "" {
		return errors.New("has an empty name")
	}
	if !slices.Contains(cell.Kinds(), c.Kind) {
		return fmt.Errorf("is of kind %q, want one of %q", c.Kind, cell.Kinds())
	}
	for _, n := range []struct {
		name  string
		value float64
	}{{"Fill", c.Fill}, {"Origin", c.Origin}, {"Latest", c.Latest}} {
		if !(math.Abs(n.value) <= cell.Largest) {
			return fmt.Errorf("has %s = %g, want a number within ±%g", n.name, n.value, float64(cell.Largest))
		}
	}
	rules := []Missing{Refuse, DropRow, Mean, Median, MeanIndicator, MedianIndicator}
	if c.Kind == cell.Category {
		rules = []Missing{Refuse, DropRow, Own}
	}
	if !slices.Contains(rules, c.Missing) {
		return fmt.Errorf("has the rule %q for missing values, want one of %q", c.Missing, rules)
	}
	if c.Kind == cell.Category && len(c.Categories) == 0 && !c.Other {
		return errors.New("has no categories, want at least 1")
	}
	for i, name := range c.Categories {
		if slices.Contains(c.Categories[:i], name) {
			return fmt.Errorf("has the category %.60q twice", name)
		}
	}
	if c.Kind == cell.Date {
		if err := validateParts(c.Parts); err != nil {
			return errors.New(strings.TrimPrefix(err.Error(), "table: "))
		}
	}
	return nil
}

// version is the version of the JSON format of an Encoding.
const version = 1

type encodingJSON struct {
	Format int `json:"format"`
	plainEncoding
}

type plainEncoding Encoding

// MarshalJSON writes a valid encoding. It returns an error for an invalid one.
func (e *Encoding) MarshalJSON() ([]byte, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(encodingJSON{version, plainEncoding(*e)})
}

// UnmarshalJSON reads and checks an encoding. Unknown fields are errors.
func (e *Encoding) UnmarshalJSON(data []byte) error {
	var in encodingJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return fmt.Errorf("table: reading an encoding: %w", err)
	}
	if in.Format != version {
		return fmt.Errorf("table: unsupported format %d of an encoding, want %d", in.Format, version)
	}
	read := Encoding(in.plainEncoding)
	if err := read.Validate(); err != nil {
		return err
	}
	*e = read
	return nil
}
