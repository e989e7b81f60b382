package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Table holds tabular data: N samples of D features and one target each.
type Table struct {
	// Features names the D features.
	Features []string
	// X holds N rows of D values.
	X [][]float64
	// Y holds N targets.
	Y []float64
}

// TeacherStudentConfig holds the settings of the synthetic task in the paper (section "Setup").
type TeacherStudentConfig struct {
	Features    int     `json:"features"`    // d, 10 in the paper; must be even, because features come in correlated pairs
	Hidden      int     `json:"hidden"`      // units of the random target network, 16
	Correlation float64 `json:"correlation"` // ρ between the two features of a pair, 0.6
	WeightMean  float64 `json:"weight_mean"` // mean of weights and biases of the target network, 1
	WeightSD    float64 `json:"weight_sd"`   // their standard deviation, 0.4
	Noise       float64 `json:"noise"`       // standard deviation of ε, 0.02
	Train       int     `json:"train"`       // training points, 1000
	Validation  int     `json:"validation"`  // validation points, 200
}

// DefaultTeacherStudentConfig returns the settings in the paper.
func DefaultTeacherStudentConfig() TeacherStudentConfig {
	return TeacherStudentConfig{
		Features: 10, Hidden: 16, Correlation: 0.6, WeightMean: 1, WeightSD: 0.4,
		Noise: 0.02, Train: 1000, Validation: 200,
	}
}

// Validate checks the settings.
func (c TeacherStudentConfig) Validate() error {
	switch {
	case c.Features < 2 || c.Features%2 != 0:
		return fmt.Errorf("datasets: %d features, want an even number of at least 2 (they come in correlated pairs)", c.Features)
	case c.Hidden < 1:
		return fmt.Errorf("datasets: the target network has %d units, want at least 1", c.Hidden)
	case !(math.Abs(c.Correlation) <= 1):
		return fmt.Errorf("datasets: Correlation %g must be in [−1, 1]", c.Correlation)
	case !(c.WeightSD >= 0) || !(c.Noise >= 0) || math.IsInf(c.WeightSD+c.Noise, 0) || math.IsNaN(c.WeightMean) || math.IsInf(c.WeightMean, 0):
		return fmt.Errorf("datasets: weights N(%g, %g²) and noise %g, want finite numbers and standard deviations of at least 0", c.WeightMean, c.WeightSD, c.Noise)
	case c.Train < 1 || c.Validation < 1:
		return fmt.Errorf("datasets: %d training and %d validation points, want at least 1 each", c.Train, c.Validation)
	case !fit(c.Train, c.Features+1) || !fit(c.Validation, c.Features+1) || !fit(c.Features, c.Hidden):
		return fmt.Errorf("datasets: the data or the network are too large: %d training and %d validation points, %d features, %d units (each array can have at most %d numbers)",
			c.Train, c.Validation, c.Features, c.Hidden, maxNumbers)
	}
	return nil
}

// A TeacherStudentTask is a draw of the task in the paper: a random target network, and points from it.
type TeacherStudentTask struct {
	Config            TeacherStudentConfig
	Train, Validation Table

	w1     [][]float64 // [Features][Hidden]
	b1, w2 []float64   // [Hidden]
	b2     float64
	seed   uint64
}

// TeacherStudent draws the task in the paper (section "Setup"):
//
//	x ~ N(0, Σ), Σ block diagonal with correlation ρ in consecutive pairs
//	y = max(0, x·W1 + b1)·W2 + b2 + ε, ε ~ N(0, noise²)
//	W1, b1, W2, b2 ~ N(mean, sd²), drawn once
//
// The same config and seed give the same data.
func TeacherStudent(cfg TeacherStudentConfig, seed uint64) (*TeacherStudentTask, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	task := &TeacherStudentTask{Config: cfg, seed: seed}
	task.drawTarget(rng)
	task.Train = task.sample(cfg.Train, rng)
	task.Validation = task.sample(cfg.Validation, rng)
	return task, nil
}

// Fresh draws n more points of the same task, independent of the training and validation points. Different
// streams give independent samples. It panics with an error if n is negative or the points have more than 2³⁰
// numbers.
func (t *TeacherStudentTask) Fresh(n int, stream uint64) Table {
	if n < 0 || n > maxNumbers/t.Config.Features {
		panic(fmt.Errorf("datasets: %d points of %d features, want 0 or more and at most %d numbers", n, t.Config.Features, maxNumbers))
	}
	return t.sample(n, rand.New(rand.NewPCG(t.seed, 1+stream)))
}

// Target evaluates the noise-free target network at x.
func (t *TeacherStudentTask) Target(x []float64) float64 {
	y := t.b2
	for j := range t.w2 {
		z := t.b1[j]
		for k, v := range x {
			z += v * t.w1[k][j]
		}
		y += max(0, z) * t.w2[j]
	}
	return y
}

func (t *TeacherStudentTask) drawTarget(rng *rand.Rand) {
	normal := func() float64 { return t.Config.WeightMean + t.Config.WeightSD*rng.NormFloat64() }
	vector := func() []float64 {
		v := make([]float64, t.Config.Hidden)
		for i := range v {
			v[i] = normal()
		}
		return v
	}
	for range t.Config.Features {
		t.w1 = append(t.w1, vector())
	}
	t.b1, t.w2, t.b2 = vector(), vector(), normal()
}

func (t *TeacherStudentTask) sample(n int, rng *rand.Rand) Table {
	table := Table{X: make([][]float64, n), Y: make([]float64, n)}
	for k := range t.Config.Features {
		table.Features = append(table.Features, fmt.Sprintf("x%d", k+1))
	}
	rho := t.Config.Correlation
	for i := range n {
		x := make([]float64, t.Config.Features)
		for k := 0; k < len(x); k += 2 {
			x[k] = rng.NormFloat64()
			x[k+1] = rho*x[k] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
		}
		table.X[i], table.Y[i] = x, t.Target(x)+t.Config.Noise*rng.NormFloat64()
	}
	return table
}
