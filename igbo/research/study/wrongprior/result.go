package wrongprior

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/task"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Cases  []Found `json:"cases"`
	// Tells has the quality of each diagnostic for each damage.
	Tells []Tell `json:"tells"`
	// Goals are the predictions about the gate with their outcomes.
	Goals []trial.Outcome `json:"goals"`
}

// Found is the result of a case.
type Found struct {
	Samples int `json:"samples"`
	Swaps   int `json:"swaps"`
	trial.Compared
	// Students are the diagnostics by student.
	Students []Diagnosed `json:"students"`
}

// Diagnosed has the diagnostics of one student by draw, in the order of the diagnostics.
type Diagnosed struct {
	Name   string      `json:"name"`
	Values [][]float64 `json:"values"`
	// Kept is the share of draws in which the gate kept the order, and Cautious that of the gate with a margin.
	Kept     float64 `json:"kept"`
	Cautious float64 `json:"cautious"`
}

// Tell measures how well a diagnostic distinguishes a damaged order from the right one.
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

// fold makes the entries of the runs and of the gates, which choose by the loss by cross-validation.
func (c Config) fold(f Found, found trial.Found) Found {
	o, plain := benchmark.DefaultTuneOptions(0), c.plain()
	f.Entries = found.Entries(0)
	for i := range f.Entries {
		f.Entries[i].Fits = 1
	}
	for i, m := range plain {
		if n := len(m.Settings()); n > 1 {
			f.Entries[i].Fits = float64(n*o.Folds + 1)
		}
	}
	ridges, students := f.Entries[0], slices.Clone(f.Entries[len(plain):])
	f.Entries = f.Entries[:len(plain)]
	for i, s := range students {
		at, of := len(plain)+i, Diagnosed{Name: s.Name}
		for j := range diagnostics {
			of.Values = append(of.Values, study.Each(found.Also(at, j), short))
		}
		f.Entries = append(f.Entries, s)
		for _, g := range []struct {
			name     string
			handicap float64
			kept     *float64
		}{{gate, 1, &of.Kept}, {cautious, c.Handicap, &of.Cautious}} {
			e := trial.Entry{Name: s.Name + g.name, Tuning: fmt.Sprintf("gate against ridge, %d-fold CV, handicap %g", o.Folds, g.handicap), Fits: float64(2*o.Folds + 1)}
			for run, loss := range found.Also(at, validation) {
				of := ridges
				if loss*g.handicap < 1 {
					*g.kept += 1 / float64(len(found.Runs))
					of = s
				}
				e.Errors = append(e.Errors, of.Errors[run])
			}
			f.Entries = append(f.Entries, e)
		}
		f.Students = append(f.Students, of)
	}
	for i := range f.Entries {
		f.Entries[i].Errors = study.Each(f.Entries[i].Errors, short)
	}
	return f
}

// short rounds to six digits.
func short(x float64) float64 { return trial.Round(x, 6) }

// conclude computes the ratios and judges the predictions.
func (r *Result) conclude() error {
	o := trial.DefaultCompareOptions()
	for i := range r.Cases {
		f := &r.Cases[i]
		name := caseName(f.Samples, f.Swaps)
		var all []trial.Prediction
		add := func(method string, most float64) {
			all = append(all, trial.Prediction{What: name + ": " + method + " against ridge", Case: name, Method: method, Against: ridge, Most: most})
		}
		for _, method := range []string{noGate + gate, noGate + cautious, order + gate} {
			add(method, 1.1)
		}
		switch {
		case r.Config.CompetingMethods && f.Swaps == 0 && f.Samples == 16:
			add(benchmark.PosteriorOrder, 0.3)
			add(benchmark.PosteriorSoft, 0.35)
		case r.Config.CompetingMethods:
			add(benchmark.PosteriorSoft, 1.15)
		}
		outcomes, err := f.Conclude(name, []string{ridge}, all, o)
		if err != nil {
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

// gain judges whether the gate keeps three quarters of the gain of the right order: its error must be at most ¼ of ridge's
// error plus ¾ of the student's.
func (r *Result) gain(f *Found, o trial.CompareOptions) {
	for _, name := range []string{noGate, order} {
		most := trial.Entry{Name: "¾ of the gain"}
		for i, v := range trial.Find(f.Entries, ridge).Errors {
			most.Errors = append(most.Errors, 0.25*v+0.75*trial.Find(f.Entries, name).Errors[i])
		}
		at := caseName(f.Samples, f.Swaps)
		p := trial.Prediction{What: at + ": " + name + gate + " against ¾ of the gain", Case: at, Method: name + gate, Against: most.Name, Most: 1}
		judged, err := p.Judge(append(slices.Clip(f.Entries), most), o)
		if err != nil {
			panic(err) // cannot happen: both lists have the same draws
		}
		r.Goals = append(r.Goals, judged)
	}
}

// tells returns the AUC of values under a damaged order against those under the right order on the same draws, with the
// percentile interval of a bootstrap over draws.
func tells(wrong, right []float64, o trial.CompareOptions) (auc, low, high float64) {
	rng := rand.New(rand.NewPCG(o.Seed, 5))
	n := len(wrong)
	values := slices.Concat(wrong, right)
	order := make([]int, 2*n) // sorts the values once for all resamples
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
