package validity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// measure is the description of a measure, and the better direction: 1 for larger, −1 for smaller values.
type measure struct {
	key, name, format string
	better            int
}

var measures = []measure{
	{valid, "valid path", "%.3f", 1}, {anchorsValid, "valid anchors", "%.3f", 1}, {length, "length", "%.3f", -1},
	{gapCoarse, "coarse gap", "%.1e", -1}, {gapFine, "fine gap", "%.1e", -1}, {errorOfTruth, "error", "%.3f", -1},
	{aup, "AUP", "%.3f", 1}, {aur, "AUR", "%.3f", 1}, {auprc, "AUPRC", "%.3f", 1}, {spread, "spread", "%.3f", -1},
	{insertion, "insertion − deletion", "%.3f", 1}, {comprehensiveness, "comprehensiveness", "%.3f", 1},
	{sufficiency, "sufficiency", "%.3f", -1}, {sensitivity, "sensitivity", "%.3f", -1},
}

// label returns the displayed name of a path.
func (c Config) label(route string) string {
	switch route {
	case baselinesName:
		return fmt.Sprintf("straight, %d baselines", c.Baselines)
	case geodesicName:
		return "kNN geodesic"
	case relaxedName:
		return "relaxed anchors"
	}
	return route
}

// Tables implements study.Result: an overview, the goals, a table for each distribution, and the dropped methods.
func (r *Result) Tables() []tabulate.Table {
	tables := append([]tabulate.Table{r.Overview(), r.goalTable()}, study.Each(r.Distributions, r.distributionTable)...)
	if r.Dropped != nil {
		tables = append(tables, r.droppedTable())
	}
	return tables
}

// droppedTable lists the dropped methods by distribution.
func (r *Result) droppedTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-dropped", Title: fmt.Sprintf("Methods that were removed from the library (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes: []string{fmt.Sprintf("The last commit that reproduces these numbers is %s.", r.Dropped.Commit)},
	}
	t.Columns("distribution", "law")
	t.Columns("path", "path")
	shown := slices.DeleteFunc(slices.Clone(measures), func(m measure) bool {
		return !slices.Contains([]string{valid, length, errorOfTruth, spread}, m.key)
	})
	for _, m := range shown {
		t.Columns(m.name, tabulate.Ends(m.key)...)
	}
	for _, l := range r.Dropped.Distributions {
		for i := range l.Routes {
			line := []tabulate.Field{tabulate.Words(l.Distribution), tabulate.Shown(r.Config.label(l.Routes[i].Route)), tabulate.InFull(l.Routes[i].Route)}
			for _, m := range shown {
				field := tabulate.Missing(3)
				if e, ok := l.Routes[i].estimate(m.key, r.Config.Level); ok {
					field = e.Field(m.format)
				}
				line = append(line, field)
			}
			t.Add(line...)
		}
	}
	return t
}

func (r *Result) distributionTable(l Distribution) tabulate.Table {
	level, seeds := r.Config.Level, len(l.Data)
	t := tabulate.Table{
		Name: "oracle-" + l.Distribution, Title: fmt.Sprintf("Paths on the distribution %s (%s)", l.Distribution, study.Intervals(level, seeds)),
		Notes: append(r.notes(&l), study.IntervalNotes(seeds)...),
	}
	if datasets.FindDistribution(l.Distribution) == nil {
		t.Title = fmt.Sprintf("Paths on the %s (%s)", l.Distribution, study.Intervals(level, seeds))
	}
	t.Columns("path", "path")
	shown := l.measures()
	for _, m := range shown {
		t.Columns(m.name, tabulate.Ends(m.key, m.key+"_more")...)
	}
	straight := l.Find(straightName)
	for i := range l.Routes {
		route := &l.Routes[i]
		line := []tabulate.Field{tabulate.Shown(r.Config.label(route.Route)), tabulate.InFull(route.Route)}
		for _, m := range shown {
			e, ok := route.estimate(m.key, level)
			if !ok {
				line = append(line, tabulate.Missing(6))
				continue
			}
			text, more := fmt.Sprintf(m.format, e.Mean), []string{"", "", ""}
			if d, paired := route.minus(straight, m.key, level); paired && route != straight {
				more = d.Full()
				if len(d.Values) > 1 {
					sign := strings.Replace(m.format, "%", "%+", 1)
					text += fmt.Sprintf(" ["+sign+", "+sign+"]", d.Low, d.High)
				}
			}
			line = append(line, tabulate.Field{Shown: []string{text}, Full: append(e.Full(), more...)})
		}
		t.Add(line...)
	}
	return t
}

// measures returns the measures that apply to paths of the distribution.
func (l *Distribution) measures() (shown []measure) {
	for _, m := range measures {
		if slices.ContainsFunc(l.Routes, func(r Route) bool { return len(r.Scores[m.key]) > 0 }) {
			shown = append(shown, m)
		}
	}
	return shown
}

// notes describes the numbers and the measures by which the oracle is better or worse.
func (r *Result) notes(l *Distribution) []string {
	level := r.Config.Level
	notes := []string{
		"In brackets: the interval of the difference from the straight path, paired by seed.",
		fmt.Sprintf("The valid share of fresh inputs themselves is %s.", study.NewEstimate(l.Data, level).Interval("%.3f")),
		fmt.Sprintf("Gaps are computed with the midpoint rule at M = %d (coarse gap) and M = %d (fine gap), in units of the target. The other measures use the larger M.", r.Config.Coarse, r.Config.Fine),
	}
	if l.Find(baselinesName) != nil {
		notes = append(notes, "Attributions by several baselines are perturbed towards the first baseline, like all other attributions.")
	}
	if datasets.FindDistribution(l.Distribution) == nil {
		notes = append(notes, "The true distribution is unknown here. Instead, an assessor that was trained on other days with another seed decides what is valid; this is a weaker test.")
	}
	oracle := l.Find(oracleName)
	if oracle == nil || len(l.Data) < 2 {
		return notes
	}
	for _, route := range []string{straightName, baselinesName, geodesicName, relaxedName} {
		if other := l.Find(route); other != nil {
			notes = append(notes, fmt.Sprintf("Compared with the path %q, the oracle %s.", r.Config.label(route), r.comparison(oracle, other)))
		}
	}
	return notes
}

// comparison lists the measures for which the interval of the difference excludes 0.
func (r *Result) comparison(oracle, other *Route) string {
	var wins, loses []string
	for _, m := range measures {
		d, ok := oracle.minus(other, m.key, r.Config.Level)
		if !ok {
			continue
		}
		if m.better < 0 {
			d.Low, d.High = -d.High, -d.Low
		}
		switch {
		case d.Low > 0:
			wins = append(wins, m.name)
		case d.High < 0:
			loses = append(loses, m.name)
		}
	}
	return "is better in: " + listed(wins) + "; worse in: " + listed(loses)
}

func listed(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// Overview returns the first table: for each path and distribution the share of the path that is valid, and the error of the
// attributions, as means over the seeds.
func (r *Result) Overview() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-overview", Title: fmt.Sprintf("Overview of the paths, means over %s", tabulate.Plural(r.Config.Seeds, "seed")),
		Notes: []string{"Valid: the share of the path that is as close to the distribution as 95 % of the data. Error: the error of the attributions compared with the true attributions, in the units of the distribution. –: not available."},
	}
	t.Columns("path", "path")
	columns := []measure{{key: valid, name: "valid", format: "%.2f"}, {key: errorOfTruth, name: "error", format: "%.3g"}}
	var routes []string
	for _, l := range r.Distributions {
		for _, c := range columns {
			t.Columns(l.Distribution+", "+c.name, l.Distribution+"_"+c.key)
		}
		for _, route := range l.Routes {
			if l.Distribution == r.Distributions[0].Distribution || r.Distributions[0].Find(route.Route) == nil {
				routes = append(routes, route.Route)
			}
		}
	}
	for _, name := range routes {
		line := []tabulate.Field{tabulate.Shown(r.Config.label(name)), tabulate.InFull(name)}
		for i := range r.Distributions {
			for _, c := range columns {
				field := tabulate.Missing(1)
				if e, ok := r.Distributions[i].Find(name).estimate(c.key, r.Config.Level); ok {
					field = tabulate.Number(c.format, e.Mean)
				}
				line = append(line, field)
			}
		}
		t.Add(line...)
	}
	return t
}
