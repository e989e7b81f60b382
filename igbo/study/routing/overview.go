package routing

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
)

// Overview is the table to begin with: for each path and law the share of the path that is
// valid, and the error of the attributions, each as its mean over the seeds.
func (r *Result) Overview() study.Table {
	t := study.Table{
		Name: "oracle-overview", Title: fmt.Sprintf("Paths at a glance, means over %s", study.Plural(r.Config.Seeds, "seed")),
		Notes: []string{"Valid: share of the path within the distance that 95 % of the data keep to. Error: of the attributions against the law's truth, in each law's units. – is what there is not."},
	}
	t.Columns("path", "path")
	columns := []measure{{key: valid, name: "valid", format: "%.2f"}, {key: errorOfTruth, name: "error", format: "%.3g"}}
	var routes []string
	for _, l := range r.Laws {
		for _, c := range columns {
			t.Columns(l.Law+", "+c.name, l.Law+"_"+c.key)
		}
		for _, route := range l.Routes {
			if l.Law == r.Laws[0].Law || r.Laws[0].Find(route.Route) == nil {
				routes = append(routes, route.Route)
			}
		}
	}
	for _, name := range routes {
		line := []study.Field{study.Shown(r.Config.label(name)), study.InFull(name)}
		for i := range r.Laws {
			for _, c := range columns {
				field := study.Missing(1)
				if e, ok := r.Laws[i].Find(name).estimate(c.key, r.Config.Level); ok {
					field = study.Number(c.format, e.Mean)
				}
				line = append(line, field)
			}
		}
		t.Add(line...)
	}
	return t
}
