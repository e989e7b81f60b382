package rivals

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Cases  []Found `json:"cases"`
}

// Found is the result of a case.
type Found struct {
	Part Part   `json:"part"`
	Name string `json:"name"`
	// Complexity is the mean remaining share of the complexity of linear models under the order, the signs, and both.
	Complexity []float64     `json:"complexity"`
	Entries    []trial.Entry `json:"entries"`
}

// newFound returns a case whose errors are rounded to five digits.
func newFound(k place, f trial.Found) Found {
	of := Found{Part: k.of.Part, Name: k.name, Entries: f.Entries(5)}
	for i := range knowledge {
		of.Complexity = append(of.Complexity, trial.Round(stat.Mean(f.Facts(i), nil), 5))
	}
	return of
}

// of returns the cases of a part.
func (r *Result) of(part Part) []Found {
	return slices.DeleteFunc(slices.Clone(r.Cases), func(f Found) bool { return f.Part != part })
}

// find returns a case; nil if there is none.
func (r *Result) find(part Part, name string) *Found {
	return study.First(r.Cases, func(f *Found) bool { return f.Part == part && f.Name == name })
}

// options returns the options of every interval.
func options() trial.CompareOptions { return trial.DefaultCompareOptions() }

// pair returns the errors of two methods in a case.
func (f Found) pair(method, against string) (pair [2][]float64, ok bool) {
	a, b := trial.Find(f.Entries, method), trial.Find(f.Entries, against)
	if a == nil || b == nil {
		return pair, false
	}
	return [2][]float64{a.Errors, b.Errors}, true
}

// Over returns the ratio of a method's mean error to another's in a case. It returns false if one of them was not tried.
func (f Found) Over(method, against string) (study.Interval, bool) {
	row, ok := trial.Over(f.Entries, method, against, options())
	return row.Over(), ok
}

// pooled returns the geometric mean over cases of the ratio of mean errors. The draws of each case are resampled.
func pooled(cases []Found, method, against string) (q study.Interval, ok bool) {
	var pairs [][2][]float64
	sum := 0.0
	for _, f := range cases {
		if p, ok := f.pair(method, against); ok {
			pairs = append(pairs, p)
			sum += math.Log(stat.Mean(p[0], nil) / stat.Mean(p[1], nil))
		}
	}
	if len(pairs) != len(cases) || len(pairs) == 0 {
		return q, false
	}
	q.Mean = math.Exp(sum / float64(len(pairs)))
	q.Low, q.High = trial.Pooled(pairs, options(), uint64(len(pairs)))
	return q, true
}

// abroad returns the geometric mean of error ratios over tables, and over draws within them. The interval resamples tables.
func abroad(cases []Found, method, against string) (q study.Interval, ok bool) {
	var logs []float64
	for _, f := range cases {
		if p, ok := f.pair(method, against); ok {
			sum := 0.0
			for i, v := range p[0] {
				sum += (logged(v) - logged(p[1][i])) / float64(len(p[0]))
			}
			logs = append(logs, sum)
		}
	}
	if len(logs) != len(cases) || len(logs) == 0 {
		return q, false
	}
	q.Mean = math.Exp(stat.Mean(logs, nil))
	q.Low, q.High = resampled(len(logs), func(rows []int) float64 {
		sum := 0.0
		for _, i := range rows {
			sum += logs[i] / float64(len(rows))
		}
		return math.Exp(sum)
	})
	return q, true
}

// logged returns the logarithm of an error, which is at least 1e-12.
func logged(e float64) float64 { return math.Log(max(e, 1e-12)) }

// resampled returns the ends of the percentile interval of a statistic of n rows by a bootstrap.
func resampled(n int, of func(rows []int) float64) (low, high float64) {
	o := options()
	rng, rows := rand.New(rand.NewPCG(o.Seed, uint64(n))), make([]int, n)
	var values []float64
	for range o.Resamples {
		for i := range rows {
			rows[i] = rng.IntN(n)
		}
		if v := of(rows); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(values)
	return stat.Quantile((1-o.Level)/2, stat.LinInterp, values, nil), stat.Quantile((1+o.Level)/2, stat.LinInterp, values, nil)
}

// column is a column of the main table, with one number for each method: a case, or pooled cases.
type column struct {
	name  string
	part  Part
	cases func(r *Result) []Found
	of    func(cases []Found, method, against string) (study.Interval, bool)
}

// columns returns the columns of the main table: the first case of few samples, the sets, the shifts, and the first three wrong
// orders.
func (r *Result) columns() (all []column) {
	first := func(part Part, i int) func(r *Result) []Found {
		return func(r *Result) []Found { return r.of(part)[i : i+1] }
	}
	if len(r.of(FewSamples)) > 0 {
		all = append(all, column{fewColumn, FewSamples, first(FewSamples, 0), pooled})
	}
	if len(r.of(RealData)) > 0 {
		all = append(all, column{realColumn, RealData, func(r *Result) []Found { return r.of(RealData) }, pooled})
	}
	if len(r.of(Abroad)) > 0 {
		all = append(all, column{abroadColumn, Abroad, func(r *Result) []Found { return r.of(Abroad) }, abroad})
	}
	for i, f := range r.of(WrongPrior) {
		all = append(all, column{wrongColumn(f.Name), WrongPrior, first(WrongPrior, i), pooled})
	}
	return all
}

// Names of columns.
const (
	fewColumn    = "few samples"
	realColumn   = "real data"
	abroadColumn = "other groups"
)

func wrongColumn(name string) string { return "wrong order: " + name }

// At returns the ratio of a method's error to another's in a column of the main table.
func (r *Result) At(name, method, against string) (study.Interval, bool) {
	for _, c := range r.columns() {
		if c.name == name {
			return c.of(c.cases(r), method, against)
		}
	}
	return study.Interval{}, false
}

// block returns the result for one consecutive quarter of the draws.
func (r *Result) block(i int) *Result {
	part := &Result{Config: r.Config}
	for _, f := range r.Cases {
		f.Entries = slices.Clone(f.Entries)
		for j := range f.Entries {
			all := f.Entries[j].Errors
			f.Entries[j].Errors = all[i*len(all)/trial.BlockCount : (i+1)*len(all)/trial.BlockCount]
		}
		part.Cases = append(part.Cases, f)
	}
	return part
}

// complexities returns, for each case of a part, the remaining share of the complexity under knowledge i, and the ratio of the
// error to that of a method without knowledge.
func (r *Result) complexities(part Part, i int, method, against string) (left, errors []float64) {
	for _, f := range r.of(part) {
		if p, ok := f.pair(method, against); ok {
			sum := 0.0
			for j, v := range p[0] {
				sum += (logged(v) - logged(p[1][j])) / float64(len(p[0]))
			}
			left, errors = append(left, f.Complexity[i]), append(errors, math.Exp(sum))
		}
	}
	return left, errors
}

// rankCorrelation returns Spearman's rank correlation of pairs, with an interval that resamples pairs.
func rankCorrelation(x, y []float64) (q study.Interval, ok bool) {
	if len(x) < 4 {
		return q, false
	}
	of := func(rows []int) float64 {
		return stat.Correlation(ranks(study.Each(rows, func(i int) float64 { return x[i] })), ranks(study.Each(rows, func(i int) float64 { return y[i] })), nil)
	}
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	q.Mean = of(all)
	q.Low, q.High = resampled(len(x), of)
	return q, q.Finite(false)
}

// ranks returns the ranks of values. Ties get their mean rank.
func ranks(values []float64) []float64 {
	at := make([]int, len(values))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	r := make([]float64, len(values))
	for i := 0; i < len(at); {
		j := i
		for j < len(at) && values[at[j]] == values[at[i]] {
			j++
		}
		for _, k := range at[i:j] {
			r[k] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

var ridge = benchmark.Ridge().Name()
