package dag

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// normalScores draws n rows of normal scores with the given means and standard deviation sd, and a
// common component that correlates the columns.
func normalScores(rng *rand.Rand, n int, mu []float64, sd, common float64) *mat.Dense {
	m := mat.NewDense(n, len(mu), nil)
	for i := range n {
		shared := rng.NormFloat64() * common
		for k := range mu {
			m.Set(i, k, mu[k]+sd*rng.NormFloat64()+shared)
		}
	}
	return m
}

func testRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }

// reference computes μ, σ and P of one pair by the textbook formulas on the batch means.
func reference(scores *mat.Dense, size, u, v int) (mu, sigma, p float64) {
	rows, _ := scores.Dims()
	var d []float64
	for i := 0; i+size <= rows; i += size {
		sum := 0.0
		for j := i; j < i+size; j++ {
			sum += scores.At(j, u) - scores.At(j, v)
		}
		d = append(d, sum/float64(size))
	}
	mu, sigma = stat.MeanStdDev(d, nil)
	return mu, sigma, 0.5 * (1 + math.Erf(mu/sigma/math.Sqrt2))
}

// sound checks the guarantees of Build: a valid graph with finite numbers that can be encoded as
// JSON.
func sound(d *DAG) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if !finite(d.Report.Means...) || !finite(d.Report.Effective, d.Report.Guarantee.SmallestSlack) || !finite(d.Report.PValues...) {
		return fmt.Errorf("report %+v", d.Report)
	}
	if r := d.Report.Repair; r != nil {
		for _, e := range append(append([]Edge{}, r.Removed...), r.Added...) {
			if !finite(e.Mu, e.Sigma, e.P, e.Epsilon, e.Delta) {
				return fmt.Errorf("repair %+v", r)
			}
		}
	}
	_, err := json.Marshal(d)
	return err
}

// variants returns options for all estimators, with and without drawn batches, correction and
// repair.
func variants() []Options {
	var all []Options
	for _, estimator := range estimate.Methods() {
		for i := range 4 {
			o := DefaultOptions()
			o.Estimator, o.Resamples, o.BatchSize = estimator, 20, 3
			o.Batches = 5 * (i % 2)
			if i >= 2 {
				o.Multiplicity, o.Repair, o.Form = estimate.BenjaminiHochberg, LowerAlpha, Closure
			}
			all = append(all, o)
		}
	}
	return all
}

func ramp(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i%7) / 10
	}
	return x
}

// ours reports whether an error comes from this package or from package estimate.
func ours(err error) bool {
	return strings.HasPrefix(err.Error(), "dag: ") || strings.HasPrefix(err.Error(), "estimate: ")
}

// Helpers for tests outside the package.
var (
	NormalScores = normalScores
	TestRNG      = testRNG
)
