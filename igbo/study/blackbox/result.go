package blackbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
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

// newCase gathers draws.
func newCase(set string, n int, draws []draw) Case {
	c := Case{Set: set, Samples: n}
	for i, name := range draws[0].Names {
		e := contest.Entry{Name: name, Tuning: draws[0].Tunings[i]}
		for _, d := range draws {
			e.Errors = append(e.Errors, d.Errors[i])
			e.Fits += d.Fits[i] / float64(len(draws))
		}
		c.Entries = append(c.Entries, e)
	}
	return c
}

// reference is what errors are divided by.
var reference = []string{ridge}

// conclude compares, and judges the predictions.
func (r *Result) conclude() (err error) {
	o := contest.DefaultCompareOptions()
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Section, err = contest.NewSection(name(c.Set, c.Samples), reference, c.Entries, o); err != nil {
			return err
		}
		if c.Samples != r.Config.Sizes[0] {
			continue
		}
		for _, g := range r.goals(*c) {
			outcome, err := g.Judge(c.Entries, o)
			if err != nil {
				return err
			}
			r.Goals = append(r.Goals, outcome)
		}
	}
	return nil
}

// goals are the predictions about a set at the centre.
func (r *Result) goals(c Case) (goals []contest.Goal) {
	add := func(what, method, against string, most float64) {
		goals = append(goals, contest.Goal{What: c.Set + ": " + what, Case: name(c.Set, c.Samples), Method: method, Against: against, Most: most})
	}
	most := 0
	if len(r.Config.Queries) > 0 {
		most = slices.Max(r.Config.Queries)
	}
	add("the order alone costs nothing beside ridge", order, ridge, 1.02)
	add("the order does better than its placebo", order, order+placebo, 1)
	add("rank-weighted ridge, told the order, does no worse than ridge", contest.RankRidge().Name(), ridge, 1)
	distilled := distillation{most}.Name()
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
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Set == set && c.Samples == n {
			return c
		}
	}
	return nil
}

// Row is a method's beside ridge; nil where there is none.
func (c *Case) Row(method string) *contest.Row {
	if c == nil || len(c.Section.Rows) == 0 {
		return nil
	}
	rows := c.Section.Rows[0]
	if i := slices.IndexFunc(rows, func(r contest.Row) bool { return r.Name == method }); i >= 0 {
		return &rows[i]
	}
	return nil
}

// Tables implements study.Result: by what is told at a glance, every method, the predictions, the teachers.
func (r *Result) Tables() []study.Table {
	var sections []contest.Section
	for _, c := range r.Cases {
		sections = append(sections, c.Section)
	}
	all := contest.Table("black-box-methods", fmt.Sprintf("Errors on held-out samples (%s)", study.Plural(r.Config.Seeds, "draw")), reference, sections)
	all.Notes = append(all.Notes, "Errors are mean squares, of the vote the mean log loss. Students are linear; the teacher is a network that was trained on other rows.")
	return []study.Table{r.overview(), all, contest.GoalTable("black-box-predictions", r.Goals), r.teachers()}
}

// overview has the ratios to ridge, method by case.
func (r *Result) overview() study.Table {
	t := study.Table{Name: "black-box", Title: "Error ÷ ridge's, by what a teacher tells (95 % intervals)", Header: []string{"told", "method"}, Data: [][]string{{"told", "method"}},
		Notes: []string{"Ratios of mean errors with paired bootstrap intervals over draws; – is what was not tried at that size."}}
	for _, c := range r.Cases {
		label := name(c.Set, c.Samples)
		t.Header = append(t.Header, label)
		t.Data[0] = append(t.Data[0], label, label+"_low", label+"_high")
	}
	for _, e := range r.Cases[0].Entries {
		shown, full := []string{told(e.Name), e.Name}, []string{told(e.Name), e.Name}
		for i := range r.Cases {
			if row := r.Cases[i].Row(e.Name); row != nil {
				shown, full = append(shown, row.Interval()), append(full, study.Full(&row.Ratio), study.Full(&row.Low), study.Full(&row.High))
			} else {
				shown, full = append(shown, "–"), append(full, "", "", "")
			}
		}
		t.Rows, t.Data = append(t.Rows, shown), append(t.Data, full)
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
			list := strings.Join(below, ", ")
			t.Rows = append(t.Rows, []string{r.Config.Sets[i], feature, fmt.Sprintf("%.3f", p.Shares[k]), map[bool]string{true: "+", false: "−"}[p.Signs[k] > 0], list})
			t.Data = append(t.Data, []string{r.Config.Sets[i], feature, study.Full(&p.Shares[k]), fmt.Sprint(p.Signs[k]), list})
		}
	}
	return t
}
