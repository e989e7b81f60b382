package encode

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// learner collects the data for an Encoding, chunk by chunk.
type learner struct {
	spec     Spec
	file     string
	reading  *cell.Reading
	features []*learned
	target   *learned
	lengths  map[string]int // records by series
	rows     int
}

// learned holds the statistics of a column.
type learned struct {
	name   string
	kind   cell.Kind
	rule   Missing
	parts  []DatePart
	seen   int // the number of present values
	missed int
	sum    float64
	low    float64
	high   float64
	values []float64 // for the median
	counts map[string]int
}

func newLearner(t *table.Table, s Spec) (*learner, error) {
	s = s.Composed()
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if _, err := t.Choose([]int{0}); err != nil {
		return nil, err
	}
	features, err := s.features(t)
	if err != nil {
		return nil, err
	}
	if s.Time != "" {
		if err := t.InTime(s.Time); err != nil {
			return nil, err
		}
	}
	l := &learner{spec: s, file: t.Name, reading: t.Reading(), lengths: map[string]int{}}
	find := t.ByName()
	for _, name := range features {
		c := find(name)
		rule, err := s.missing(c)
		if err != nil {
			return nil, err
		}
		l.features = append(l.features, newLearned(c, rule, s.parts(c)))
	}
	if s.Target != "" {
		c := t.Column(s.Target)
		if c.Kind == cell.Date {
			return nil, fmt.Errorf("table: target column %.60q has dates, want numbers, booleans or categories", c.Name)
		}
		l.target = newLearned(c, s.MissingTarget, nil)
	}
	return l, nil
}

func newLearned(c *table.Column, rule Missing, parts []DatePart) *learned {
	return &learned{name: c.Name, kind: c.Kind, rule: rule, parts: parts, low: math.Inf(1), high: math.Inf(-1), counts: map[string]int{}}
}

// add learns from rows of a table, in order.
func (l *learner) add(t *table.Table, rows []int) error {
	rules := l.rules()
	rows, _, err := keep(t, rows, rules)
	if err != nil {
		return err
	}
	l.rows += len(rows)
	find := t.ByName()
	for _, f := range l.features {
		f.add(find(f.name), rows)
		if err := f.within(t, find(f.name), rows); err != nil {
			return err
		}
		if err := l.crowded(f); err != nil {
			return fmt.Errorf("table: %s: column %.60q %w", l.file, f.name, err)
		}
	}
	if l.target != nil {
		c := t.Column(l.target.name)
		l.target.addClasses(c, rows, l.spec.Classes)
		if err := l.target.within(t, c, rows); err != nil {
			return err
		}
	}
	if l.spec.ID != "" {
		id := t.Column(l.spec.ID)
		for _, i := range rows {
			l.lengths[id.Text(i)]++
		}
	}
	return nil
}

// rules returns the rules for missing values, by column.
func (l *learner) rules() []rule {
	var rules []rule
	for _, f := range l.features {
		rules = append(rules, rule{f.name, f.rule, "say what becomes of missing values (--missing mean, median, own or drop)"})
	}
	return append(rules, l.spec.others(l.target != nil)...)
}

// rule is the rule for missing values of a column, and the advice in the error if they are refused.
type rule struct {
	name    string
	missing Missing
	fix     string
}

// others returns the rules of the columns that are not inputs.
func (s Spec) others(target bool) []rule {
	var rules []rule
	if target {
		rules = append(rules, rule{s.Target, s.MissingTarget, "leave rows without a target out (--set missing_target=drop)"})
	}
	for _, name := range []string{s.Weight, s.Key, s.ID, s.Time} {
		if name != "" {
			rules = append(rules, rule{name, Refuse, "leave such rows out of the file, or fill the values in"})
		}
	}
	return rules
}

// keep drops rows with missing values, or returns an error, as the rules state. For each lost row it lists the columns without a value.
func keep(t *table.Table, rows []int, rules []rule) (kept []int, lost map[int][]string, err error) {
	find := t.ByName()
	for _, r := range rules {
		if r.missing != DropRow {
			continue
		}
		c := find(r.name)
		for _, i := range rows {
			if c.Missing(i) {
				if lost == nil {
					lost = map[int][]string{}
				}
				lost[i] = append(lost[i], r.name)
			}
		}
	}
	if len(lost) > 0 {
		rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return lost[i] != nil })
	}
	for _, r := range rules {
		if r.missing != Refuse {
			continue
		}
		if at := slices.IndexFunc(rows, find(r.name).Missing); at >= 0 {
			return nil, nil, refuseMissing(t, rows, rows[at], r)
		}
	}
	return rows, lost, nil
}

// refuseMissing returns the error for rows with missing values.
func refuseMissing(t *table.Table, rows []int, first int, r rule) error {
	count := func(t *table.Table, rows []int) int { return countRows(rows, t.Column(r.name).Missing) }
	place, of := t.Place(first), t.Name
	return &rowsError{rows: count(t, rows), count: count, text: func(n int) string {
		return fmt.Sprintf("table: %s: %s, column %.60q: the value is missing%s; %s", of, place, r.name, inRows(n, "lack it"), r.fix)
	}}
}

// add learns from the cells of an input.
func (f *learned) add(c *table.Column, rows []int) {
	if c.Kind == cell.Category {
		f.addClasses(c, rows, true)
		return
	}
	for _, i := range rows {
		v := c.Values[i]
		if v != v {
			f.missed++
			continue
		}
		f.seen++
		f.sum += v
		f.low, f.high = min(f.low, v), max(f.high, v)
		if f.rule == Median || f.rule == MedianIndicator {
			f.values = append(f.values, v)
		}
	}
}

// within returns an error for numbers that are too large to learn from.
func (f *learned) within(t *table.Table, c *table.Column, rows []int) error {
	if c.Kind != cell.Number || f.low >= -cell.Usable && f.high <= cell.Usable || f.low > f.high {
		return nil
	}
	for _, i := range rows {
		if err := usable(t, c, i); err != nil {
			return err
		}
	}
	return nil
}

// usable returns an error for a number whose square is too large to sum.
func usable(t *table.Table, c *table.Column, i int) error {
	if v := c.Values[i]; math.Abs(v) > cell.Usable {
		return fmt.Errorf("table: %s: %s, column %.60q: %g is too large (max ±%g, which keeps sums of squares finite); use a larger unit", t.Name, t.Place(i), c.Name, v, float64(cell.Usable))
	}
	return nil
}

// addClasses counts the values of a category or a target.
func (f *learned) addClasses(c *table.Column, rows []int, classes bool) {
	if c.Kind != cell.Category {
		for _, i := range rows {
			v := c.Values[i]
			f.seen++
			f.low, f.high = min(f.low, v), max(f.high, v)
			if classes && len(f.counts) <= maxClasses {
				f.counts[c.Text(i)]++
			}
		}
		return
	}
	counts := make([]int, len(c.Categories)+1)
	for _, i := range rows {
		if c.Missing(i) {
			counts[len(c.Categories)]++
			continue
		}
		counts[int(c.Values[i])]++
	}
	for k, n := range counts {
		name := cell.Absent
		if k < len(c.Categories) {
			name = c.Categories[k]
			f.seen += n
		}
		if n > 0 {
			f.counts[name] += n
		}
	}
}
