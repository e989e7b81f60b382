package realdata

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// ridgeName is the reference.
var ridgeName = benchmark.Ridge().Name()

// Tables implements study.Result: all sets at the centre, competing methods, sizes, networks, shortcut, goals, and each group.
func (r *Result) Tables() []tabulate.Table {
	var tables []tabulate.Table
	for _, n := range r.Config.Sizes {
		if r.Config.centre(n) {
			tables = append(tables, r.overview(n), r.competingMethods(n), r.blocks(n))
		}
	}
	tables = append(tables, r.goalTable(), r.sizes())
	if groups := r.of(Networks); len(groups) > 0 {
		tables = append(tables, r.networkTable(groups))
	}
	if groups := r.of(Shortcuts); len(groups) > 0 {
		tables = append(tables, r.shortcutTable(groups))
	}
	return append(tables, study.Each(r.Groups, r.groupTable)...)
}

// of returns the groups of a kind.
func (r *Result) of(kind Kind) []Group {
	return slices.DeleteFunc(slices.Clone(r.Groups), func(g Group) bool { return g.Kind != kind })
}

// grid returns a table of ratios with a row for each name.
func grid(t tabulate.Table, first string, columns, names []string, at func(name string, column int) (trial.Row, bool)) tabulate.Table {
	return trial.Ratios(t, []string{first}, columns, trial.Column(names), func(row, column int) (study.Interval, bool) {
		q, ok := at(names[row], column)
		return q.Over(), ok
	})
}

// bySet returns a grid of a ratio at n samples by set, with the pooled ratio last.
func (r *Result) bySet(t tabulate.Table, n int, first string, names []string, pair func(name string) (method, reference string)) tabulate.Table {
	sets := r.Config.Sets
	return grid(t, first, append(slices.Clone(sets), "pooled"), names, func(name string, i int) (trial.Row, bool) {
		method, reference := pair(name)
		if i < len(sets) {
			return r.Over(sets[i], n, Linear, method, reference)
		}
		return r.Pooled(r.goalSets(), n, Linear, method, reference)
	})
}

// goalSets returns the pooled sets that were selected.
func (r *Result) goalSets() (sets []string) {
	for _, name := range pooled {
		if slices.Contains(r.Config.Sets, name) {
			sets = append(sets, name)
		}
	}
	return sets
}

// names returns the methods of a kind in order of appearance.
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

// drawsNote describes the intervals.
func (r *Result) drawsNote(draws int) string {
	return fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws. Pooled: the geometric mean over %s.",
		100*r.Config.Level, draws, listed(r.goalSets()))
}

// listed returns a list as text.
func listed(names []string) string {
	switch n := len(names); n {
	case 0:
		return "no set"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], "; ") + " and " + names[n-1]
	}
}

func (r *Result) overview(n int) tabulate.Table {
	t := tabulate.Table{
		Name: fmt.Sprintf("real-data-%d", n), Title: fmt.Sprintf("Error ÷ error of cross-validated ridge regression, n = %d, linear models", n),
		Notes: []string{
			r.drawsNote(r.Config.Draws),
			"Orders contain no numbers, so order and order with signs use intervals from the order polytope. Placebo: the feature names are exchanged at random, and the signs stay. Gate: cross-validation chooses between the model and ridge.",
			"Methods that need signs have no value if no signs are known or if there are more than two classes.",
		},
	}
	return r.bySet(t, n, "method", r.names(n, Linear), func(name string) (string, string) { return name, ridgeName })
}

// competingMethods compares order with signs with each method that the set has.
func (r *Result) competingMethods(n int) tabulate.Table {
	t := tabulate.Table{
		Name: fmt.Sprintf("real-data-rivals-%d", n), Title: fmt.Sprintf("Error of order with signs ÷ error of each competing method, n = %d, linear models", n),
		Notes: []string{r.drawsNote(r.Config.Draws), "If the whole interval is below 1, order with signs is better."},
	}
	competingMethods := slices.DeleteFunc(r.names(n, Linear), func(name string) bool { return name == signsName })
	return r.bySet(t, n, "competing method", competingMethods, func(name string) (string, string) { return signsName, name })
}

// blocks compares the pooled ratio of all draws with that of each consecutive quarter of the draws.
func (r *Result) blocks(n int) tabulate.Table {
	t := tabulate.Table{
		Name: fmt.Sprintf("real-data-blocks-%d", n), Title: fmt.Sprintf("Pooled error ÷ error of ridge regression, n = %d, in blocks of draws", n),
		Notes: []string{r.drawsNote(r.Config.Draws), "Intervals are not corrected for multiple comparisons. Blocks draw from the same rows, so they overlap."},
	}
	columns, parts := []string{"all"}, []*Result{r}
	if quarter := r.Config.Draws / trial.BlockCount; quarter > 1 {
		for i := range trial.BlockCount {
			columns = append(columns, fmt.Sprintf("block %d", i+1))
			parts = append(parts, r.between(i*quarter, (i+1)*quarter, n))
		}
	}
	return grid(t, "method", columns, r.names(n, Linear), func(name string, i int) (trial.Row, bool) {
		return parts[i].Pooled(r.goalSets(), n, Linear, name, ridgeName)
	})
}

// between returns the result for some of the draws of linear models at n samples.
func (r *Result) between(from, to, n int) *Result {
	part := &Result{Config: r.Config}
	for _, g := range r.Groups {
		if g.Kind != Linear || g.Samples != n {
			continue
		}
		g.Entries = slices.Clone(g.Entries)
		for i := range g.Entries {
			g.Entries[i].Errors = g.Entries[i].Errors[from:to]
		}
		part.Groups = append(part.Groups, g)
	}
	return part
}

func (r *Result) sizes() tabulate.Table {
	t := tabulate.Table{
		Name: "real-data-sizes", Title: "Pooled error ÷ error of cross-validated ridge regression, by number of samples",
		Notes: study.Each(r.Config.Sizes, func(n int) string { return fmt.Sprintf("n = %d: %s", n, r.drawsNote(r.Config.draws(n))) }),
	}
	columns := study.Each(r.Config.Sizes, func(n int) string { return fmt.Sprintf("n = %d", n) })
	return grid(t, "method", columns, r.names(0, Linear), func(name string, i int) (trial.Row, bool) {
		return r.Pooled(r.goalSets(), r.Config.Sizes[i], Linear, name, ridgeName)
	})
}

// networkTable returns the table of networks.
func (r *Result) networkTable(groups []Group) tabulate.Table {
	t := tabulate.Table{
		Name: "real-data-" + string(Networks), Title: fmt.Sprintf("Error ÷ error of %s", netName),
		Notes: []string{fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws.", 100*r.Config.Level, r.Config.NetworkDraws)},
	}
	columns := study.Each(groups, func(g Group) string { return fmt.Sprintf("%s, n = %d", g.Set, g.Samples) })
	return grid(t, "method", columns, r.names(0, Networks), func(name string, i int) (trial.Row, bool) { return r.over(groups[i].Entries, name, netName) })
}

func (r *Result) shortcutTable(groups []Group) tabulate.Table {
	c := r.Config.Shortcut
	t := tabulate.Table{
		Name: "real-data-shortcut", Title: fmt.Sprintf("A suspect column that reveals the target only in training: error ÷ error after deleting this column, n = %d", c.Samples),
		Notes: []string{
			fmt.Sprintf("In brackets: %g %% intervals of a paired bootstrap over %d draws. The cap limits the column to a share of %g of the score.", 100*r.Config.Level, min(r.Config.Around, r.Config.Draws), c.Cap),
			"Columns that end in within: the error on held-out samples in which the suspect column reveals the target, as in ordinary validation. Other columns: the error on samples in which the suspect column has the value of another sample.",
		},
	}
	var columns []string
	for _, g := range groups {
		columns = append(columns, g.Set, g.Set+", within")
	}
	return grid(t, "method", columns, r.names(0, Shortcuts), func(name string, i int) (trial.Row, bool) {
		entries := [][]trial.Entry{groups[i/2].Entries, groups[i/2].Within}[i%2]
		return r.over(entries, name, Shortcuts.reference())
	})
}

// reference returns the name of the reference of a kind.
func (k Kind) reference() string {
	switch k {
	case Networks:
		return netName
	case Shortcuts:
		return benchmark.Deletion().Name()
	}
	return ridgeName
}

// groupTable returns the full results of a group.
func (r *Result) groupTable(g Group) tabulate.Table {
	t := tabulate.Table{
		Name:   fmt.Sprintf("real-data-%s-%s-%d", g.Kind, tabulate.Slug(g.Set), g.Samples),
		Title:  fmt.Sprintf("%s, n = %d, %s: each method compared with %s", g.Set, g.Samples, g.Kind, g.Kind.reference()),
		Header: []string{"method", "mean error", "median", "ratio of means", "p", "wins/ties/losses", "fits", "how tuned"},
		Data:   [][]string{{"method", "mean", "median", "ratio", "low", "high", "p", "wins", "ties", "losses", "fits", "tuning"}},
		Notes: []string{
			"Errors are mean squared errors in squared units of the target, or mean log losses. p: two-sided Wilcoxon signed-rank test. A tie is a difference within 1 %.",
			"Fits: the mean number of fits during tuning, including the final fit.",
		},
	}
	rows, err := trial.Compare(g.Kind.reference(), g.Entries, r.compare())
	if err != nil {
		t.Notes = append(t.Notes, err.Error())
	}
	for _, row := range rows {
		t.Add(slices.Concat([]tabulate.Field{tabulate.Words(row.Name), tabulate.Number("%.4g", row.Mean), tabulate.Number("%.4g", row.Median), row.Over().Field("%.2f")},
			row.Test("%d/%d/%d"), []tabulate.Field{tabulate.Number("%.0f", row.Fits), tabulate.Words(row.Tuning)})...)
	}
	return t
}
