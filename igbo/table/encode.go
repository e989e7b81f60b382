package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Encode makes samples of rows of a table; nil are all. Columns are found by
// name, in any order; a table without the target gives samples without Y, as
// one whose target is missing everywhere does.
//
// Errors, with row and column: a column that is missing or of another kind, extra columns
// and unseen categories where the Spec refuses them, missing values likewise,
// classes that no training row has, and what is wrong with series.
func (e *Encoding) Encode(t *Table, rows []int) (*Samples, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	rows, err := t.rows(rows)
	if err != nil {
		return nil, err
	}
	if err := e.check(t); err != nil {
		return nil, err
	}
	return e.encode(t, rows, e.hasTarget(t, rows))
}

func (e *Encoding) encode(t *Table, rows []int, withTarget bool) (*Samples, error) {
	if withTarget {
		if err := t.isOf(e.Target.Name, e.Target.Kind); err != nil {
			return nil, err
		}
	}
	kept, err := t.keep(rows, e.rules(withTarget))
	if err != nil {
		return nil, err
	}
	s := &Samples{Features: e.Features(), Steps: 1, Outputs: 1, Classes: e.Classes(), Dropped: len(rows) - len(kept)}
	s.Groups, s.GroupNames = e.Groups()
	if err := e.inputs(s, t, kept); err != nil {
		return nil, err
	}
	if withTarget {
		if s.Y, err = e.Target.values(t, kept); err != nil {
			return nil, err
		}
	}
	if s.Weights, err = e.weights(t, kept); err != nil {
		return nil, err
	}
	if e.Spec.ID != "" {
		return e.series(s, t, kept)
	}
	s.Keys, s.Rows = make([]string, len(kept)), make([][]int, len(kept))
	key := t.Column(e.Spec.Key)
	for k, i := range kept {
		s.Rows[k] = kept[k : k+1 : k+1]
		if s.Keys[k] = strconv.Itoa(t.first + i + 1); key != nil {
			s.Keys[k] = key.text(i)
		}
	}
	return s, nil
}

// rules are what becomes of missing values, by column.
func (e *Encoding) rules(target bool) []rule {
	var rules []rule
	for _, c := range e.Columns {
		rules = append(rules, rule{c.Name, c.Missing})
	}
	return append(rules, e.Spec.others(target)...)
}

// check finds the columns.
func (e *Encoding) check(t *Table) error {
	known := map[string]bool{e.Spec.Target: true}
	for _, name := range []string{e.Spec.Weight, e.Spec.Key, e.Spec.ID, e.Spec.Time} {
		known[name] = true
		if name != "" && t.Column(name) == nil {
			return noColumn(t.Name, name, t.Names())
		}
	}
	for _, name := range e.Spec.Drop {
		known[name] = true
	}
	for _, c := range e.Columns {
		known[c.Name] = true
		if err := t.isOf(c.Name, c.Kind); err != nil {
			return err
		}
	}
	for _, name := range t.Names() {
		if !known[name] && e.Spec.Extra == RefuseExtra {
			return fmt.Errorf("table: %s: column %.60q was not there in training", t.Name, name)
		}
	}
	return nil
}

// hasTarget tells whether any row has a target.
func (e *Encoding) hasTarget(t *Table, rows []int) bool {
	if e.Target == nil || t.Column(e.Target.Name) == nil {
		return false
	}
	c := t.Column(e.Target.Name)
	return slices.ContainsFunc(rows, func(i int) bool { return !c.Missing(i) })
}

// isOf checks that a column is there and of a kind.
func (t *Table) isOf(name string, kind Kind) error {
	c := t.Column(name)
	if c == nil {
		return noColumn(t.Name, name, t.Names())
	}
	if c.Kind != kind {
		return fmt.Errorf("table: %s: column %.60q is of kind %s, in training it was %s; Encoding.ReadOptions states the kinds", t.Name, name, c.Kind, kind)
	}
	return nil
}

// inputs fills X [rows, D].
func (e *Encoding) inputs(s *Samples, t *Table, rows []int) error {
	d, at := len(s.Features), 0
	s.X = make([]float64, len(rows)*d)
	for i := range e.Columns {
		c := &e.Columns[i]
		fill := c.numbers
		if c.Kind == Category {
			fill = c.oneHot
		}
		missing, err := fill(s.X[at:], d, t, rows)
		if err != nil {
			return err
		}
		s.Missing += missing
		at += c.width()
	}
	return nil
}

// numbers writes a column of numbers, booleans or dates at every d-th place, and
// counts the missing cells.
func (c *ColumnEncoding) numbers(x []float64, d int, t *Table, rows []int) (missing int, err error) {
	values := t.Column(c.Name).Values
	var cells []float64
	for k, i := range rows {
		v := values[i]
		absent := v != v
		if absent {
			missing++
			v = c.Fill
		}
		if c.Kind != Date && !c.indicator() {
			if !(math.Abs(v) <= largest) {
				return 0, fmt.Errorf("table: %s: %s, column %.60q: %g, expected a number within ±%g", t.Name, t.place(i), c.Name, v, float64(largest))
			}
			x[k*d] = v
			continue
		}
		cells = c.append(cells[:0], v, absent)
		copy(x[k*d:], cells)
	}
	return missing, nil
}

// append adds the columns of one cell.
func (c *ColumnEncoding) append(to []float64, v float64, absent bool) []float64 {
	if c.Kind == Date {
		for _, part := range c.Parts {
			to = part.append(to, v, c.Origin)
		}
	} else {
		to = append(to, v)
	}
	if c.indicator() {
		mark := 0.0
		if absent {
			mark = 1
		}
		to = append(to, mark)
	}
	return to
}

// oneHot writes a 1 in the column of each cell's category.
func (c *ColumnEncoding) oneHot(x []float64, d int, t *Table, rows []int) (missing int, err error) {
	from := t.Column(c.Name)
	place := make([]int, len(from.Categories)+1)
	for k := range place {
		name := missingName
		if k < len(from.Categories) {
			name = from.Categories[k]
		}
		if place[k] = slices.Index(c.Categories, name); place[k] < 0 && c.Other {
			place[k] = len(c.Categories)
		}
	}
	for k, i := range rows {
		code := len(from.Categories)
		if from.Missing(i) {
			missing++
		} else {
			code = int(from.Values[i])
		}
		if place[code] < 0 {
			return 0, fmt.Errorf("table: %s: %s, column %.60q: no training row has the category %.60q, expected one of %s", t.Name, t.place(i), c.Name, from.text(i), list(c.Categories))
		}
		x[k*d+place[code]] = 1
	}
	return missing, nil
}

// values are the targets of rows.
func (e *TargetEncoding) values(t *Table, rows []int) ([]float64, error) {
	c := t.Column(e.Name)
	y := make([]float64, len(rows))
	class := map[string]float64{}
	for k, name := range e.Classes {
		class[name] = float64(k)
	}
	for k, i := range rows {
		if len(e.Classes) == 0 {
			y[k] = c.Values[i]
			continue
		}
		v, known := class[c.text(i)]
		if !known {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: no training row has the class %.60q, expected one of %s", t.Name, t.place(i), e.Name, c.text(i), list(e.Classes))
		}
		y[k] = v
	}
	return y, nil
}

// weights are those of rows, or nil.
func (e *Encoding) weights(t *Table, rows []int) ([]float64, error) {
	if e.Spec.Weight == "" {
		return nil, nil
	}
	if err := t.isOf(e.Spec.Weight, Number); err != nil {
		return nil, err
	}
	c := t.Column(e.Spec.Weight)
	w := make([]float64, len(rows))
	for k, i := range rows {
		if w[k] = c.Values[i]; !(w[k] >= 0) {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: the weight %g, expected at least 0", t.Name, t.place(i), e.Spec.Weight, w[k])
		}
	}
	return w, nil
}
