package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// width is the number of columns that an input becomes.
func (c *ColumnEncoding) width() int { return len(c.names()) }

// indicator tells whether a column says where something stands in.
func (c *ColumnEncoding) indicator() bool {
	return c.Missing == MeanIndicator || c.Missing == MedianIndicator
}

// names are the names of the columns that an input becomes.
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

// Features are the names of the D columns.
func (e *Encoding) Features() []string {
	var names []string
	for i := range e.Columns {
		names = append(names, e.Columns[i].names()...)
	}
	return names
}

// Groups lists the columns of each input of the table, and their names: the
// features as the user has them.
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

// Classes are the classes of the target; nil is regression, or no target.
func (e *Encoding) Classes() []string {
	if e.Target == nil {
		return nil
	}
	return e.Target.Classes
}

// ReadOptions adds to options what a new file must be read with: the columns
// that are needed, so that extra ones are not looked at (unless the Spec refuses them), their kinds, and
// how the training's file wrote its cells, unless the options say otherwise.
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
	o.Habits = e.Reading.Of(o.Habits)
	return o
}

// Validate checks kinds, rules, numbers and names: what a file of an Encoding may have wrong.
func (e *Encoding) Validate() error {
	if e == nil || len(e.Columns) == 0 {
		return errors.New("table: an encoding of no columns")
	}
	if err := e.Spec.Validate(); err != nil {
		return err
	}
	if e.Steps < 1 || e.Rows < 1 {
		return fmt.Errorf("table: an encoding of T = %d steps from %d rows, expected at least 1 of each", e.Steps, e.Rows)
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
		return fmt.Errorf("table: categories that the training did not see become %q, want one of %q", e.unknown.rule, Unknowns())
	}
	if e.Target != nil && (e.Target.Name != e.Spec.Target || !slices.Contains(cell.Kinds(), e.Target.Kind) || e.Target.Kind == cell.Date) {
		return fmt.Errorf("table: the target %.60q of kind %q, expected %.60q of numbers, booleans or categories", e.Target.Name, e.Target.Kind, e.Spec.Target)
	}
	return nil
}

func (c *ColumnEncoding) validate() error {
	if c.Name == "" || !slices.Contains(cell.Kinds(), c.Kind) {
		return fmt.Errorf("is of kind %q, expected a name and one of %q", c.Kind, cell.Kinds())
	}
	if !(math.Abs(c.Fill) <= cell.Largest) || !(math.Abs(c.Origin) <= cell.Largest) || !(math.Abs(c.Latest) <= cell.Largest) {
		return fmt.Errorf("is filled with %g and begins at %g, expected finite numbers", c.Fill, c.Origin)
	}
	rules := []Missing{Refuse, DropRow, Mean, Median, MeanIndicator, MedianIndicator}
	if c.Kind == cell.Category {
		rules = []Missing{Refuse, DropRow, Own}
	}
	if !slices.Contains(rules, c.Missing) {
		return fmt.Errorf("has missing values that become %q, expected one of %q", c.Missing, rules)
	}
	if c.Kind == cell.Category && len(c.Categories) == 0 && !c.Other {
		return errors.New("has no categories")
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

// version is the number of the format of an Encoding as JSON.
const version = 1

type encodingJSON struct {
	Format int `json:"format"`
	plainEncoding
}

type plainEncoding Encoding

// MarshalJSON writes an encoding that is valid.
func (e *Encoding) MarshalJSON() ([]byte, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(encodingJSON{version, plainEncoding(*e)})
}

// UnmarshalJSON reads and checks an encoding: fields that it does not know are errors too.
func (e *Encoding) UnmarshalJSON(data []byte) error {
	var in encodingJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return fmt.Errorf("table: an encoding: %w", err)
	}
	if in.Format != version {
		return fmt.Errorf("table: an encoding of format %d, expected %d", in.Format, version)
	}
	read := Encoding(in.plainEncoding)
	if err := read.Validate(); err != nil {
		return err
	}
	*e = read
	return nil
}
