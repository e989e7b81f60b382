package directions

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Cases  []Found `json:"cases"`
}

// Found is the result of a case.
type Found struct {
	Name    string   `json:"name"`
	Methods []Method `json:"methods"`
	// Added compares the posterior under order and directions with the other uses of the expert's statements.
	Added []Added `json:"added"`
}

// Method is the error of a method.
type Method struct {
	Name string `json:"name"`
	// Excess is the mean error above the noise; the target's variance is 1.
	Excess float64 `json:"excess"`
	// Ratio is the error on new rows, including noise, relative to ridge.
	Ratio study.Interval `json:"ratio"`
}

// Added compares errors, including noise, with those of a reference.
type Added struct {
	Reference string         `json:"reference"`
	Ratio     study.Interval `json:"ratio"`
	// Excess is the ratio without the noise.
	Excess study.Interval `json:"excess"`
	// Draws is the number of draws at which a ratio of 0.97 is detected with a power of 80 %.
	Draws float64 `json:"draws"`
	// Blocks are the ratios in four blocks of draws; empty if a block would have fewer than two draws.
	Blocks []float64 `json:"blocks,omitempty"`
}

// references are the other uses of the expert's statements.
var references = []string{directed, penalised, scaled, soft}

// useful is the least difference that the study must be able to detect.
const useful = 0.03

// power is the sum of the normal quantiles at 97.5 % and 80 %: a difference of this many standard errors is detected with a
// power of 80 %.
const power = 1.96 + 0.84

func newFound(f trial.Found, noise float64) Found {
	found, excess := Found{Name: f.Name}, map[string][]float64{}
	for _, e := range f.Entries(0) {
		excess[e.Name] = e.Errors
	}
	whole := func(name string) []float64 {
		return study.Each(excess[name], func(e float64) float64 { return e + noise })
	}
	for _, e := range f.Entries(0) {
		found.Methods = append(found.Methods, Method{e.Name, rounded(stat.Mean(e.Errors, nil)), ratio(whole(e.Name), whole(ridge))})
	}
	for _, name := range references {
		a, b := whole(both), whole(name)
		added := Added{Reference: name, Ratio: ratio(a, b), Excess: ratio(excess[both], excess[name])}
		half := (added.Ratio.High - added.Ratio.Low) / 2 / 1.96 * power
		added.Draws = rounded(math.Ceil(float64(len(a)) * half * half / (useful * useful)))
		if n := len(a) / trial.BlockCount; n >= 2 {
			for k := range trial.BlockCount {
				part := func(all []float64) float64 { return stat.Mean(all[k*n:(k+1)*n], nil) }
				added.Blocks = append(added.Blocks, rounded(part(a)/part(b)))
			}
		}
		found.Added = append(found.Added, added)
	}
	return found
}

func ratio(a, b []float64) (q study.Interval) {
	q.Mean, q.Low, q.High = trial.Ratio(a, b, trial.DefaultCompareOptions())
	return study.Interval{Mean: rounded(q.Mean), Low: rounded(q.Low), High: rounded(q.High)}
}

// rounded rounds to five digits.
func rounded(x float64) float64 { return trial.Round(x, 5) }

// Over returns the effect of adding the order to a reference in a case. It returns false if there is no such case.
func (r *Result) Over(name, reference string) (*Added, bool) {
	f := study.First(r.Cases, func(f *Found) bool { return f.Name == name })
	if f == nil {
		return nil, false
	}
	a := study.First(f.Added, func(a *Added) bool { return a.Reference == reference })
	return a, a != nil
}

// verdict reports whether the order improves on all references in a case, and by how much.
func (f Found) verdict() string {
	worst := 0.0
	for _, a := range f.Added {
		if !(a.Ratio.High < 1) {
			return "no"
		}
		worst = max(worst, a.Ratio.Mean)
	}
	if worst <= 1-useful {
		return "3 % or more"
	}
	return "less than 3 %"
}
