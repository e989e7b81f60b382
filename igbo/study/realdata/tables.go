package realdata

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// ridgeName is the reference.
var ridgeName = contest.Ridge().Name()

// Tables implements study.Result: all sets at the centre, rivals, sizes, networks, shortcut, goals, and
// each group by itself.
func (r *Result) Tables() []study.Table {
	var tables []study.Table
	for _, n := range r.Config.Sizes {
		if r.Config.centre(n) {
			tables = append(tables, r.overview(n), r.rivals(n))
		}
	}
	tables = append(tables, r.goalTable(), r.sizes())
	if t, ok := r.kindTable(Networks, netName); ok {
		tables = append(tables, t)
	}
	if t, ok := r.shortcutTable(); ok {
		tables = append(tables, t)
	}
	for i := range r.Groups {
		tables = append(tables, r.groupTable(&r.Groups[i]))
	}
	return tables
}

// interval writes a ratio.
func (q Ratio) interval() string { return fmt.Sprintf("%.2f [%.2f, %.2f]", q.Ratio, q.Low, q.High) }

func (q Ratio) full() []string {
	return []string{study.Full(&q.Ratio), study.Full(&q.Low), study.Full(&q.High)}
}

// grid is a table of ratios: rows are methods, columns sets, and the pooled ones last.
type grid struct {
	*study.Table
}

func newGrid(t *study.Table, first string, columns []string) grid {
	t.Header, t.Data = append([]string{first}, columns...), [][]string{{first}}
	for _, c := range columns {
		t.Data[0] = append(t.Data[0], c, c+" low", c+" high")
	}
	return grid{t}
}

// row adds a row unless every cell is empty.
func (g grid) row(name string, columns int, at func(i int) (Ratio, bool)) {
	row, full, any := []string{name}, []string{name}, false
	for i := range columns {
		q, ok := at(i)
		if !ok {
			row, full = append(row, "–"), append(full, "", "", "")
			continue
		}
		any = true
		row, full = append(row, q.interval()), append(full, q.full()...)
	}
	if any {
		g.Rows, g.Data = append(g.Rows, row), append(g.Data, full)
	}
}

// goalSets are the sets that are pooled, of those that were asked for.
func (r *Result) goalSets() (sets []string) {
	for _, name := range pooled {
		if slices.Contains(r.Config.Sets, name) {
			sets = append(sets, name)
		}
	}
	return sets
}

// names are the methods of a kind, in the order in which they come.
func (r *Result) names(samples int, kind Kind) (names []string) {
	for _, g := range r.Groups {
		if g.Kind != kind || samples != 0 && g.Samples != samples {
			continue
		}
		for _, e := range g.Entries {
			if !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// drawsNote says what intervals are.
func (r *Result) drawsNote(draws int) string {
	return fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws. Pooled: the geometric mean over %s.",
		100*r.Config.Level, draws, listed(r.goalSets()))
}

func listed(names []string) string {
	text := ""
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			text += " and "
		case i > 0:
			text += "; "
		}
		text += name
	}
	if text == "" {
		return "no set"
	}
	return text
}

func (r *Result) overview(n int) study.Table {
	t := study.Table{
		Name: fmt.Sprintf("real-data-%d", n), Title: fmt.Sprintf("Error over that of ridge regression by cross-validation, n = %d, linear models", n),
		Notes: []string{
			r.drawsNote(r.Config.Draws),
			"Orders have no numbers of their own: order and order with signs have intervals of the order polytope. Placebo: features relabelled at random, the signs as they are. Gate: against ridge, by cross-validation.",
			"Methods that need signs have no row where none are known, or where there are more than two classes.",
		},
	}
	sets, goal := r.Config.Sets, r.goalSets()
	g := newGrid(&t, "method", append(slices.Clone(sets), "pooled"))
	for _, name := range r.names(n, Linear) {
		g.row(name, len(sets)+1, func(i int) (Ratio, bool) {
			if i < len(sets) {
				return r.Over(sets[i], n, Linear, name, ridgeName)
			}
			return r.Pooled(goal, n, Linear, name, ridgeName)
		})
	}
	return t
}

// rivals sets order with signs beside each method that the set has.
func (r *Result) rivals(n int) study.Table {
	t := study.Table{
		Name: fmt.Sprintf("real-data-rivals-%d", n), Title: fmt.Sprintf("Error of order with signs over that of each rival, n = %d, linear models", n),
		Notes: []string{r.drawsNote(r.Config.Draws), "Below 1 with its whole interval: order with signs is better."},
	}
	sets, goal := r.Config.Sets, r.goalSets()
	g := newGrid(&t, "rival", append(slices.Clone(sets), "pooled"))
	for _, name := range r.names(n, Linear) {
		if name == signsName {
			continue
		}
		g.row(name, len(sets)+1, func(i int) (Ratio, bool) {
			if i < len(sets) {
				return r.Over(sets[i], n, Linear, signsName, name)
			}
			return r.Pooled(goal, n, Linear, signsName, name)
		})
	}
	return t
}

func (r *Result) sizes() study.Table {
	t := study.Table{
		Name: "real-data-sizes", Title: "Error over that of ridge regression by cross-validation, pooled, by the number of samples",
		Notes: []string{r.drawsNote(r.Config.Draws)},
	}
	sizes, goal := r.Config.Sizes, r.goalSets()
	var columns []string
	for _, n := range sizes {
		columns = append(columns, fmt.Sprintf("n = %d", n))
	}
	g := newGrid(&t, "method", columns)
	for _, name := range r.names(0, Linear) {
		g.row(name, len(sizes), func(i int) (Ratio, bool) { return r.Pooled(goal, sizes[i], Linear, name, ridgeName) })
	}
	return t
}

// kindTable is that of networks; false where there are none.
func (r *Result) kindTable(kind Kind, reference string) (study.Table, bool) {
	var groups []*Group
	t := study.Table{
		Name: "real-data-" + string(kind), Title: fmt.Sprintf("Error over that of %s", reference),
		Notes: []string{fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws.", 100*r.Config.Level, r.Config.NetworkDraws)},
	}
	var columns []string
	for i := range r.Groups {
		if g := &r.Groups[i]; g.Kind == kind {
			groups, columns = append(groups, g), append(columns, fmt.Sprintf("%s, n = %d", g.Set, g.Samples))
		}
	}
	g := newGrid(&t, "method", columns)
	for _, name := range r.names(0, kind) {
		g.row(name, len(groups), func(i int) (Ratio, bool) { return r.over(groups[i].Entries, name, reference) })
	}
	return t, len(groups) > 0
}

func (r *Result) shortcutTable() (study.Table, bool) {
	var groups []*Group
	c := r.Config.Shortcut
	t := study.Table{
		Name: "real-data-shortcut", Title: fmt.Sprintf("A suspect column that tells the target in training alone: error over that of deleting it, n = %d", c.Samples),
		Notes: []string{
			fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws. The cap leaves the column %g of the score.", 100*r.Config.Level, r.Config.Draws, c.Cap),
			"Within: on held-out samples where the column tells the target as in training, which is what validation sees; others: where it is another sample's.",
		},
	}
	var columns []string
	for i := range r.Groups {
		if g := &r.Groups[i]; g.Kind == Shortcuts {
			groups, columns = append(groups, g), append(columns, g.Set, g.Set+", within")
		}
	}
	deletion := contest.Deletion().Name()
	g := newGrid(&t, "method", columns)
	for _, name := range r.names(0, Shortcuts) {
		g.row(name, len(columns), func(i int) (Ratio, bool) {
			if i%2 == 1 {
				return r.over(groups[i/2].Within, name, deletion)
			}
			return r.over(groups[i/2].Entries, name, deletion)
		})
	}
	return t, len(groups) > 0
}

// reference is that of a kind.
func (k Kind) reference() string {
	switch k {
	case Networks:
		return netName
	case Shortcuts:
		return contest.Deletion().Name()
	}
	return ridgeName
}

// groupTable is all that was found of a group.
func (r *Result) groupTable(g *Group) study.Table {
	t := study.Table{
		Name:   fmt.Sprintf("real-data-%s-%s-%d", g.Kind, slug(g.Set), g.Samples),
		Title:  fmt.Sprintf("%s, n = %d, %s: each method beside %s", g.Set, g.Samples, g.Kind, g.Kind.reference()),
		Header: []string{"method", "mean error", "median", "ratio of means", "p", "wins/ties/losses", "fits", "how tuned"},
		Data:   [][]string{{"method", "mean", "median", "ratio", "low", "high", "p", "wins", "ties", "losses", "fits", "tuning"}},
		Notes: []string{
			"Errors are mean squared errors in the target's units, or mean log losses; p: Wilcoxon's signed-rank test, two-sided; a tie is within one per cent.",
			"Fits is the mean number of fits that tuning took, the last one included.",
		},
	}
	rows, err := contest.Compare(g.Kind.reference(), g.Entries, r.compare())
	if err != nil {
		t.Notes = append(t.Notes, err.Error())
	}
	for _, row := range rows {
		q := Ratio{Ratio: row.Ratio, Low: row.Low, High: row.High}
		count := fmt.Sprintf("%d/%d/%d", row.Wins, row.Ties, row.Losses)
		t.Rows = append(t.Rows, []string{row.Name, fmt.Sprintf("%.4g", row.Mean), fmt.Sprintf("%.4g", row.Median), q.interval(), fmt.Sprintf("%.2g", row.P), count, fmt.Sprintf("%.0f", row.Fits), row.Tuning})
		t.Data = append(t.Data, slices.Concat([]string{row.Name, study.Full(&row.Mean), study.Full(&row.Median)}, q.full(),
			[]string{study.Full(&row.P), fmt.Sprint(row.Wins), fmt.Sprint(row.Ties), fmt.Sprint(row.Losses), study.Full(&row.Fits), row.Tuning}))
	}
	return t
}

// slug is a name as a part of a file's.
func slug(name string) string {
	out := []rune{}
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			out = append(out, c)
		case c >= 'A' && c <= 'Z':
			out = append(out, c-'A'+'a')
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return string(out)
}
