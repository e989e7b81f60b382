package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Encode returns samples for rows of a table; nil means all rows. It finds columns by name, in any order. If the table has no target, or
// the target is missing in all rows, the samples have no Y.
//
// Errors name the row and the column. They report:
//
//   - a column that is missing or of another kind
//   - extra columns, unseen categories and missing values, if the Spec or [Encoding.WithUnknown] refuses them
//   - classes that no training row has
//   - series with repeated times, or with more than Steps records if Spec.Longer refuses them
func (e *Encoding) Encode(t *table.Table, rows []int) (*Encoded, error) {
	return e.encodeWith(encoder{}, t, rows)
}

// EncodeIn is like Encode, but stores large data in a space. Closing the space closes the samples. For a table with T = 1, Keys and
// TableRows are nil.
func (e *Encoding) EncodeIn(space *spool.Space, t *table.Table, rows []int) (*Encoded, error) {
	return e.encodeWith(encoder{space, true}, t, rows)
}

// encoder configures where samples are stored, and whether they have names.
type encoder struct {
	space   *spool.Space
	unnamed bool
}

func (e *Encoding) encodeWith(as encoder, t *table.Table, rows []int) (*Encoded, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	var space *spool.Space
	if as.unnamed {
		space = as.space.Like()
		defer space.Close()
	}
	rows, err := t.ChooseIn(space, rows)
	if err != nil {
		return nil, err
	}
	if err := e.check(t); err != nil {
		return nil, err
	}
	return e.encode(as, t, rows, e.hasTarget(t, rows))
}

// WithoutTarget returns the encoding for inputs only. It ignores the target's column.
func (e *Encoding) WithoutTarget() *Encoding {
	if e == nil {
		return nil
	}
	inputs := *e
	inputs.Target = nil
	return &inputs
}

func (e *Encoding) encode(as encoder, t *table.Table, rows []int, withTarget bool) (*Encoded, error) {
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
	s := &Encoded{Data: samples.In(as.space, samples.Data{Features: e.Features(), Steps: 1}), Classes: e.Classes(), Dropped: len(rows) - len(kept), Left: t.Left, Unknown: unknown}
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
	if s.Weights, err = e.weights(as, t, kept); err != nil {
		return nil, err
	}
	if e.Spec.ID != "" {
		return e.series(s, t, kept)
	}
	if as.unnamed {
		return s, nil
	}
	s.Keys, s.TableRows = make([]string, len(kept)), make([][]int, len(kept))
	for k, i := range kept {
		s.Keys[k], s.TableRows[k] = key(i), kept[k:k+1:k+1]
	}
	return s, nil
}

// keys returns a function that names rows: by their key, their series, or their number from 1.
func (e *Encoding) keys(t *table.Table) func(i int) string {
	for _, name := range []string{e.Spec.Key, e.Spec.ID} {
		if c := t.Column(name); name != "" && c != nil {
			return c.Text
		}
	}
	return func(i int) string { return strconv.Itoa(t.First + i + 1) }
}

// rules returns the rules for missing values, by column.
func (e *Encoding) rules(target bool) []rule {
	var rules []rule
	for _, c := range e.Columns {
		rules = append(rules, rule{c.Name, c.Missing, "the training refused missing values: leave such rows out, fill the values in, or train with --missing"})
	}
	return append(rules, e.Spec.others(target)...)
}

// check checks that all columns are there.
func (e *Encoding) check(t *table.Table) error {
	known, find := map[string]bool{}, t.ByName()
	know := func(names ...string) {
		for _, name := range append(table.Composed(names...), names...) {
			known[name] = true
		}
	}
	know(e.Spec.Target)
	know(e.Spec.Drop...)
	for _, name := range []string{e.Spec.Weight, e.Spec.Key, e.Spec.ID, e.Spec.Time} {
		know(name)
		if name != "" && t.Column(name) == nil {
			return table.NoColumn(t.Name, name, t.Names())
		}
	}
	for _, c := range e.Columns {
		know(c.Name)
		if err := isOf(t, c.Name, find(c.Name), c.Kind); err != nil {
			return err
		}
	}
	for _, name := range t.Names() {
		if !known[name] && e.Spec.Extra == RefuseExtra {
			return fmt.Errorf("table: %s: column %.60q was not in the training table (remove it, or ignore extra columns)", t.Name, name)
		}
	}
	return nil
}

// hasTarget reports whether any row has a target.
func (e *Encoding) hasTarget(t *table.Table, rows []int) bool {
	if e.Target == nil || t.Column(e.Target.Name) == nil {
		return false
	}
	c := t.Column(e.Target.Name)
	return slices.ContainsFunc(rows, func(i int) bool { return !c.Missing(i) })
}

// isOf checks that the column exists and has the kind.
func isOf(t *table.Table, name string, c *table.Column, kind cell.Kind) error {
	if c == nil {
		return table.NoColumn(t.Name, name, t.Names())
	}
	if c.Kind != kind {
		return fmt.Errorf("table: %s: column %.60q is of kind %s, but it was %s in training (read the table with the options of Encoding.ReadOptions)", t.Name, name, c.Kind, kind)
	}
	return nil
}

// values returns the targets of rows.
func (e *TargetEncoding) values(as encoder, t *table.Table, rows []int) ([]float64, error) {
	c := t.Column(e.Name)
	y, err := spool.Make[float64](as.space, len(rows))
	if err != nil {
		return nil, fmt.Errorf("table: %s: %w", t.Name, err)
	}
	class := map[string]float64{}
	for k, name := range table.Composed(e.Classes...) {
		class[name] = float64(k)
	}
	for k, i := range rows {
		if len(e.Classes) == 0 {
			y[k] = c.Values[i]
			continue
		}
		v, known := class[c.Text(i)]
		if !known {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: no training row has the class %.60q, want one of %s", t.Name, t.Place(i), e.Name, c.Text(i), table.ListNames(e.Classes))
		}
		y[k] = v
	}
	return y, nil
}

// weights returns the weights of rows, or nil.
func (e *Encoding) weights(as encoder, t *table.Table, rows []int) ([]float64, error) {
	if e.Spec.Weight == "" {
		return nil, nil
	}
	c := t.Column(e.Spec.Weight)
	switch {
	case c == nil:
		return nil, table.NoColumn(t.Name, e.Spec.Weight, t.Names())
	case c.Kind != cell.Number:
		return nil, fmt.Errorf("table: %s: weight column %.60q is of kind %s, want numbers", t.Name, c.Name, c.Kind)
	}
	w, err := spool.Make[float64](as.space, len(rows))
	if err != nil {
		return nil, fmt.Errorf("table: %s: %w", t.Name, err)
	}
	for k, i := range rows {
		if w[k] = c.Values[i]; !(w[k] >= 0) {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: the weight is %g, want at least 0", t.Name, t.Place(i), e.Spec.Weight, w[k])
		}
	}
	return w, nil
}
