package validity

import (
	"math"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// Result is what the study finds.
type Result struct {
	// Config are the settings, which the result of study routing holds for all questions.
	Config        Config         `json:"-"`
	Distributions []Distribution `json:"laws"`
	// Dropped holds the scores of methods that the library no longer has; nil except
	// in the committed result.
	Dropped *Dropped `json:"dropped,omitempty"`
	// Timing is what was measured of times, which are no function of the settings: nil but
	// in the committed result.
	Timing *Timing `json:"timing,omitempty"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config = c
	return &with
}

// Distribution is what was found on one law.
type Distribution struct {
	Distribution string `json:"law"`
	// Data is the share of fresh inputs that are valid themselves, by seed.
	Data []float64 `json:"data"`
	// Unexplained is the networks' squared error against the distribution's function over the target's variance, by
	// seed; 0 without a distribution.
	Unexplained []float64 `json:"unexplained"`
	// Routes are the paths, the straight one first.
	Routes []Route `json:"routes"`
}

// Route is what was found of one path on one law.
type Route struct {
	Route string `json:"route"`
	// Scores are the measures that the path has, by their keys, each with a value for each seed.
	Scores map[string][]float64 `json:"scores"`
}

// newDistribution gathers the parts of a distribution by seed.
func newDistribution(name string, parts []part) Distribution {
	l := Distribution{Distribution: name, Data: study.Each(parts, func(p part) float64 { return p.Data }), Unexplained: study.Each(parts, func(p part) float64 { return p.Unexplained })}
	for i, route := range parts[0].Routes {
		r := Route{Route: route, Scores: map[string][]float64{}}
		for _, p := range parts {
			for key, v := range p.Scores[i] {
				r.Scores[key] = append(r.Scores[key], v)
			}
		}
		for key, values := range r.Scores { // a truth that some seed's pairs do not have
			if len(values) < len(parts) {
				delete(r.Scores, key)
			}
		}
		l.Routes = append(l.Routes, r)
	}
	return l
}

// Find returns a distribution's part of the result; nil for a distribution that was not asked for.
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

// estimate returns a measure with its interval; false where the path does not have it.
func (r *Route) estimate(key string, level float64) (study.Estimate, bool) {
	if r == nil || len(r.Scores[key]) == 0 {
		return study.Estimate{}, false
	}
	return study.NewEstimate(r.Scores[key], level), true
}

// minus is by how much a measure exceeds that of another path, seed by seed.
func (r *Route) minus(other *Route, key string, level float64) (study.Estimate, bool) {
	return r.paired(other, key, level, func(a, b float64) float64 { return a - b })
}

// over returns the geometric mean of the ratios of a measure to that of another path, seed by
// seed, with Student's interval of their logarithms.
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

// Dropped holds what an earlier commit found of methods that were dropped since, on the same
// data, networks and pairs as the other paths.
type Dropped struct {
	// Commit is the last one that can make the scores.
	Commit        string                `json:"commit"`
	Distributions []DroppedDistribution `json:"laws"`
}

// DroppedDistribution holds the dropped paths of one distribution.
type DroppedDistribution struct {
	Distribution string  `json:"law"`
	Routes       []Route `json:"routes"`
}

// Timing is what takes how long, as measured on one machine.
type Timing struct {
	// How says on which machine, and how.
	How           string               `json:"how"`
	Distributions []DistributionTiming `json:"laws"`
}

// DistributionTiming is what takes how long on a distribution.
type DistributionTiming struct {
	Distribution string `json:"law"`
	// Training is how many seconds the assessor and its oracle take to train, by seed.
	Training study.Estimate `json:"training"`
	// Ratio is the time of attributions along the oracle's path over that along the straight one at
	// the coarse M, in rounds that take turns.
	Ratio study.Estimate `json:"ratio"`
}
