package convergence

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

func mustRun(t *testing.T, c Config) *Result { return studytest.Found[*Result](t, nil, c) }

// TestTheorem6 runs the study. With Armijo steps, every run comes within 1e-4 of the first residual, and 42 of 44 within 1e-5,
// including the problem with hinges. max(L, H) falls at every step, and most rates are linear. With steps of η/k, no run comes
// near a stationary point in 3000 steps. PCGrad, whose v is twice as long, does not converge with the constant step of the
// other rules.
func TestTheorem6(t *testing.T) {
	runs := mustRun(t, DefaultConfig()).Runs
	if len(runs) != 4*4*(2*4+3) {
		t.Fatalf("%d runs, want 4 problems × 4 step rules × 11 rules with λ", len(runs))
	}
	near, linear, armijoRuns := 0, 0, 0
	for i, r := range runs {
		name := strings.Join([]string{r.Problem, r.Rule, r.Lambda, r.StepRule}, ", ")
		switch r.StepRule {
		case "armijo":
			armijoRuns++
			if !r.Decreasing || r.Last > 1e-4*r.First {
				t.Errorf("%s: residual %g of %g, max(L, H) decreasing %v", name, r.Last, r.First, r.Decreasing)
			}
			if r.Last <= 1e-5*r.First {
				near++
			}
			if r.Linear {
				linear++
			}
		case "inverse":
			if first := runs[i-3]; first.StepRule != "armijo" || r.Last < 10*first.Last || r.Last < 1e-4*r.First {
				t.Errorf("%s: residual %g of %g; Armijo %g", name, r.Last, r.First, first.Last)
			}
		case "constant":
			if diverges := r.Problem == "quadratics" && r.Rule == "pcgrad"; diverges != (r.Last > 1e-2*r.First) {
				t.Errorf("%s: residual %g of %g", name, r.Last, r.First)
			}
		}
		for k := 1; k < len(r.Residual); k++ {
			if r.Residual[k] > r.Residual[k-1] || r.At[k] <= r.At[k-1] {
				t.Fatalf("%s: the least residual so far rises at step %g", name, r.At[k])
			}
		}
	}
	if near < 42 || linear < 38 {
		t.Errorf("of %d Armijo runs %d within 1e-5, %d linear; want 42 and 38", armijoRuns, near, linear)
	}
	t.Logf("%d Armijo runs: %d within 1e-5 of the first residual, %d of linear rate", armijoRuns, near, linear)
}

// TestTheorem6FromRandomStarts checks that Armijo steps bring every rule near a Pareto-stationary point from other starts too.
// The residual must be small absolutely or relative to the first one, because the problem of Fonseca and Fleming has small
// gradients far from its minima.
func TestTheorem6FromRandomStarts(t *testing.T) {
	cfg, rng := DefaultConfig(), rand.New(rand.NewPCG(8, 8))
	for _, p := range problems() {
		for range 10 {
			for i := range p.start {
				p.start[i] = 1.5 * rng.NormFloat64()
			}
			for _, name := range cfg.Rules {
				rule := must.Of(projection.ByName(name)).In(t)
				for _, lambda := range cfg.lambdas(rule) {
					r, s := Run{StepRule: "armijo"}, settings{Lambda: lambda, Margin: cfg.Margin, Steps: cfg.Steps}
					must.Do(t, r.descend(t.Context(), s, p, rule, func(int) {}))
					if !r.Decreasing || r.Last > 1e-4*r.First && r.Last > 1e-6 {
						t.Errorf("%s from %.2f, %s, λ %s: residual %g of %g, decreasing %v", p.name, p.start, name, lambdaName(lambda), r.Last, r.First, r.Decreasing)
					}
				}
			}
		}
	}
}

// TestRunsStayWhereTheyCame checks that no run, with any step rule, comes near a Pareto-stationary point and leaves it again,
// as one that oscillates around a jump of P would.
func TestRunsStayWhereTheyCame(t *testing.T) {
	runs := mustRun(t, DefaultConfig()).Runs
	for _, r := range runs {
		if r.End < r.Last || r.End > 100*r.Last+1e-6 {
			t.Errorf("%s, %s, λ %s, %s: came to %g, ends at %g", r.Problem, r.Rule, r.Lambda, r.StepRule, r.Last, r.End)
		}
	}
}
