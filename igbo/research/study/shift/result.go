package shift

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Found  []Found `json:"shifts"`
	// Nested are intervals over tables and draws.
	Nested []Nested `json:"nested"`
}

// Found is the result of one shift.
type Found struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Draws int    `json:"draws"`
	// Abroad has the methods that are trained on rows of one group. Taught has those that are trained on rows of the other
	// groups and use a teacher of the group. Both are tested on the other groups.
	Abroad []Entry `json:"abroad"`
	Taught []Entry `json:"taught"`
}

// Entry compares a method with ridge regression on the same rows.
type Entry struct {
	Name string `json:"name"`
	// Log is the mean over draws of the logarithm of the ratio of its error to ridge's. SD is the standard deviation of that
	// logarithm, and Blocks has its mean in each block of draws.
	Log    float64   `json:"log"`
	SD     float64   `json:"sd"`
	Blocks []float64 `json:"blocks"`
	// Means is the ratio of its mean error to ridge's mean error.
	Means float64 `json:"means"`
	// Home is Log for the same models on other rows of the group.
	Home *float64 `json:"home,omitempty"`
}

// tableLogs has logarithms of the errors in the draws of a shift, by method and then by draw: in the other groups, at home for
// the same models, and for methods with a teacher.
type tableLogs struct {
	names, taughtNames   []string
	abroad, home, taught [][]float64
}

// newLogs returns the logarithms from a shift's runs.
func newLogs(f trial.Found) (e tableLogs) {
	for i, m := range f.Entries(0) {
		logs := study.Each(m.Errors, logged)
		if name, taught := strings.CutPrefix(m.Name, taughtPrefix); taught {
			e.taughtNames, e.taught = append(e.taughtNames, name), append(e.taught, logs)
			continue
		}
		e.names, e.abroad, e.home = append(e.names, m.Name), append(e.abroad, logs), append(e.home, study.Each(f.Also(i, 0), logged))
	}
	return e
}

// newFound returns the results of a shift's draws.
func newFound(s Shift, of tableLogs) Found {
	f := Found{Name: s.Name, Kind: s.Kind, Draws: len(of.abroad[0])}
	for i, name := range of.names {
		e := entry(name, of.abroad[i], of.abroad[0])
		e.Home = new(entry(name, of.home[i], of.home[0]).Log)
		f.Abroad = append(f.Abroad, e)
	}
	for i, name := range of.taughtNames {
		f.Taught = append(f.Taught, entry(name, of.taught[i], of.taught[0]))
	}
	return f
}

// entry compares logarithms of a method's errors with ridge's.
func entry(name string, own, ridge []float64) Entry {
	e := Entry{Name: name}
	var ratios []float64
	sum, reference := 0.0, 0.0
	for i, v := range own {
		ratios, sum, reference = append(ratios, v-ridge[i]), sum+math.Exp(v), reference+math.Exp(ridge[i])
	}
	n := min(blocks, len(ratios))
	for b := range n {
		e.Blocks = append(e.Blocks, rounded(stat.Mean(ratios[b*len(ratios)/n:(b+1)*len(ratios)/n], nil)))
	}
	e.Log, e.Means = rounded(stat.Mean(ratios, nil)), rounded(sum/reference)
	if len(ratios) > 1 {
		e.SD = rounded(stat.StdDev(ratios, nil))
	}
	return e
}

// rounded rounds to five significant digits, and to at most four decimals.
func rounded(x float64) float64 {
	digits := math.Pow(10, 4-math.Floor(math.Log10(max(1, math.Abs(x)))))
	return math.Round(x*digits) / digits
}

// Where selects the models and the test rows of a ratio.
type Where string

// The two questions, and the models of the first question on rows of the same group.
const (
	Abroad Where = "abroad"
	Home   Where = "home"
	Taught Where = "taught"
)

// find returns a method's entry; nil if there is none.
func (f Found) find(at Where, method string) *Entry {
	return study.First(f.entries(at), func(e *Entry) bool { return e.Name == method })
}

func (f Found) entries(at Where) []Entry {
	if at == Taught {
		return f.Taught
	}
	return f.Abroad
}

// log returns a method's mean logarithm for a shift, in a block or, with block −1, over all draws.
func (e *Entry) log(at Where, block int) float64 {
	switch {
	case at == Home:
		return *e.Home
	case block >= 0:
		return e.Blocks[block]
	}
	return e.Log
}

// resamples is the number of resamples of every bootstrap.
const resamples = 4000

// Pooled returns the geometric mean over the shifts and their draws of the ratio of a method's error to another's. The interval
// is a bootstrap over the shifts. Pooled returns false if there is no shift, or if a shift lacks one of the methods.
func (r *Result) Pooled(at Where, method, reference string, level float64) (study.Interval, bool) {
	logs, ok := r.logs(at, method, reference, -1)
	return pooled(logs, level), ok
}

// logs returns the logarithms of the ratio of a method's error to another's, by shift.
func (r *Result) logs(at Where, method, reference string, block int) (logs []float64, ok bool) {
	for _, f := range r.Found {
		a, b := f.find(at, method), f.find(at, reference)
		if a == nil || b == nil {
			return nil, false
		}
		logs = append(logs, a.log(at, block)-b.log(at, block))
	}
	return logs, len(logs) > 0
}

// fresh returns Pooled for the last three blocks of draws, which were unknown when the predictions were made. It returns false
// unless there are four blocks.
func (r *Result) fresh(p Pair, level float64) (study.Interval, bool) {
	sum := make([]float64, len(r.Found))
	if r.Config.Draws < blocks {
		return study.Interval{}, false
	}
	for b := 1; b < blocks; b++ {
		logs, ok := r.logs(p.At, p.Method, p.Reference, b)
		if !ok {
			return study.Interval{}, false
		}
		floats.AddScaled(sum, 1./(blocks-1), logs)
	}
	return pooled(sum, level), true
}

// Survival returns the ratio of a method abroad divided by that at home. It is 1 if the gain is the same.
func (r *Result) Survival(method, reference string, level float64) (study.Interval, bool) {
	abroad, ok := r.logs(Abroad, method, reference, -1)
	home, too := r.logs(Home, method, reference, -1)
	if !ok || !too {
		return study.Interval{}, false
	}
	for i := range abroad {
		abroad[i] -= home[i]
	}
	return pooled(abroad, level), true
}

// pooled returns the exponential of the mean, with an interval at a level.
func pooled(logs []float64, level float64) study.Interval {
	if len(logs) == 0 {
		return study.Interval{}
	}
	mean := stat.Mean(logs, nil)
	rng, drawn := rand.New(rand.NewPCG(1, uint64(len(logs)))), make([]float64, resamples)
	for i := range drawn {
		for range logs {
			drawn[i] += logs[rng.IntN(len(logs))] / float64(len(logs))
		}
	}
	slices.Sort(drawn)
	end := func(q float64) float64 { return math.Exp(stat.Quantile(q, stat.LinInterp, drawn, nil)) }
	return study.Interval{Mean: math.Exp(mean), Low: end((1 - level) / 2), High: end((1 + level) / 2)}
}

// Of returns a method's ratio to ridge on one shift with Student's interval over its draws. It returns false if one of them is
// missing.
func (r *Result) Of(shift string, at Where, method string, level float64) (study.Interval, bool) {
	f := study.First(r.Found, func(f *Found) bool { return f.Name == shift })
	if f == nil {
		return study.Interval{}, false
	}
	e := f.find(at, method)
	if e == nil {
		return study.Interval{}, false
	}
	half := 0.0
	if f.Draws > 1 {
		half = student(f.Draws, level) * e.SD / math.Sqrt(float64(f.Draws))
	}
	return study.Interval{Mean: math.Exp(e.Log), Low: math.Exp(e.Log - half), High: math.Exp(e.Log + half)}, true
}

// Better returns the number of shifts on which a method has less error than another.
func (r *Result) Better(at Where, method, reference string) (n int) {
	logs, _ := r.logs(at, method, reference, -1)
	for _, l := range logs {
		if l < 0 {
			n++
		}
	}
	return n
}
