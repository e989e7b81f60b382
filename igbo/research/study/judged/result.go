package judged

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Result is the result of the study.
type Result struct {
	Config   Config  `json:"config"`
	Settings []Found `json:"settings"`
}

// Found is the result of a setting.
type Found struct {
	Name  string `json:"name"`
	Draws int    `json:"draws"`
	// Edges is the mean number of edges. Truth is the share of edges that hold in the truth; nil if the truth is not known.
	Edges    float64         `json:"edges"`
	Truth    *study.Interval `json:"truth,omitempty"`
	Students []Student       `json:"students"`
}

// Student is the result of one student for each judge.
type Student struct {
	Name string `json:"name"`
	// Error is the mean error on the test data relative to that of the student without the order.
	Error  study.Interval `json:"error"`
	Judges []Judged       `json:"judges"`
}

// Judged is the share of edges that hold by a judge.
type Judged struct {
	Judge string         `json:"judge"`
	Holds study.Interval `json:"holds"`
	// Gain is Holds minus that of the student without the order.
	Gain study.Interval `json:"gain"`
	// Carried is Gain divided by the gain of the trained score. For the student without the order, it is 0 with an empty
	// interval.
	Carried study.Interval `json:"carried"`
	// Blocks are Holds in four blocks of draws; empty if a block would have fewer than two draws.
	Blocks []float64 `json:"blocks,omitempty"`
}

// resamples is the number of resamples for each 95 % interval.
const resamples = 2000

// newFound summarises the runs of a setting.
func newFound(f trial.Found) Found {
	found := Found{Name: f.Name, Draws: len(f.Runs), Edges: rounded(stat.Mean(f.Facts(0), nil))}
	if truth := f.Facts(1); truth[0] >= 0 {
		found.Truth = new(interval(len(truth), func(draws []int) float64 { return mean(truth, draws) }))
	}
	entries := f.Entries(0)
	for i, e := range entries {
		s := Student{Name: e.Name}
		s.Error = interval(len(e.Errors), func(draws []int) float64 { return mean(e.Errors, draws) / mean(entries[0].Errors, draws) })
		trained, before := f.Also(i, 0), f.Also(0, 0)
		for k, name := range judges {
			own, without := f.Also(i, k), f.Also(0, k)
			gain := func(draws []int) float64 { return mean(own, draws) - mean(without, draws) }
			j := Judged{Judge: name, Holds: interval(len(own), func(draws []int) float64 { return mean(own, draws) }), Gain: interval(len(own), gain)}
			if i > 0 {
				j.Carried = interval(len(own), func(draws []int) float64 { return gain(draws) / (mean(trained, draws) - mean(before, draws)) })
			}
			if n := len(own) / trial.BlockCount; n >= 2 {
				for b := range trial.BlockCount {
					j.Blocks = append(j.Blocks, rounded(stat.Mean(own[b*n:(b+1)*n], nil)))
				}
			}
			s.Judges = append(s.Judges, j)
		}
		found.Students = append(found.Students, s)
	}
	return found
}

// mean returns the mean of the chosen draws.
func mean(values []float64, draws []int) (m float64) {
	for _, i := range draws {
		m += values[i] / float64(len(draws))
	}
	return m
}

// interval returns a statistic of n draws with the percentile interval of a bootstrap that resamples draws.
func interval(n int, of func(draws []int) float64) study.Interval {
	rng, draws := rand.New(rand.NewPCG(1, uint64(n))), make([]int, n)
	for i := range draws {
		draws[i] = i
	}
	q, values := study.Interval{Mean: rounded(of(draws))}, make([]float64, 0, resamples)
	for range resamples {
		for i := range draws {
			draws[i] = rng.IntN(n)
		}
		if v := of(draws); !math.IsNaN(v) && !math.IsInf(v, 0) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return study.Interval{Mean: q.Mean, Low: math.NaN(), High: math.NaN()}
	}
	low, high := ends(values)
	q.Low, q.High = rounded(low), rounded(high)
	return q
}

// rounded rounds to four decimals.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// find returns a student of a setting; nil if there is none.
func (r *Result) find(setting, student string) *Student {
	f := study.First(r.Settings, func(f *Found) bool { return f.Name == setting })
	if f == nil {
		return nil
	}
	return study.First(f.Students, func(s *Student) bool { return s.Name == student })
}

// by returns the results of a judge, or nil if there are none.
func (s *Student) by(judge string) *Judged {
	if s == nil {
		return nil
	}
	return study.First(s.Judges, func(j *Judged) bool { return j.Judge == judge })
}
