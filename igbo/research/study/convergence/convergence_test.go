package convergence

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestGradients compares the gradients of every problem with
// central differences at random points.
func TestGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, p := range problems() {
		for range 20 {
			theta := make([]float64, len(p.start))
			for i := range theta {
				theta[i] = rng.NormFloat64()
			}
			_, _, g1, g2 := p.at(theta)
			for name, c := range map[string]struct {
				gradient []float64
				loss     func(x []float64) float64
			}{
				"L": {g1, func(x []float64) float64 { l, _, _, _ := p.at(x); return l }},
				"H": {g2, func(x []float64) float64 { _, h, _, _ := p.at(x); return h }},
			} {
				want := fd.Gradient(nil, c.loss, theta, &fd.Settings{Formula: fd.Central})
				for i := range want {
					if math.Abs(c.gradient[i]-want[i]) > 1e-6*(1+math.Abs(want[i])) {
						t.Errorf("%s, %s: ∂/∂θ_%d = %g, by differences %g", p.name, name, i, c.gradient[i], want[i])
					}
				}
			}
		}
	}
}

// TestFitsKnownRates checks the fits of k^−2 and 0.9^k.
func TestFitsKnownRates(t *testing.T) {
	var power, geometric Run
	for k := 1; k <= 200; k++ {
		power.note(k, math.Pow(float64(k), -2))
		geometric.note(k, math.Pow(0.9, float64(k)))
	}
	power.fit()
	geometric.fit()
	if math.Abs(power.Power+2) > 1e-9 || power.Linear {
		t.Errorf("%+v, want the power −2", power)
	}
	if math.Abs(geometric.Factor-0.9) > 1e-9 || !geometric.Linear {
		t.Errorf("%+v, want the factor 0.9", geometric)
	}
}

// TestConfigNamesWhatIsWrong checks that invalid settings, including excessive steps, are rejected by name.
func TestConfigNamesWhatIsWrong(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"steps must be at least 10, got 3":                 func(c *Config) { c.Steps = 3 },
		"margin must be a number within (0, 0.5), got 0.5": func(c *Config) { c.Margin = 0.5 },
		"unknown":                                 func(c *Config) { c.Rules = []string{"luck"} },
		"step rule \"newton\" not found":          func(c *Config) { c.StepRules = []string{"newton"} },
		"problem \"paradise\" not found":          func(c *Config) { c.Problems = []string{"paradise"} },
		"lambdas must be from 0 to 1, got 1.5":    func(c *Config) { c.Lambdas = []float64{1.5} },
		"step_rules must have at least one entry": func(c *Config) { c.StepRules = nil },
	})
	studytest.Keys(t, DefaultConfig, "steps")
	if got := DefaultConfig().lambdas(projection.MGDA{}); len(got) != 1 {
		t.Errorf("MGDA with %v, want one λ, as it has none", got)
	}
}
