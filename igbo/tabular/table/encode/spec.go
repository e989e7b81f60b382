package encode

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Validate checks that every choice is allowed and that no column has two uses.
func (s Spec) Validate() error {
	for _, c := range []struct {
		what, got string
		of        []string
	}{
		{"missing values", string(s.Missing), choices(Refuse, Mean, Median, MeanIndicator, MedianIndicator, Own, DropRow)},
		{"a missing target", string(s.MissingTarget), choices(Refuse, DropRow)},
		{"unseen categories", string(s.Unseen), choices(RefuseUnseen, Other)},
		{"extra columns", string(s.Extra), choices(IgnoreExtra, RefuseExtra)},
		{"longer series", string(s.Longer), choices(RefuseLonger, KeepLast)},
	} {
		if !slices.Contains(c.of, c.got) {
			return fmt.Errorf("table: the rule for %s is %q, want one of %q", c.what, c.got, c.of)
		}
	}
	switch {
	case (s.ID == "") != (s.Time == ""):
		return fmt.Errorf("table: series require both an id and a time column, but id is %q and time is %q; name both or neither", s.ID, s.Time)
	case s.Steps > 0 && s.ID == "":
		return fmt.Errorf("table: Steps is %d, which requires an id and a time column; name both, or set Steps to 0", s.Steps)
	}
	if err := limit.Check([]limit.Int{
		{Name: "Steps", Value: s.Steps, Max: math.MaxInt}, {Name: "Rare", Value: s.Rare, Max: math.MaxInt}, {Name: "MaxCategories", Value: s.MaxCategories, Min: 1, Max: math.MaxInt},
	}); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return s.validateColumns()
}

func (s Spec) validateColumns() error {
	use := map[string]string{}
	for _, u := range s.uses() {
		if before, twice := use[u.name]; twice && u.name != "" {
			return fmt.Errorf("table: column %.60q is %s and %s; it must be only one of them", u.name, before, u.use)
		}
		use[u.name] = u.use
	}
	for _, name := range slices.Sorted(maps.Keys(s.MissingIn)) {
		rules := choices(Refuse, Mean, Median, MeanIndicator, MedianIndicator, Own, DropRow)
		if rule := s.MissingIn[name]; !slices.Contains(rules, string(rule)) {
			return fmt.Errorf("table: the rule for missing values of %.60q is %q, want one of %q", name, rule, rules)
		}
	}
	if err := validateParts(s.Dates); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(s.DatesIn)) {
		if err := validateParts(s.DatesIn[name]); err != nil {
			return fmt.Errorf("%w, in column %.60q", err, name)
		}
	}
	return nil
}

// ReadOptions adds to options how a file is read for the spec. It skips columns that are dropped, and columns that are not among stated
// features, unless they are in more, which a split may need. Columns that name rows, series or groups are read as text.
func (s Spec) ReadOptions(o table.ReadOptions, more ...string) table.ReadOptions {
	s, more = s.Composed(), table.Composed(more...)
	more = slices.DeleteFunc(slices.Clone(more), func(name string) bool { return name == "" })
	if o.Columns = nil; len(s.Features) > 0 {
		for _, u := range s.uses() {
			if u.use != dropped {
				o.Columns = append(o.Columns, u.name)
			}
		}
		o.Columns = append(o.Columns, slices.DeleteFunc(more, func(name string) bool { return slices.Contains(o.Columns, name) })...)
	} else {
		o.LeaveOut = slices.DeleteFunc(slices.Clone(s.Drop), func(name string) bool { return slices.Contains(more, name) })
	}
	o.Texts, o.Needed, o.Later = s.texts(), []string{s.Target, s.Weight, s.Time}, true
	return o
}

// texts returns the columns that name rows, series or groups.
func (s Spec) texts() []string {
	return slices.DeleteFunc([]string{s.Key, s.ID, s.Group}, func(name string) bool { return name == "" || name == s.Target })
}

// Composed returns the spec with names in the composed form that columns of a file have.
func (s Spec) Composed() Spec {
	for _, name := range []*string{&s.Target, &s.Weight, &s.Key, &s.Group, &s.ID, &s.Time} {
		*name = norm.NFC.String(*name)
	}
	for _, names := range []*[]string{&s.Features, &s.Drop} {
		if *names != nil {
			*names = table.Composed(*names...)
		}
	}
	s.MissingIn, s.DatesIn = composedKeys(s.MissingIn), composedKeys(s.DatesIn)
	return s
}

func composedKeys[V any](m map[string]V) map[string]V {
	if m == nil {
		return nil
	}
	composed := make(map[string]V, len(m))
	for name, v := range m {
		composed[norm.NFC.String(name)] = v
	}
	return composed
}

// dropped is the use of a column that is left out.
const dropped = "dropped"

type use struct{ name, use string }

// uses returns the columns that have a use.
func (s Spec) uses() []use {
	out := []use{{s.Target, "the target"}, {s.Weight, "the weight"}, {s.Key, "the key"}, {s.ID, "the id"}, {s.Time, "the time"}}
	if s.Group != s.Key && s.Group != s.ID && s.Group != s.Time && !slices.Contains(s.Drop, s.Group) {
		out = append(out, use{s.Group, "the group"})
	}
	for _, name := range s.Drop {
		out = append(out, use{name, dropped})
	}
	for _, name := range s.Features {
		out = append(out, use{name, "a feature"})
	}
	return slices.DeleteFunc(out, func(u use) bool { return u.name == "" })
}

// choices returns words as text.
func choices[S ~string](all ...S) []string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = string(c)
	}
	return out
}

// features returns the input columns of a table, in its order or in that of Features.
func (s Spec) features(t *table.Table) ([]string, error) {
	find := t.ByName()
	for _, u := range s.uses() {
		if find(u.name) == nil && !slices.ContainsFunc(t.Left, func(l table.Left) bool { return l.Name == u.name }) {
			return nil, table.NoColumn(t.Name, u.name, t.Header())
		}
	}
	for _, named := range [][]string{slices.Sorted(maps.Keys(s.MissingIn)), slices.Sorted(maps.Keys(s.DatesIn))} {
		for _, name := range named {
			if t.Column(name) == nil {
				return nil, table.NoColumn(t.Name, name, t.Header())
			}
		}
	}
	features := slices.Clone(s.Features)
	if len(features) == 0 {
		used := map[string]bool{}
		for _, u := range s.uses() {
			used[u.name] = true
		}
		for _, name := range t.Names() {
			if !used[name] {
				features = append(features, name)
			}
		}
	}
	if len(features) == 0 {
		return nil, fmt.Errorf("table: %s: no column remains for an input; the file has the columns %s, and all are dropped or have another use", t.Name, table.ListNames(t.Names()))
	}
	return features, nil
}

// missing returns the rule for missing values of a column.
func (s Spec) missing(c *table.Column) (Missing, error) {
	rule, own := s.MissingIn[c.Name]
	if !own {
		rule = s.Missing
	}
	isCategory := c.Kind == cell.Category
	switch {
	case isCategory && rule != Refuse && rule != DropRow && rule != Own && own:
		return "", fmt.Errorf("table: column %.60q: the rule %q for missing values is unsupported for categories, want %q", c.Name, rule, Own)
	case isCategory && rule != Refuse && rule != DropRow:
		return Own, nil
	case !isCategory && rule == Own && own:
		return "", fmt.Errorf("table: column %.60q: the rule %q for missing values is only for categories, but the column is of kind %s", c.Name, rule, c.Kind)
	case !isCategory && rule == Own:
		return Refuse, nil
	}
	return rule, nil
}

// parts returns the numbers of a date column.
func (s Spec) parts(c *table.Column) []DatePart {
	if parts, own := s.DatesIn[c.Name]; own {
		return parts
	}
	return s.Dates
}

// SplitOptions returns the default options for a table. They stratify by the target if it is a class, and keep the rows of a group or a
// series together.
func (s Spec) SplitOptions(t *table.Table, seed int64) table.SplitOptions {
	o := table.DefaultSplitOptions(seed)
	if o.Group = s.Group; o.Group == "" {
		o.Group = s.ID
	}
	if t == nil {
		return o
	}
	if c := t.Column(s.Target); c != nil && s.Target != "" && (s.Classes || c.Kind != cell.Number) {
		o.Stratify = s.Target
	}
	return o
}
