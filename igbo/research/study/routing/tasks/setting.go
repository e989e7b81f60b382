package tasks

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
)

// Setting is a task: a network learns y = sin 3x_1 + x_2 + noise, and an expert states that all other inputs hardly matter.
type Setting struct {
	Name string `json:"name"`
	// Inputs is the region of (x_1, x_2): a "ring" (datasets.Ring) or a "square", U(−1, 1)².
	Inputs string `json:"inputs"`
	// Samples is the number of training points.
	Samples int `json:"samples" bounds:"[2, 1e6]"`
	// Shortcut, if positive, adds the input s = sin 3x_1 + x_2 + Shortcut·z; in the test, s is that of another point. 0 adds
	// two inputs without effect, U(−1, 1)².
	Shortcut float64 `json:"shortcut" bounds:"[0, inf)"`
	// Score is the kind of share that the expert bounds: absolute, or signed as in the paper. The mean of signed shares can be
	// small even if those of the samples are not.
	Score attribution.ScoreKind `json:"score"`
}

// The regions of (x_1, x_2).
const (
	onRing   = "ring"
	inSquare = "square"
)

// distribution returns the settings on which the distribution of the inputs depends.
func (s Setting) distribution() Setting { return Setting{Inputs: s.Inputs, Shortcut: s.Shortcut} }

// Validate checks the settings.
func (s Setting) Validate() error {
	if s.Inputs != onRing && s.Inputs != inSquare {
		return fmt.Errorf("routing: inputs must be %s or %s, got %q", onRing, inSquare, s.Inputs)
	}
	return nil
}

// features returns the names of the inputs.
func (s Setting) features() []string {
	if s.Shortcut == 0 {
		return []string{"x1", "x2", "x3", "x4"}
	}
	return []string{"x1", "x2", "s"}
}

// order returns bounds on the mean share of every input after the second; signed shares have bounds on both sides.
func (s Setting) order(bound float64) (*dag.DAG, error) {
	var bounds []dag.Bound
	least := 0.0
	if s.Score == attribution.Signed {
		least = -bound
	}
	for k := 2; k < len(s.features()); k++ {
		bounds = append(bounds, dag.Bound{K: k, Min: least, Max: bound})
	}
	return dag.New(s.features(), nil, bounds, nil)
}

// inputs draws n points of the distribution with two inputs without effect.
func (s Setting) inputs(n int, seed uint64) []float64 {
	x, _ := datasets.Ring{}.Draw(n, seed)
	if s.Inputs == inSquare {
		rng := rand.New(rand.NewPCG(seed, 2))
		for i := range x {
			x[i] = 2*rng.Float64() - 1
		}
	}
	return x
}

// noise is the standard deviation of the noise of the targets.
const noise = 0.05

// draw draws n points; broken gives each the shortcut of another point.
func (s Setting) draw(n int, seed uint64, broken bool) igbo.Data {
	distribution, rng := datasets.Ring{}, rand.New(rand.NewPCG(seed, 1))
	x := s.inputs(n, seed)
	data := igbo.Data{Features: s.features(), Steps: 1, X: x, Y: distribution.Output(x)}
	hint := distribution.Output(x)
	for i := range data.Y {
		data.Y[i] += noise * rng.NormFloat64()
	}
	if s.Shortcut == 0 {
		return data
	}
	if broken {
		hint = distribution.Output(s.inputs(n, ^seed))
	}
	data.X = nil
	for i, v := range hint {
		data.X = append(data.X, x[4*i], x[4*i+1], v+s.Shortcut*rng.NormFloat64())
	}
	return data
}

// baseline returns a point of the support of the distribution: (1, 0) with the matching other inputs.
func (s Setting) baseline() []float64 {
	at := []float64{1, 0, 0, 0}
	if s.Shortcut > 0 {
		return []float64{1, 0, datasets.Ring{}.Output(at)[0]}
	}
	return at
}

// valid reports whether a point is in the region of about 95 % of the data, according to its distance from the ring or the
// square and the shortcut's deviation.
func (s Setting) valid(p []float64) bool {
	distribution, full := datasets.Ring{}, []float64{p[0], p[1], 0, 0}
	if s.Shortcut == 0 {
		full = p
	}
	ok := math.Abs(p[0]) <= 1 && math.Abs(p[1]) <= 1
	if s.Inputs == onRing {
		ok = distribution.Distance(full)[0] <= 1
	}
	return ok && (s.Shortcut == 0 || math.Abs(p[2]-distribution.Output(full)[0]) <= 1.96*s.Shortcut)
}
