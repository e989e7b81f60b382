package projection

import (
	"math"
	"strconv"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func newExec(t testing.TB, build func(n1, n2, c, lambda *Node) []*Node) *Exec {
	t.Helper()
	b := backendtest.Open(t)
	return must.Of(NewExec(b, build)).In(t)
}

// call runs a graph on (n1, n2, c, λ) in the dtype F.
func call[F float32 | float64](t *testing.T, exec *Exec, n1, n2, c, lambda float64) []float64 {
	t.Helper()
	outputs := must.Of(exec.Call(F(n1), F(n2), F(c), F(lambda))).In(t)
	values := make([]float64, len(outputs))
	for i, o := range outputs {
		values[i] = float64(tensors.ToScalar[F](o))
	}
	return values
}

// TestGraphCounterpart compares the weights built in a graph with the float64 reference, for every rule and
// sampler, in float64 and float32, including special cases.
func TestGraphCounterpart(t *testing.T) {
	pairs := samples(5)
	for _, rule := range append(compiled(), Normalized{Rule: CAGrad{C: 0.3}}) {
		exec := newExec(t, func(n1, n2, c, lambda *Node) []*Node {
			a1, a2 := WeightsNode(rule, n1, n2, c, lambda, 0)
			return []*Node{a1, a2}
		})
		for _, p := range pairs {
			for _, lambda := range []float64{0.1, 0.5, 0.7} {
				checkCounterpart[float64](t, exec, rule, p, lambda)
				checkCounterpart[float32](t, exec, rule, p, lambda)
			}
		}
	}
}

// checkCounterpart compares the directions. If rounding decides between cases, and for ill-conditioned
// gradients in float32, it only requires finite weights. For collinear gradients, Aligned-MTL is the rounding
// error of a sine.
func checkCounterpart[F float32 | float64](t *testing.T, exec *Exec, rule Rule, p pair, lambda float64) {
	t.Helper()
	n1, n2, c := dots(p.g1, p.g2)
	got := call[F](t, exec, n1, n2, c, lambda)
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	if v := math.Abs(got[0])*r1 + math.Abs(got[1])*r2; math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("%s, %s, λ = %g: weights %v in %T", rule, p.name, lambda, got, F(0))
	}
	tolerance, sine := 1e-10+p.rounding(), 4*math.Sqrt(0x1p-52)
	if _, narrow := any(F(0)).(float32); narrow {
		if p.regular() && !p.conditioned() {
			return
		}
		tolerance, sine = 3e-4, 4*math.Sqrt(0x1p-23)
	}
	if !p.exact {
		return
	}
	rounding := 0.0
	if sum := unaligned(rule); sum != nil && !p.regular() {
		b1, b2 := Weights(sum, n1, n2, c, lambda, 0)
		rounding = sine * (math.Abs(b1)*r1 + math.Abs(b2)*r2)
	}
	a1, a2 := Weights(rule, n1, n2, c, lambda, 0)
	off := plus(times(got[0]-a1, p.g1), times(got[1]-a2, p.g2))
	if size := math.Max(math.Abs(a1)*r1, math.Abs(a2)*r2); !(norm(off) <= tolerance*size+rounding) {
		t.Errorf("%s, %s, λ = %g: weights %v in %T, reference (%g, %g)", rule, p.name, lambda, got, F(0), a1, a2)
	}
}

// unaligned returns the weighted sum before alignment if the rule is Aligned-MTL, with the same length, and nil
// for other rules.
func unaligned(rule Rule) Rule {
	normalized, wraps := rule.(Normalized)
	if _, aligned := rule.(AlignedMTL); aligned {
		return WeightedSum{}
	}
	if _, aligned := normalized.Rule.(AlignedMTL); wraps && aligned {
		return Normalized{Rule: WeightedSum{}, Rescale: normalized.Rescale}
	}
	return nil
}

// TestPowerSharesCounterpart checks that PowerSharesNode equals its reference, and that the first share is
// PowerLambda.
func TestPowerSharesCounterpart(t *testing.T) {
	for _, power := range []float64{0, 0.5, 1, 2, 3} {
		exec := newExec(t, func(n1, n2, _, _ *Node) []*Node {
			lambda, rest := PowerSharesNode(n1, n2, power)
			return []*Node{lambda, rest}
		})
		for _, p := range samples(3) {
			if n1, n2, c := dots(p.g1, p.g2); n1+n2 > 0 {
				lambda, rest := PowerShares(n1, n2, power)
				wide, narrow := call[float64](t, exec, n1, n2, c, 0.5), call[float32](t, exec, n1, n2, c, 0.5)
				for i, want := range []float64{lambda, rest} {
					if !(math.Abs(wide[i]-want) <= 1e-12 && math.Abs(narrow[i]-want) <= 1e-5) {
						t.Errorf("%s: share %d of λ_%g is %g, in the graphs %g and %g", p.name, i, power, want, wide[i], narrow[i])
					}
				}
				if PowerLambda(n1, n2, power) != lambda {
					t.Errorf("%s: λ_%g = %g, want the first share, %g", p.name, power, PowerLambda(n1, n2, power), lambda)
				}
			}
		}
	}
}

// operations counts the nodes that are computed in every run.
func operations(t *testing.T, build func(n1, n2, c, lambda *Node)) int {
	t.Helper()
	b := backendtest.Open(t)
	g := NewGraph(b, t.Name())
	defer g.Finalize()
	scalar := shapes.Make(dtypes.Float32)
	build(Parameter(g, "n1", scalar), Parameter(g, "n2", scalar), Parameter(g, "c", scalar), Parameter(g, "lambda", scalar))
	count := 0
	for _, node := range g.Nodes() {
		if kind := node.Type(); kind != NodeTypeConstant && kind != NodeTypeParameter {
			count++
		}
	}
	return count
}

// TestNodeCounts checks that a rule adds the documented number of operations to every training step, and the
// package 17 more.
func TestNodeCounts(t *testing.T) {
	table := documented(t)
	for _, rule := range Rules() {
		alone := operations(t, func(n1, n2, c, lambda *Node) { rule.WeightsNode(n1, n2, c, lambda) })
		whole := operations(t, func(n1, n2, c, lambda *Node) { WeightsNode(rule, n1, n2, c, lambda, 1e-12) })
		if want := table[rule.String()]["nodes"]; strconv.Itoa(alone) != want || whole != alone+17 {
			t.Errorf("%s: %d nodes, %d with the special cases, want %s and 17 more", rule, alone, whole, want)
		}
	}
}

// BenchmarkWeightsNode times a rule with the special cases, and a graph that only passes on three numbers.
func BenchmarkWeightsNode(b *testing.B) {
	run := func(name string, build func(n1, n2, c, lambda *Node) []*Node) {
		b.Run("rule="+name, func(b *testing.B) {
			exec := newExec(b, build)
			for b.Loop() {
				must.Of(exec.Call(float32(1), float32(2), float32(-0.5), float32(0.3))).In(b)
			}
		})
	}
	run("none", func(n1, n2, _, _ *Node) []*Node { return []*Node{Add(n1, n1), Add(n2, n2)} })
	for _, rule := range Rules() {
		run(rule.String(), func(n1, n2, c, lambda *Node) []*Node {
			a1, a2 := WeightsNode(rule, n1, n2, c, lambda, 1e-12)
			return []*Node{a1, a2}
		})
	}
}
