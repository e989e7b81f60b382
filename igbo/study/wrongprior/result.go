package wrongprior

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Cases  []Found `json:"cases"`
	// Tells says how well each diagnostic tells each damage.
	Tells []Tell `json:"tells"`
	// Goals are the predictions of the gate with what was found.
	Goals []contest.Outcome `json:"goals"`
}

// Found is what a case finds.
type Found struct {
	Samples int             `json:"samples"`
	Swaps   int             `json:"swaps"`
	Entries []contest.Entry `json:"entries"`
	Section contest.Section `json:"section"`
	// Students are the diagnostics by student.
	Students []Diagnosed `json:"students"`
}

// Diagnosed are the diagnostics of one student, draw by draw, in the order of the diagnostics.
type Diagnosed struct {
	Name   string      `json:"name"`
	Values [][]float64 `json:"values"`
	// Kept is the share of draws in which the gate kept the order, Cautious that of the gate with a margin.
	Kept     float64 `json:"kept"`
	Cautious float64 `json:"cautious"`
}

// Tell is how well a diagnostic tells a damaged order from the right one.
type Tell struct {
	Samples    int    `json:"samples"`
	Swaps      int    `json:"swaps"`
	Student    string `json:"student"`
	Diagnostic string `json:"diagnostic"`
	// AUC is the probability that it is larger for a damaged order, with the interval of a bootstrap over draws.
	AUC  float64 `json:"auc"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// fold makes entries of draws, the gates' among them: they choose by the diagnostic that is the loss by cross-validation.
func (c Config) fold(f Found, draws []draw) Found {
	o := contest.DefaultTuneOptions(0)
	add := func(name, tuning string, fits float64, of func(d draw) float64) {
		f.Entries = append(f.Entries, contest.Entry{Name: name, Tuning: tuning, Fits: fits, Errors: study.Each(draws, func(d draw) float64 { return records.Short(of(d)) })})
	}
	for i, m := range c.plain() {
		fits := 1.0
		if n := len(m.Settings()); n > 1 {
			fits = float64(n*o.Folds + 1)
		}
		add(m.Name(), contest.Tuning(m, o), fits, func(d draw) float64 { return d.Errors[i] })
	}
	for i, s := range c.students() {
		add(s.Label, contest.Tuning(s, o), 1, func(d draw) float64 { return d.Measured[i].Error })
		of := Diagnosed{Name: s.Label}
		for j := range diagnostics {
			of.Values = append(of.Values, study.Each(draws, func(d draw) float64 { return records.Short(d.Measured[i].values()[j]) }))
		}
		for _, g := range []struct {
			name     string
			handicap float64
			kept     *float64
		}{{gate, 1, &of.Kept}, {cautious, c.Handicap, &of.Cautious}} {
			tuning := fmt.Sprintf("gate against ridge, %d-fold CV, handicap %g", o.Folds, g.handicap)
			add(s.Label+g.name, tuning, float64(2*o.Folds+1), func(d draw) float64 {
				if d.Measured[i].Validation*g.handicap < 1 {
					*g.kept += 1 / float64(len(draws))
					return d.Measured[i].Error
				}
				return d.Errors[0]
			})
		}
		f.Students = append(f.Students, of)
	}
	return f
}

// conclude compares and judges.
func (r *Result) conclude() (err error) {
	o := contest.DefaultCompareOptions()
	for i := range r.Cases {
		f := &r.Cases[i]
		name := caseName(f.Samples, f.Swaps)
		var goals []contest.Goal
		add := func(method string, most float64) {
			goals = append(goals, contest.Goal{What: name + ": " + method + " against ridge", Case: name, Method: method, Against: ridge, Most: most})
		}
		for _, method := range []string{noGate + gate, noGate + cautious, order + gate} {
			add(method, 1.1)
		}
		switch {
		case r.Config.Rivals && f.Swaps == 0 && f.Samples == 16:
			add(contest.PosteriorOrder, 0.3)
			add(contest.PosteriorSoft, 0.35)
		case r.Config.Rivals:
			add(contest.PosteriorSoft, 1.15)
		}
		var outcomes []contest.Outcome
		if f.Section, outcomes, err = contest.Conclude(name, []string{ridge}, f.Entries, goals, o); err != nil {
			return err
		}
		r.Goals = append(r.Goals, outcomes...)
		if f.Swaps == 0 {
			r.gain(f, o)
			continue
		}
		right := study.First(r.Cases, func(other *Found) bool { return other.Samples == f.Samples && other.Swaps == 0 })
		for j, s := range f.Students {
			for k, values := range s.Values {
				t := Tell{Samples: f.Samples, Swaps: f.Swaps, Student: s.Name, Diagnostic: diagnostics[k]}
				t.AUC, t.Low, t.High = tells(values, right.Students[j].Values[k], o)
				r.Tells = append(r.Tells, t)
			}
		}
	}
	return nil
}

// gain judges whether the gate keeps three quarters of the gain of the right order: whether its error is at most
// ¼ of ridge's and ¾ of the student's.
func (r *Result) gain(f *Found, o contest.CompareOptions) {
	for _, name := range []string{noGate, order} {
		most := contest.Entry{Name: "¾ of the gain"}
		for i, v := range contest.Find(f.Entries, ridge).Errors {
			most.Errors = append(most.Errors, 0.25*v+0.75*contest.Find(f.Entries, name).Errors[i])
		}
		at := caseName(f.Samples, f.Swaps)
		g := contest.Goal{What: at + ": " + name + gate + " against ¾ of the gain", Case: at, Method: name + gate, Against: most.Name, Most: 1}
		row, err := contest.Beside(*contest.Find(f.Entries, g.Method), most, o)
		if err != nil {
			panic(err) // lists of the same draws differ in length
		}
		r.Goals = append(r.Goals, contest.Outcome{Goal: g, Row: row})
	}
}

// tells is the AUC of values under a damaged order beside those under the right one, of the same draws, with the percentile
// interval of a bootstrap over them.
func tells(wrong, right []float64, o contest.CompareOptions) (auc, low, high float64) {
	rng := rand.New(rand.NewPCG(o.Seed, 5))
	n := len(wrong)
	values := slices.Concat(wrong, right)
	order := make([]int, 2*n) // in which values rise, so that no draw sorts them again
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	rising, damaged := make([]float64, 2*n), make([]bool, 2*n)
	for k, i := range order {
		rising[k], damaged[k] = values[i], i < n
	}
	auc = task.AUC(rising, nil, damaged)
	times, weights := make([]float64, n), make([]float64, 2*n)
	resampled := make([]float64, o.Resamples/4)
	for r := range resampled {
		clear(times)
		for range n {
			times[rng.IntN(n)]++
		}
		for k, i := range order {
			weights[k] = times[i%n]
		}
		resampled[r] = task.AUC(rising, weights, damaged)
	}
	slices.Sort(resampled)
	return auc, stat.Quantile((1-o.Level)/2, stat.LinInterp, resampled, nil), stat.Quantile((1+o.Level)/2, stat.LinInterp, resampled, nil)
}
