package validity

import (
	"math"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// Result is the result of the study.
type Result struct {
	// Config has the settings. The result of study routing stores them for all questions.
	Config        Config         `json:"-"`
	Distributions []Distribution `json:"laws"`
	// Dropped has the scores of methods that the library no longer contains; nil except in the committed result.
	Dropped *Dropped `json:"dropped,omitempty"`
	// Timing has measured times, which do not depend only on the settings; nil except in the committed result.
	Timing *Timing `json:"timing,omitempty"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config = c
	return &with
}

// Distribution is the result for one distribution.
type Distribution struct {
	Distribution string `json:"law"`
	// Data is the share of valid fresh inputs, by seed.
	Data []float64 `json:"data"`
	// Unexplained is the squared error of the networks relative to the true function, divided by the variance of the target,
	// by seed. It is 0 without a known distribution.
	Unexplained []float64 `json:"unexplained"`
	// Routes are the paths, the straight one first.
	Routes []Route `json:"routes"`
}

// Route is the result of one path on one distribution.
type Route struct {
	Route string `json:"route"`
	// Scores has the available measures of the path by key, with a value for each seed.
	Scores map[string][]float64 `json:"scores"`
}

// newDistribution collects the parts of a distribution by seed.
func newDistribution(name string, parts []part) Distribution {
	l := Distribution{Distribution: name, Data: study.Each(parts, func(p part) float64 { return p.Data }), Unexplained: study.Each(parts, func(p part) float64 { return p.Unexplained })}
	for i, route := range parts[0].Routes {
		r := Route{Route: route, Scores: map[string][]float64{}}
		for _, p := range parts {
			for key, v := range p.Scores[i] {
				r.Scores[key] = append(r.Scores[key], v)
			}
		}
		for key, values := range r.Scores { // some seeds have no pair with a known truth
			if len(values) < len(parts) {
				delete(r.Scores, key)
			}
		}
		l.Routes = append(l.Routes, r)
	}
	return l
}

// Find returns the result for a distribution; nil if it was not selected.
func (r *Result) Find(distribution string) *Distribution {
	return study.First(r.Distributions, func(l *Distribution) bool { return l.Distribution == distribution })
}

// Find returns the results of a path, or nil if no path has the name.
func (l *Distribution) Find(route string) *Route {
	if l == nil {
		return nil
	}
	return study.First(l.Routes, func(r *Route) bool { return r.Route == route })
}

// estimate returns a measure with its interval, or false if the path does not have it.
func (r *Route) estimate(key string, level float64) (study.Estimate, bool) {
	if r == nil || len(r.Scores[key]) == 0 {
		return study.Estimate{}, false
	}
	return study.NewEstimate(r.Scores[key], level), true
}

// minus returns the difference of a measure from that of another path, by seed.
func (r *Route) minus(other *Route, key string, level float64) (study.Estimate, bool) {
	return r.paired(other, key, level, func(a, b float64) float64 { return a - b })
}

// over returns the geometric mean over seeds of the ratio of a measure to that of another path, with Student's interval of the
// logarithms.
func (r *Route) over(other *Route, key string, level float64) (study.Estimate, bool) {
	e, ok := r.paired(other, key, level, func(a, b float64) float64 { return math.Log(a / b) })
	e.Mean, e.Low, e.High = math.Exp(e.Mean), math.Exp(e.Low), math.Exp(e.High)
	return e, ok
}

func (r *Route) paired(other *Route, key string, level float64, compare func(a, b float64) float64) (study.Estimate, bool) {
	if r == nil || other == nil || len(r.Scores[key]) == 0 || len(r.Scores[key]) != len(other.Scores[key]) {
		return study.Estimate{}, false
	}
	values := make([]float64, len(r.Scores[key]))
	for i := range values {
		values[i] = compare(r.Scores[key][i], other.Scores[key][i])
	}
	return study.NewEstimate(values, level), true
}

// Dropped has the results of methods that were dropped, which an earlier commit computed on the same data, networks and pairs
// as the other paths.
type Dropped struct {
	// Commit is the last commit that can compute the scores.
	Commit        string                `json:"commit"`
	Distributions []DroppedDistribution `json:"laws"`
}

// DroppedDistribution has the dropped paths of one distribution.
type DroppedDistribution struct {
	Distribution string  `json:"law"`
	Routes       []Route `json:"routes"`
}

// Timing has times that were measured on one machine.
type Timing struct {
	// How describes the machine and the measurement.
	How           string               `json:"how"`
	Distributions []DistributionTiming `json:"laws"`
}

// DistributionTiming has the times for one distribution.
type DistributionTiming struct {
	Distribution string `json:"law"`
	// Training is the time to train the assessor and its oracle in seconds, by seed.
	Training study.Estimate `json:"training"`
	// Ratio is the time of attributions along the oracle's path relative to the straight path at the coarse M, measured in
	// alternating rounds.
	Ratio study.Estimate `json:"ratio"`
}
