package blackbox

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	// Teachers has the published scores of the teacher of each set, and Cases the comparisons.
	Teachers []Published `json:"teachers"`
	Cases    []Case      `json:"cases"`
	// Goals are the predictions with their outcomes.
	Goals []trial.Outcome `json:"goals"`
}

// Case is a set with a number of samples.
type Case struct {
	Set     string `json:"set"`
	Samples int    `json:"samples"`
	trial.Compared
}

// reference is the method whose error is the denominator.
var reference = []string{ridge}

// conclude computes the ratios and judges the predictions.
func (r *Result) conclude() error {
	for i := range r.Cases {
		c, goals := &r.Cases[i], []trial.Prediction(nil)
		if c.Samples == r.Config.Sizes[0] {
			goals = r.goals(*c)
		}
		outcomes, err := c.Conclude(name(c.Set, c.Samples), reference, goals, trial.DefaultCompareOptions())
		if err != nil {
			return err
		}
		r.Goals = append(r.Goals, outcomes...)
	}
	return nil
}

// goals returns the predictions about a set at the centre.
func (r *Result) goals(c Case) (goals []trial.Prediction) {
	add := func(what, method, against string, most float64) {
		goals = append(goals, trial.Prediction{What: c.Set + ": " + what, Case: name(c.Set, c.Samples), Method: method, Against: against, Most: most})
	}
	distilled := atInputs
	if len(r.Config.Queries) > 0 {
		distilled = asking(slices.Max(r.Config.Queries))
	}
	add("the order alone costs nothing beside ridge", order, ridge, 1.02)
	add("the order does better than its placebo", order, order+placebo, 1)
	add("rank-weighted ridge, told the order, does no worse than ridge", benchmark.RankRidge().Name(), ridge, 1)
	if c.Set == elsewhere {
		add("distillation does better than ridge, with a teacher of Seattle", distilled, ridge, 1)
	} else {
		add("distillation does better than the order with intervals", distilled, intervals, 0.9)
		add("answers at the training inputs do better than the order", atInputs, intervals, 1)
	}
	add("scores as weights do no worse than a student that is trained with order and directions", weights, signed, 1)
	return goals
}

// Find returns the results of a set at n samples, or nil if there are none.
func (r *Result) Find(set string, n int) *Case {
	return study.First(r.Cases, func(c *Case) bool { return c.Set == set && c.Samples == n })
}

// Tables implements study.Result: an overview by information, all methods, the predictions, and the teachers.
func (r *Result) Tables() []tabulate.Table {
	sections := study.Each(r.Cases, func(c Case) trial.Section { return c.Section })
	all := trial.Table("black-box-methods", fmt.Sprintf("Errors on held-out samples (%s)", tabulate.Plural(r.Config.Seeds, "draw")), reference, sections)
	all.Notes = append(all.Notes, "The error is the mean squared error or, for the vote, the mean log loss. Students are linear. The teacher is a network that was trained on other rows.")
	tables := []tabulate.Table{r.overview(), all}
	if r.Config.Seeds >= 2*trial.BlockCount {
		tables = append(tables, r.blocks())
	}
	return append(tables, trial.PredictionTable("black-box-predictions", r.Goals), r.teachers())
}

// blocks shows the ratios to ridge in four blocks of draws, for each set at the first size.
func (r *Result) blocks() tabulate.Table {
	n := r.Config.Sizes[0]
	t := tabulate.Table{
		Name: "black-box-blocks", Title: fmt.Sprintf("Error ÷ ridge's error in blocks of draws, %d samples", n),
		Notes: []string{"All: ratio of mean errors over all draws, with the 95 % interval of a paired bootstrap. Blocks: the same ratio for each quarter of the draws."},
	}
	t.Columns("set", "set")
	t.Columns("method", "method")
	t.Columns("all", tabulate.Ends("all")...)
	for i := range trial.BlockCount {
		t.Columns(fmt.Sprintf("block %d", i+1), fmt.Sprintf("block_%d", i+1))
	}
	t.Columns("smallest block", "least_block")
	t.Columns("largest block", "largest_block")
	methods := []string{order, intervals}
	if len(r.Config.Queries) > 0 {
		methods = append(methods, asking(slices.Max(r.Config.Queries)))
	}
	for _, c := range r.Cases {
		of := trial.Find(c.Entries, ridge)
		for _, method := range methods {
			e := trial.Find(c.Entries, method)
			all, ok := c.Section.Over(0, method)
			if c.Samples != n || of == nil || e == nil || !ok {
				continue
			}
			line := []tabulate.Field{tabulate.Words(c.Set, method), all.Field("%.2f")}
			size, ratios := len(e.Errors)/trial.BlockCount, make([]float64, trial.BlockCount)
			for i := range ratios {
				part := func(errors []float64) float64 { return stat.Mean(errors[i*size:(i+1)*size], nil) }
				ratios[i] = part(e.Errors) / part(of.Errors)
				line = append(line, tabulate.Number("%.2f", ratios[i]))
			}
			t.Add(append(line, tabulate.Number("%.2f", slices.Min(ratios)), tabulate.Number("%.2f", slices.Max(ratios)))...)
		}
	}
	return t
}

// overview shows the ratios to ridge by method and case.
func (r *Result) overview() tabulate.Table {
	t := tabulate.Table{Name: "black-box", Title: "Error ÷ ridge's error, by the information from the teacher (95 % intervals)",
		Notes: []string{"Ratios of mean errors, with intervals of a paired bootstrap over draws. –: not run at this number of samples."}}
	columns := study.Each(r.Cases, func(c Case) string { return name(c.Set, c.Samples) })
	rows := study.Each(r.Cases[0].Entries, func(e trial.Entry) []string { return []string{informed(e.Name), e.Name} })
	return trial.Ratios(t, []string{"information", "method"}, columns, rows, func(row, column int) (study.Interval, bool) {
		return r.Cases[column].Section.Over(0, rows[row][1])
	})
}

// informed returns the part of the teacher that a method uses.
func informed(method string) string {
	switch {
	case strings.HasSuffix(method, placebo):
		return "a false order"
	case method == ridge || method == benchmark.LeastSquares().Name():
		return "nothing"
	case strings.HasPrefix(method, "distillation") || method == teacherItself:
		return "answers"
	case method == signed || method == weights || slices.Contains([]string{benchmark.SignedRidge().Name(), benchmark.SignRankRidge().Name(), benchmark.Centroid().Name()}, method):
		return "scores and directions"
	}
	return "scores"
}

// teachers returns the published scores.
func (r *Result) teachers() tabulate.Table {
	t := tabulate.Table{Name: "black-box-teachers", Title: "Scores that the teachers publish", Header: []string{"set", "feature", "mean |score|", "direction", "less important features"}, Data: [][]string{{"set", "feature", "share", "sign", "edges"}}}
	for i, p := range r.Teachers {
		for k, feature := range p.Features {
			var below []string
			for _, e := range p.Edges {
				if e.U == k {
					below = append(below, p.Features[e.V])
				}
			}
			sign := map[bool]string{true: "+", false: "−"}[p.Signs[k] > 0]
			t.Add(tabulate.Words(r.Config.Sets[i], feature), tabulate.Number("%.3f", p.Shares[k]), tabulate.Shown(sign), tabulate.InFull(p.Signs[k]), tabulate.Words(strings.Join(below, ", ")))
		}
	}
	return t
}

// Figures implements study.Result: the ratios to ridge at the centre by information, and for each set by the number of samples.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := []study.Drawing{r.informed}
	for i := range r.Config.Sets {
		drawings = append(drawings, study.Drawn(r.bySamples(i)))
	}
	return study.Figures(drawings...)
}

// informed draws the methods that every set has at the centre.
func (r *Result) informed() (plots.Figure, error) {
	labels := []string{"order", "order, intervals", "placebo", "rank ridge", "order and signs", "scores as weights", "answers at training inputs"}
	methods := []string{order, intervals, order + placebo, benchmark.RankRidge().Name(), signed, weights, atInputs}
	for _, q := range r.Config.Queries {
		labels, methods = append(labels, fmt.Sprintf("answers at %d more inputs", q)), append(methods, asking(q))
	}
	n := r.Config.Sizes[0]
	bars := study.Bars(r.Config.Sets, len(methods), func(set, method int) (study.Interval, bool) {
		q, ok := r.Find(r.Config.Sets[set], n).Section.Over(0, methods[method])
		return q, ok && q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	return plots.Bars(labels, bars, plots.Name("black-box"), plots.Size(900, 420), plots.YLabel("mean error ÷ ridge's error"), plots.RuleY("ridge", 1),
		plots.Title(fmt.Sprintf("Error by the information from the teacher, n = %d", n)))
}

// bySamples draws the ratios of a set by the number of samples.
func (r *Result) bySamples(i int) (plots.Figure, error) {
	methods := []string{benchmark.RankRidge().Name(), order, intervals, weights, atInputs}
	for _, q := range r.Config.Queries {
		methods = append(methods, asking(q))
	}
	set, sizes := r.Config.Sets[i], slices.Sorted(slices.Values(r.Config.Sizes))
	lines := study.Lines(methods, study.Each(sizes, func(n int) float64 { return float64(n) }), func(method, n int) (study.Interval, bool) {
		q, ok := r.Find(set, sizes[n]).Section.Over(0, methods[method])
		return q, ok && q.Finite(false)
	})
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name(fmt.Sprintf("black-box-%d", i+1)), plots.Title("Error compared with ridge: "+set), plots.XLabel("samples n"),
		plots.YLabel("mean error ÷ ridge's error"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
}
