package trial

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of a trial with settings S. It implements [study.Result].
type Result[S any] struct {
	Config S `json:"config"`
	// Name, Title and References are those of the trial.
	Name       string     `json:"name"`
	Title      string     `json:"title"`
	References []string   `json:"references"`
	Cases      []Compared `json:"cases"`
	// Outcomes are the predictions with their measured ratios.
	Outcomes []Outcome `json:"predictions"`
}

// Cells adds the runs of a trial to the plan and returns the fold that compares them. It is the method Cells of a study with
// settings S.
func Cells[S, C, P any](p *workflow.Plan, settings S, t Trial[C, P]) (fold func(parts *workflow.Parts) (*Result[S], error), err error) {
	return Fold(p, t, func(found []Found) (*Result[S], error) {
		r := &Result[S]{Config: settings, Name: t.Name, Title: t.Title, References: t.References}
		for _, f := range found {
			c := Compared{Entries: f.Entries(t.Digits)}
			judged, err := c.Conclude(f.Name, t.References, t.Predictions, DefaultCompareOptions())
			if err != nil {
				return nil, err
			}
			r.Cases, r.Outcomes = append(r.Cases, c), append(r.Outcomes, judged...)
		}
		return r, nil
	})
}

// Find returns the results of a case, or nil if there is no such case.
func (r *Result[S]) Find(name string) *Compared {
	return study.First(r.Cases, func(c *Compared) bool { return c.Section.Name == name })
}

// Tables implements [study.Result]: every method compared with the references, and the predictions.
func (r *Result[S]) Tables() []tabulate.Table {
	tables := []tabulate.Table{Table(r.Name, r.Title, r.References, study.Each(r.Cases, func(c Compared) Section { return c.Section }))}
	if len(r.Outcomes) > 0 {
		t := PredictionTable(r.Name+"-predictions", r.Outcomes)
		t.Notes = []string{"A prediction is met if the ratio is within its bound. The outcome also states whether this holds for the whole interval."}
		tables = append(tables, t)
	}
	return tables
}

// Figures implements [study.Result]: bars of the ratios to the last reference for each case.
func (r *Result[S]) Figures() ([]plots.Figure, error) {
	last := len(r.References) - 1
	methods := study.Each(r.Cases[0].Entries, func(e Entry) string { return e.Name })
	bars := study.Bars(methods, len(r.Cases), func(method, at int) (study.Interval, bool) {
		q, ok := r.Cases[at].Section.Over(last, methods[method])
		return q, ok && q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	cases := study.Each(r.Cases, func(c Compared) string { return c.Section.Name })
	f, err := plots.Bars(cases, bars, plots.Name(r.Name), plots.Title(r.Title), plots.YLabel(fmt.Sprintf("mean error ÷ %s", r.References[last])), plots.RuleY(r.References[last], 1))
	return []plots.Figure{f}, err
}
