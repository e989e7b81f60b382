package shift

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
)

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Found  []Found `json:"shifts"`
	// Nested are intervals over tables and draws.
	Nested []Nested `json:"nested"`
}

// Found is what was found of one shift.
type Found struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Draws int    `json:"draws"`
	// Abroad are methods that saw rows of one group, Taught those that saw rows of the others and a teacher of the group; both were tested on the others.
	Abroad []Entry `json:"abroad"`
	Taught []Entry `json:"taught"`
}

// Entry is how a method did beside ridge regression on the same rows.
type Entry struct {
	Name string `json:"name"`
	// Log is the mean over draws of the logarithm of its error over ridge's, SD that logarithm's deviation, Blocks the mean of each block of draws.
	Log    float64   `json:"log"`
	SD     float64   `json:"sd"`
	Blocks []float64 `json:"blocks"`
	// Means is its mean error over ridge's mean error.
	Means float64 `json:"means"`
	// Home is Log where the same models are tested on other rows of the group.
	Home *float64 `json:"home,omitempty"`
}

// newFound is what a shift's draws say.
func newFound(s Shift, draws []part) Found {
	f := Found{Name: s.Name, Kind: s.Kind, Draws: len(draws)}
	for i, name := range draws[0].Names {
		e := entry(name, i, draws, func(p part) []float64 { return p.Abroad })
		home := entry(name, i, draws, func(p part) []float64 { return p.Home }).Log
		e.Home = &home
		f.Abroad = append(f.Abroad, e)
	}
	for i, name := range draws[0].Taught {
		f.Taught = append(f.Taught, entry(name, i, draws, func(p part) []float64 { return p.TaughtError }))
	}
	return f
}

// entry is method i of logarithms of errors by draw and method, of which ridge's are the first.
func entry(name string, i int, draws []part, read func(part) []float64) Entry {
	e := Entry{Name: name}
	var ratios []float64
	own, ridge := 0.0, 0.0
	for _, p := range draws {
		d := read(p)
		ratios, own, ridge = append(ratios, d[i]-d[0]), own+math.Exp(d[i]), ridge+math.Exp(d[0])
	}
	n := min(blocks, len(ratios))
	for b := range n {
		e.Blocks = append(e.Blocks, rounded(stat.Mean(ratios[b*len(ratios)/n:(b+1)*len(ratios)/n], nil)))
	}
	e.Log, e.Means = rounded(stat.Mean(ratios, nil)), rounded(own/ridge)
	if len(ratios) > 1 {
		e.SD = rounded(stat.StdDev(ratios, nil))
	}
	return e
}

// rounded keeps four digits after the point, and five digits.
func rounded(x float64) float64 {
	digits := math.Pow(10, 4-math.Floor(math.Log10(max(1, math.Abs(x)))))
	return math.Round(x*digits) / digits
}

// Where says which models and rows a ratio is of.
type Where string

// The two questions, and the models of the first on rows of their own group.
const (
	Abroad Where = "abroad"
	Home   Where = "home"
	Taught Where = "taught"
)

// find is a method's entry; nil where there is none.
func (f Found) find(at Where, method string) *Entry {
	return study.First(f.entries(at), func(e *Entry) bool { return e.Name == method })
}

func (f Found) entries(at Where) []Entry {
	if at == Taught {
		return f.Taught
	}
	return f.Abroad
}

// log is a method's number of a shift, of some block or with block −1 of all draws.
func (e *Entry) log(at Where, block int) float64 {
	switch {
	case at == Home:
		return *e.Home
	case block >= 0:
		return e.Blocks[block]
	}
	return e.Log
}

// resamples are those of every bootstrap.
const resamples = 4000

// Pooled is the geometric mean over the shifts, and over their draws, of a method's error over another's, with the interval of a bootstrap of the
// shifts. Not ok where there is no shift, or one lacks either.
func (r *Result) Pooled(at Where, method, reference string, level float64) (study.Interval, bool) {
	logs, ok := r.logs(at, method, reference, -1)
	return pooled(logs, level), ok
}

// logs are those of a method over another's by shift.
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

// fresh is Pooled of the last three blocks of draws, which nobody had looked at when they were predicted; not ok unless there are four.
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

// Survival is a method's ratio abroad over that at home: 1 where what it gains does not change.
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

// pooled is the exponential of the mean, with an interval at a level.
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

// Of is a method's ratio to ridge on one shift, with Student's interval over its draws. Not ok where either is missing.
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

// Better is the number of shifts on which a method has less error than another.
func (r *Result) Better(at Where, method, reference string) (n int) {
	logs, _ := r.logs(at, method, reference, -1)
	for _, l := range logs {
		if l < 0 {
			n++
		}
	}
	return n
}
