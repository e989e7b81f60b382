package train

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/projection"
)

// TestLambdaKinds compares every λ in the graph with its formula. steps[i] is step i+1 of the
// history.
func TestLambdaKinds(t *testing.T) {
	target := func(rate, floor float64) func(i int, s []Step) float64 {
		return func(i int, s []Step) float64 {
			l := 0.5
			for _, before := range s[:i] {
				l = math.Min(math.Max(l+rate*(0.1-before.SecondLoss), floor), 1-floor)
			}
			return l
		}
	}
	for _, c := range []struct {
		lambda Lambda
		want   func(i int, steps []Step) float64
	}{
		{Lambda{Kind: Linear, Value: 0.2, End: 0.8, Steps: 4}, func(i int, _ []Step) float64 { return 0.2 + 0.6*math.Min(float64(i)/3, 1) }},
		{Lambda{Kind: Cosine, Value: 0.2, End: 0.8, Steps: 4}, func(i int, _ []Step) float64 {
			return 0.2 + 0.6*(1-math.Cos(math.Pi*math.Min(float64(i)/3, 1)))/2
		}},
		{Lambda{Kind: Staircase, Value: 0.3, Milestones: []int{2, 4}, Values: []float64{0.5, 0.9}}, func(i int, _ []Step) float64 {
			return []float64{0.3, 0.5, 0.5, 0.9, 0.9, 0.9}[i]
		}},
		{Lambda{Kind: Norms, P: 1}, func(i int, s []Step) float64 { return s[i].Norm1 / (s[i].Norm1 + s[i].Norm2) }},
		{Lambda{Kind: Norms, P: 4, Floor: 0.3}, func(i int, s []Step) float64 {
			a, b := math.Pow(s[i].Norm1, 4), math.Pow(s[i].Norm2, 4)
			return math.Min(math.Max(a/(a+b), 0.3), 0.7)
		}},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.05}, target(0.05, 0)},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.3}, target(0.3, 0)},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.3, Floor: 0.2}, target(0.3, 0.2)},
		{Lambda{Kind: Uncertainty}, func(i int, s []Step) float64 {
			l, h := s[0].TaskLoss, s[0].SecondLoss
			for _, now := range s[1 : i+1] {
				l, h = 0.99*l+0.01*now.TaskLoss, 0.99*h+0.01*now.SecondLoss
			}
			return h / (l + h)
		}},
	} {
		t.Run(string(c.lambda.Kind), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Lambda = c.lambda
			_, history, err := runSteps(t, twoBowls([2]float64{1, 0}, [2]float64{-1, 0.5}), cfg, 6)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range history.Steps {
				if want := c.want(i, history.Steps); math.Abs(s.Lambda-want) > 1e-9 {
					t.Errorf("step %d: λ = %.12g, want %.12g", i+1, s.Lambda, want)
				}
				bounded := c.lambda.Kind == Target || c.lambda.Floor > 0
				if held := bounded && (s.Lambda <= c.lambda.Floor || s.Lambda >= 1-c.lambda.Floor); s.Clamped != held {
					t.Errorf("step %d: λ = %g clamped %v, want %v", i+1, s.Lambda, s.Clamped, held)
				}
			}
		})
	}
}

// TestPowerFamilyTrainsAsItsRule checks that, with λ of the kind norms, the paper's P moves θ in
// the direction of IMTL-G (p = 1) and MGDA (p = 2) under conflict, for gradients that differ by up
// to 1e9. With Floor, it does not, and the history records that.
func TestPowerFamilyTrainsAsItsRule(t *testing.T) {
	start := [2]float64{0.25, 0.5}
	for _, weight := range []float64{1e-9, 1e-3, 1, 1e4, 1e9} {
		problem := func(scope *model.Scope, x *Node) *Node {
			return MulScalar(twoBowls([2]float64{1, 0}, [2]float64{-1, 0.2})(scope, x), weight)
		}
		direction := func(cfg Config) ([2]float64, Step) {
			theta, history, err := runSteps(t, problem, cfg, 1)
			if err != nil || history.Steps[0].Case != projection.Conflict {
				t.Fatalf("%+v, %v; want a step under conflict", history.Steps, err)
			}
			d := [2]float64{theta[0] - start[0], theta[1] - start[1]}
			size := math.Hypot(d[0], d[1])
			return [2]float64{d[0] / size, d[1] / size}, history.Steps[0]
		}
		for power, rule := range map[float64]projection.Rule{0: projection.PCGrad{}, 1: projection.IMTLG{}, 2: projection.MGDA{}} {
			cfg := DefaultConfig()
			cfg.Lambda = Lambda{Kind: Norms, P: power}
			got, step := direction(cfg)
			if step.Clamped {
				t.Errorf("weight %g, p = %g: λ = %g was clamped", weight, power, step.Lambda)
			}
			cfg.Lambda.Floor = 0.1
			if _, held := direction(cfg); power > 0 && held.Clamped != (weight != 1) {
				t.Errorf("weight %g, p = %g, floor 0.1: λ = %g, clamped %v", weight, power, held.Lambda, held.Clamped)
			}
			want, _ := direction(Config{Rule: rule, Lambda: FixedLambda(0.5), Tolerance: cfg.Tolerance})
			if off := math.Hypot(got[0]-want[0], got[1]-want[1]); off > 1e-6 {
				t.Errorf("weight %g, p = %g: direction %v, %s has %v", weight, power, got, rule, want)
			}
		}
	}
}

// TestTargetNeedsRulesThatKeepTheRoles checks target control, which lowers λ while H is above its
// goal. Under conflict, it reduces H more than a fixed λ if the rule keeps the roles, and less with
// the paper's P, which swaps them.
func TestTargetNeedsRulesThatKeepTheRoles(t *testing.T) {
	last := func(rule projection.Rule, lambda Lambda) float64 {
		cfg := DefaultConfig()
		cfg.Rule, cfg.Lambda = rule, lambda
		_, history, err := runSteps(t, twoBowls([2]float64{1, 0}, [2]float64{-1, 0.2}), cfg, 8)
		if err != nil || history.Counts[projection.Conflict] != 8 {
			t.Fatalf("%v, %v; want 8 steps under conflict", history.Counts, err)
		}
		return history.Steps[7].SecondLoss
	}
	control := Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.3, Floor: 0.05}
	for rule, lower := range map[projection.Rule]bool{projection.Continuous{}: true, projection.FeasibilityFirst{}: true, projection.Paper{}: false} {
		if steered, fixed := last(rule, control), last(rule, FixedLambda(0.5)); steered < fixed != lower {
			t.Errorf("%s: H = %g by target control, %g at λ = ½; want lower: %t", rule, steered, fixed, lower)
		}
	}
}
