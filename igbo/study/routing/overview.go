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
		Header: []string{"path"}, Data: [][]string{{"path"}},
		Notes: []string{"Valid: share of the path within the distance that 95 % of the data keep to. Error: of the attributions against the law's truth, in each law's units. – is what there is not."},
	}
	columns := []struct{ key, name, format string }{{valid, "valid", "%.2f"}, {errorOfTruth, "error", "%.3g"}}
	var routes []string
	for _, l := range r.Laws {
		for _, c := range columns {
			t.Header, t.Data[0] = append(t.Header, l.Law+", "+c.name), append(t.Data[0], l.Law+"_"+c.key)
		}
		for _, route := range l.Routes {
			if l.Law == r.Laws[0].Law || r.Laws[0].Find(route.Route) == nil {
				routes = append(routes, route.Route)
			}
		}
	}
	for _, name := range routes {
		row, full := []string{r.Config.label(name)}, []string{name}
		for i := range r.Laws {
			for _, c := range columns {
				text, number := "–", ""
				if route := r.Laws[i].Find(name); route != nil {
					if e, ok := route.estimate(c.key, r.Config.Level); ok {
						text, number = fmt.Sprintf(c.format, e.Mean), study.Full(&e.Mean)
					}
				}
				row, full = append(row, text), append(full, number)
			}
		}
		t.Rows, t.Data = append(t.Rows, row), append(t.Data, full)
	}
	return t
}
