package blackbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Teachers are what is told of each set's teacher, Cases the comparisons.
	Teachers []Published `json:"teachers"`
	Cases    []Case      `json:"cases"`
	// Goals are the predictions with what was found.
	Goals []contest.Outcome `json:"goals"`
}

// Case is a set with a number of samples.
type Case struct {
	Set     string `json:"set"`
	Samples int    `json:"samples"`
	// Entries are what the methods did, Section their rows beside the reference.
	Entries []contest.Entry `json:"entries"`
	Section contest.Section `json:"section"`
}

// reference is what errors are divided by.
var reference = []string{ridge}

// conclude compares, and judges the predictions.
func (r *Result) conclude() (err error) {
	o := contest.DefaultCompareOptions()
	for i := range r.Cases {
		c, outcomes, goals := &r.Cases[i], []contest.Outcome(nil), []contest.Goal(nil)
		if c.Samples == r.Config.Sizes[0] {
			goals = r.goals(*c)
		}
		if c.Section, outcomes, err = contest.Conclude(name(c.Set, c.Samples), reference, c.Entries, goals, o); err != nil {
			return err
		}
		r.Goals = append(r.Goals, outcomes...)
	}
	return nil
}

// goals are the predictions about a set at the centre.
func (r *Result) goals(c Case) (goals []contest.Goal) {
	add := func(what, method, against string, most float64) {
		goals = append(goals, contest.Goal{What: c.Set + ": " + what, Case: name(c.Set, c.Samples), Method: method, Against: against, Most: most})
	}
	distilled := atInputs
	if len(r.Config.Queries) > 0 {
		distilled = asking(slices.Max(r.Config.Queries))
	}
	add("the order alone costs nothing beside ridge", order, ridge, 1.02)
	add("the order does better than its placebo", order, order+placebo, 1)
	add("rank-weighted ridge, told the order, does no worse than ridge", contest.RankRidge().Name(), ridge, 1)
	if c.Set == elsewhere {
		add("distillation does better than ridge, with a teacher of Seattle", distilled, ridge, 1)
	} else {
		add("distillation does better than the order with intervals", distilled, intervals, 0.9)
		add("answers at the training inputs do better than the order", atInputs, intervals, 1)
	}
	add("scores as weights do no worse than a student that is trained with order and directions", weights, signed, 1)
	return goals
}

// Find returns what was found of a set at n samples; nil where it was not looked at.
func (r *Result) Find(set string, n int) *Case {
	return study.First(r.Cases, func(c *Case) bool { return c.Set == set && c.Samples == n })
}

// Tables implements study.Result: by what is told at a glance, every method, the predictions, the teachers.
func (r *Result) Tables() []study.Table {
	sections := study.Each(r.Cases, func(c Case) contest.Section { return c.Section })
	all := contest.Table("black-box-methods", fmt.Sprintf("Errors on held-out samples (%s)", study.Plural(r.Config.Seeds, "draw")), reference, sections)
	all.Notes = append(all.Notes, "Errors are mean squares, of the vote the mean log loss. Students are linear; the teacher is a network that was trained on other rows.")
	return []study.Table{r.overview(), all, contest.GoalTable("black-box-predictions", r.Goals), r.teachers()}
}

// overview has the ratios to ridge, method by case.
func (r *Result) overview() study.Table {
	t := study.Table{Name: "black-box", Title: "Error ÷ ridge's, by what a teacher tells (95 % intervals)",
		Notes: []string{"Ratios of mean errors with paired bootstrap intervals over draws; – is what was not tried at that size."}}
	t.Columns("told", "told")
	t.Columns("method", "method")
	for _, c := range r.Cases {
		label := name(c.Set, c.Samples)
		t.Columns(label, study.Ends(label)...)
	}
	for _, e := range r.Cases[0].Entries {
		line := []study.Field{study.Words(told(e.Name), e.Name)}
		for i := range r.Cases {
			line = append(line, study.Known(r.Cases[i].Section.Over(0, e.Name)))
		}
		t.Add(line...)
	}
	return t
}

// told is what a method is told of the teacher.
func told(method string) string {
	switch {
	case strings.HasSuffix(method, placebo):
		return "a false order"
	case method == ridge || method == contest.LeastSquares().Name():
		return "nothing"
	case strings.HasPrefix(method, "distillation") || method == teacherItself:
		return "answers"
	case method == signed || method == weights || slices.Contains([]string{contest.SignedRidge().Name(), contest.SignRankRidge().Name(), contest.Centroid().Name()}, method):
		return "scores and directions"
	}
	return "scores"
}

// teachers are the published scores.
func (r *Result) teachers() study.Table {
	t := study.Table{Name: "black-box-teachers", Title: "What the teachers publish", Header: []string{"set", "feature", "mean |score|", "direction", "below it"}, Data: [][]string{{"set", "feature", "share", "sign", "edges"}}}
	for i, p := range r.Teachers {
		for k, feature := range p.Features {
			var below []string
			for _, e := range p.Edges {
				if e.U == k {
					below = append(below, p.Features[e.V])
				}
			}
			sign := map[bool]string{true: "+", false: "−"}[p.Signs[k] > 0]
			t.Add(study.Words(r.Config.Sets[i], feature), study.Number("%.3f", p.Shares[k]), study.Shown(sign), study.InFull(p.Signs[k]), study.Words(strings.Join(below, ", ")))
		}
	}
	return t
}

// Figures implements study.Result: the ratios to ridge at the centre by what is told, and for each set by
// the number of samples.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := []study.Drawing{r.told}
	for i := range r.Config.Sets {
		drawings = append(drawings, study.Drawn(r.bySamples(i)))
	}
	return study.Figures(drawings...)
}

// told draws the methods that every set has at the centre.
func (r *Result) told() (plots.Figure, error) {
	labels := []string{"order", "order, intervals", "placebo", "rank ridge", "signs too", "scores as weights", "answers at inputs"}
	methods := []string{order, intervals, order + placebo, contest.RankRidge().Name(), signed, weights, atInputs}
	for _, q := range r.Config.Queries {
		labels, methods = append(labels, asking(q)[len("distillation, "):]), append(methods, asking(q))
	}
	n := r.Config.Sizes[0]
	bars := study.Bars(r.Config.Sets, len(methods), func(set, method int) (study.Interval, bool) {
		q, ok := r.Find(r.Config.Sets[set], n).Section.Over(0, methods[method])
		return q, ok && q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	return plots.Bars(labels, bars, plots.Name("black-box"), plots.Size(900, 420), plots.YLabel("mean error ÷ ridge's"), plots.RuleY("ridge", 1),
		plots.Title(fmt.Sprintf("What a teacher tells, and what it is worth: n = %d", n)))
}

// bySamples draws the ratios of a set by the number of samples.
func (r *Result) bySamples(i int) (plots.Figure, error) {
	methods := []string{contest.RankRidge().Name(), order, intervals, weights, atInputs}
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
	return plots.Lines(lines, plots.Name(fmt.Sprintf("black-box-%d", i+1)), plots.Title("Error beside ridge: "+set), plots.XLabel("samples n"),
		plots.YLabel("mean error ÷ ridge's"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
}
