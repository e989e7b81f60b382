package shortcut

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is what one setting finds.
type Group struct {
	Name string `json:"name"`
	// Reference is the method that others are compared with.
	Reference string `json:"reference"`
	Rows      []Row  `json:"rows"`
}

// Row is what a method at a strength finds.
type Row struct {
	Method   string  `json:"method"`
	Strength float64 `json:"strength"`
	// Out is the error out of distribution beside the reference's, Errors its values by draw.
	Out    contest.Row `json:"out"`
	Errors []float64   `json:"errors"`
	// OverDeleted is its ratio to deleting the suspect; nil where that is no method.
	OverDeleted *study.Interval `json:"over_deleted"`
	// In is the loss on fresh samples of the training law over the reference's.
	In study.Interval `json:"in"`
	// Moved is what the suspect does to the output, Share its share among all features'.
	Moved study.Estimate `json:"moved"`
	Share study.Estimate `json:"share"`
}

// ratio is that of two lists of paired errors.
func ratio(a, b []float64, level float64) study.Interval {
	mean, low, high := contest.Ratio(a, b, contest.AtLevel(level))
	return study.Interval{Mean: mean, Low: low, High: high}
}

// group folds the draws of a setting: by draw, the outcomes of every method and strength.
func (c Config) group(s Setting, draws [][]outcome) (g Group, err error) {
	student := s.Student
	g = Group{Name: s.Name, Reference: student.Methods[0].Name}
	column := func(i int, read func(o outcome) float64) []float64 {
		return study.Each(draws, func(d []outcome) float64 { return read(d[i]) })
	}
	out, in := func(o outcome) float64 { return o.Out }, func(o outcome) float64 { return o.In }
	without, i := -1, 0
	for _, m := range student.Methods {
		if m.Name == student.Network.Deleted().Name() {
			without = i
		}
		i += len(m.Strengths)
	}
	i = 0
	for _, m := range student.Methods {
		for _, strength := range m.Strengths {
			row := Row{Method: m.Name, Strength: strength, Errors: column(i, out), In: ratio(column(i, in), column(0, in), c.Level)}
			row.Out, err = contest.Beside(contest.Entry{Name: m.Name, Tuning: tuning(student, m.Name, strength), Errors: row.Errors},
				contest.Entry{Name: g.Reference, Errors: column(0, out)}, contest.AtLevel(c.Level))
			if err != nil {
				return g, fmt.Errorf("shortcut: %w", err)
			}
			if without >= 0 {
				q := ratio(row.Errors, column(without, out), c.Level)
				row.OverDeleted = &q
			}
			row.Moved = study.NewEstimate(column(i, func(o outcome) float64 { return o.Moved }), c.Level)
			row.Share = study.NewEstimate(column(i, func(o outcome) float64 { return o.Share }), c.Level)
			g.Rows, i = append(g.Rows, row), i+1
		}
	}
	return g, nil
}

// tuning says how a method's strength was chosen.
func tuning(s Student, name string, strength float64) string {
	n := s.Network
	if strength == round && (name == n.Cap(false).Name() || name == n.AttributionBound().Name()) {
		return "a round number"
	}
	if settings := len(s.find(name).Settings()); settings > 1 {
		return fmt.Sprintf("best of %d on development draws, out of distribution", settings)
	}
	return "nothing to tune"
}

// Find is the group of a setting; nil where there is none.
func (r *Result) Find(name string) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Name == name })
}

// Find is the first row of a method; nil where there is none.
func (g *Group) Find(method string) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method })
}

// At is the row of a method at a strength; nil where there is none.
func (g *Group) At(method string, strength float64) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method && r.Strength == strength })
}
