package payoff

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Result is the map.
type Result struct {
	Config Config  `json:"config"`
	Places []Place `json:"places"`
}

// Place is the result for a number of rows and an explained share.
type Place struct {
	Rows      int     `json:"rows"`
	Explained float64 `json:"explained"`
	// Ridge and Bare are the mean errors above the noise of ridge regression and of the posterior without knowledge. The
	// variance of the target is 1.
	Ridge float64 `json:"ridge"`
	Bare  float64 `json:"bare"`
	// Nothing compares the posterior without knowledge with ridge regression.
	Nothing Change `json:"nothing"`
	Lines   []Line `json:"lines"`
}

// Line is the gain of experts with the same kinds of statements and increasing trust.
type Line struct {
	Statements int      `json:"statements"`
	Directions bool     `json:"directions"`
	Changes    []Change `json:"changes"` // by Config.Trusts
}

// Change is an error on new rows, including noise, relative to a reference.
type Change struct {
	// Ratio is the ratio of mean errors to ridge regression with its interval.
	Ratio [3]float64 `json:"ratio"`
	// Bare is the ratio to the posterior without knowledge.
	Bare [3]float64 `json:"bare"`
	// Excess is the ratio to ridge regression without the noise.
	Excess float64 `json:"excess"`
	// Typical is the geometric mean over draws of the error relative to ridge regression.
	Typical float64 `json:"typical"`
	// Blocks are the values of Ratio in four blocks of draws; empty if a block would have fewer than two draws.
	Blocks []float64 `json:"blocks,omitempty"`
}

// add adds the result for a position to the map.
func (r *Result) add(at Place, f trial.Found) error {
	errors, noise := map[string][]float64{}, 1-at.Explained
	for _, e := range f.Entries(0) {
		errors[e.Name] = e.Errors
	}
	change := func(name string) Change {
		return newChange(errors[name], errors[ridge], errors[bare], noise)
	}
	at.Ridge, at.Bare, at.Nothing = rounded(stat.Mean(errors[ridge], nil)), rounded(stat.Mean(errors[bare], nil)), change(bare)
	for i, e := range r.Config.experts() {
		if i%len(r.Config.Trusts) == 0 {
			at.Lines = append(at.Lines, Line{Statements: e.statements, Directions: e.directions})
		}
		last := &at.Lines[len(at.Lines)-1]
		last.Changes = append(last.Changes, change(e.name()))
	}
	r.Places = append(r.Places, at)
	return nil
}

// newChange compares excess errors draw by draw.
func newChange(own, ridge, bare []float64, noise float64) (c Change) {
	whole := func(excess []float64) []float64 {
		return study.Each(excess, func(e float64) float64 { return e + noise })
	}
	a, b := whole(own), whole(ridge)
	ratio := func(a, b []float64) (q [3]float64) {
		q[0], q[1], q[2] = trial.Ratio(a, b, trial.DefaultCompareOptions())
		for i := range q {
			q[i] = rounded(q[i])
		}
		return q
	}
	c.Ratio, c.Bare = ratio(a, b), ratio(a, whole(bare))
	c.Excess = rounded(stat.Mean(own, nil) / stat.Mean(ridge, nil))
	logs := 0.0
	for i := range a {
		logs += math.Log(a[i]/b[i]) / float64(len(a))
	}
	c.Typical = rounded(math.Exp(logs))
	if n := len(a) / trial.BlockCount; n >= 2 {
		for k := range trial.BlockCount {
			part := func(all []float64) float64 { return stat.Mean(all[k*n:(k+1)*n], nil) }
			c.Blocks = append(c.Blocks, rounded(part(a)/part(b)))
		}
	}
	return c
}

// rounded rounds to five digits.
func rounded(x float64) float64 { return trial.Round(x, 5) }

// interval returns a ratio with its ends.
func interval(q [3]float64) study.Interval { return study.Interval{Mean: q[0], Low: q[1], High: q[2]} }

// place returns the result for a number of rows and an explained share; nil if the map has none.
func (r *Result) place(rows int, explained float64) *Place {
	return study.First(r.Places, func(p *Place) bool { return p.Rows == rows && p.Explained == explained })
}

// line returns the gain of experts with this number of statements; nil if the map has none.
func (p *Place) line(statements int, directions bool) *Line {
	return study.First(p.Lines, func(l *Line) bool { return l.Statements == statements && l.Directions == directions })
}

// change returns the gain of experts at a position, by the index of their trust. Its numbers are NaN if the map has no such
// position or line.
func (r *Result) change(rows int, explained float64, statements int, directions bool, trust int) Change {
	if p := r.place(rows, explained); p != nil {
		if statements == 0 && !directions {
			return p.Nothing
		}
		if l := p.line(statements, directions); l != nil && trust >= 0 && trust < len(l.Changes) {
			return l.Changes[trust]
		}
	}
	none := [3]float64{math.NaN(), math.NaN(), math.NaN()}
	return Change{Ratio: none, Bare: none, Excess: math.NaN(), Typical: math.NaN()}
}
