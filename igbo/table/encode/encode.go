package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Encode makes samples of rows of a table; nil are all. Columns are found by
// name, in any order; a table without the target gives samples without Y, as
// one whose target is missing everywhere does.
//
// Errors, with row and column: a column that is missing or of another kind, extra columns
// and unseen categories where the Spec refuses them, missing values likewise,
// classes that no training row has, and what is wrong with series.
func (e *Encoding) Encode(t *table.Table, rows []int) (*Samples, error) {
	return e.encodeWith(encoder{}, t, rows)
}

// EncodeIn is Encode with what is large in a space: who closes it ends the samples. The rows of a table, T = 1, are not named, and
// not numbered: Keys and Rows are nil.
func (e *Encoding) EncodeIn(space *spool.Space, t *table.Table, rows []int) (*Samples, error) {
	return e.encodeWith(encoder{space, true}, t, rows)
}

// encoder says where samples lie, and whether they are without names.
type encoder struct {
	space   *spool.Space
	unnamed bool
}

func (e *Encoding) encodeWith(as encoder, t *table.Table, rows []int) (*Samples, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	rows, err := t.Choose(rows)
	if err != nil {
		return nil, err
	}
	if err := e.check(t); err != nil {
		return nil, err
	}
	return e.encode(as, t, rows, e.hasTarget(t, rows))
}

// WithoutTarget is the encoding of inputs alone: of a table with the target its column is not looked at.
func (e *Encoding) WithoutTarget() *Encoding {
	if e == nil {
		return nil
	}
	inputs := *e
	inputs.Target = nil
	return &inputs
}

func (e *Encoding) encode(as encoder, t *table.Table, rows []int, withTarget bool) (*Samples, error) {
	if withTarget {
		if err := isOf(t, e.Target.Name, t.Column(e.Target.Name), e.Target.Kind); err != nil {
			return nil, err
		}
	}
	kept, lost, err := keep(t, rows, e.rules(withTarget))
	if err != nil {
		return nil, err
	}
	settled, unknown, err := e.settleUnknown(t, kept)
	if err != nil {
		return nil, err
	}
	if settled != t {
		t = settled
		if kept, lost, err = keep(t, rows, e.rules(withTarget)); err != nil {
			return nil, err
		}
	}
	s := &Samples{Features: e.Features(), Steps: 1, Outputs: 1, Classes: e.Classes(), Dropped: len(rows) - len(kept), Left: t.Left, Unknown: unknown}
	key := e.keys(t)
	for _, i := range slices.Sorted(maps.Keys(lost)) {
		s.Lost = append(s.Lost, Lost{t.First + i, key(i), lost[i]})
	}
	s.Groups, s.GroupNames = e.Groups()
	if err := e.inputs(as, s, t, kept); err != nil {
		return nil, err
	}
	if withTarget {
		if s.Y, err = e.Target.values(as, t, kept); err != nil {
			return nil, err
		}
	}
	if s.Weights, err = e.weights(t, kept); err != nil {
		return nil, err
	}
	if e.Spec.ID != "" {
		return e.series(s, t, kept)
	}
	if as.unnamed {
		return s, nil
	}
	s.Keys, s.Rows = make([]string, len(kept)), make([][]int, len(kept))
	for k, i := range kept {
		s.Keys[k], s.Rows[k] = key(i), kept[k:k+1:k+1]
	}
	return s, nil
}

// keys names rows: by their key, their series, or their number from 1.
func (e *Encoding) keys(t *table.Table) func(i int) string {
	for _, name := range []string{e.Spec.Key, e.Spec.ID} {
		if c := t.Column(name); name != "" && c != nil {
			return c.Text
		}
	}
	return func(i int) string { return strconv.Itoa(t.First + i + 1) }
}

// rules are what becomes of missing values, by column.
func (e *Encoding) rules(target bool) []rule {
	var rules []rule
	for _, c := range e.Columns {
		rules = append(rules, rule{c.Name, c.Missing, "the training refused missing values: leave such rows out, fill the values in, or train with --missing"})
	}
	return append(rules, e.Spec.others(target)...)
}

// check finds the columns.
func (e *Encoding) check(t *table.Table) error {
	known, find := map[string]bool{e.Spec.Target: true}, t.ByName()
	for _, name := range []string{e.Spec.Weight, e.Spec.Key, e.Spec.ID, e.Spec.Time} {
		known[name] = true
		if name != "" && t.Column(name) == nil {
			return table.NoColumn(t.Name, name, t.Names())
		}
	}
	for _, name := range e.Spec.Drop {
		known[name] = true
	}
	for _, c := range e.Columns {
		known[c.Name] = true
		if err := isOf(t, c.Name, find(c.Name), c.Kind); err != nil {
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
func (e *Encoding) hasTarget(t *table.Table, rows []int) bool {
	if e.Target == nil || t.Column(e.Target.Name) == nil {
		return false
	}
	c := t.Column(e.Target.Name)
	return slices.ContainsFunc(rows, func(i int) bool { return !c.Missing(i) })
}

// isOf checks that the column of a name is there and of a kind.
func isOf(t *table.Table, name string, c *table.Column, kind cell.Kind) error {
	if c == nil {
		return table.NoColumn(t.Name, name, t.Names())
	}
	if c.Kind != kind {
		return fmt.Errorf("table: %s: column %.60q is of kind %s, in training it was %s; Encoding.ReadOptions states the kinds", t.Name, name, c.Kind, kind)
	}
	return nil
}

// values are the targets of rows.
func (e *TargetEncoding) values(as encoder, t *table.Table, rows []int) ([]float64, error) {
	c := t.Column(e.Name)
	y, err := spool.Make[float64](as.space, len(rows))
	if err != nil {
		return nil, fmt.Errorf("table: %s: %w", t.Name, err)
	}
	class := map[string]float64{}
	for k, name := range e.Classes {
		class[name] = float64(k)
	}
	for k, i := range rows {
		if len(e.Classes) == 0 {
			y[k] = c.Values[i]
			continue
		}
		v, known := class[c.Text(i)]
		if !known {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: no training row has the class %.60q, expected one of %s", t.Name, t.Place(i), e.Name, c.Text(i), table.ListNames(e.Classes))
		}
		y[k] = v
	}
	return y, nil
}

// weights are those of rows, or nil.
func (e *Encoding) weights(t *table.Table, rows []int) ([]float64, error) {
	if e.Spec.Weight == "" {
		return nil, nil
	}
	c := t.Column(e.Spec.Weight)
	switch {
	case c == nil:
		return nil, table.NoColumn(t.Name, e.Spec.Weight, t.Names())
	case c.Kind != cell.Number:
		return nil, fmt.Errorf("table: %s: the weight %.60q is of kind %s, expected numbers", t.Name, c.Name, c.Kind)
	}
	w := make([]float64, len(rows))
	for k, i := range rows {
		if w[k] = c.Values[i]; !(w[k] >= 0) {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: the weight %g, expected at least 0", t.Name, t.Place(i), e.Spec.Weight, w[k])
		}
	}
	return w, nil
}
