package projection

import (
	"fmt"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// combiner runs CombineNode on gradients of two variables with 3 and 4 elements.
func combiner[F float32 | float64](t *testing.T, rule Rule, tolerance float64) func(p pair, lambda float64) []float64 {
	t.Helper()
	exec := must.Of(NewExec(backendtest.Open(t), func(in []*Node) []*Node {
		return CombineNode(rule, in[0:2], in[2:4], in[4], tolerance)
	})).In(t)
	t.Cleanup(exec.Finalize)
	part := func(g []float64) *tensors.Tensor {
		out := make([]F, len(g))
		for i, x := range g {
			out[i] = F(x)
		}
		return tensors.FromFlatDataAndDimensions(out, len(out))
	}
	return func(p pair, lambda float64) (v []float64) {
		for _, out := range must.Of(exec.Call(part(p.g1[:3]), part(p.g1[3:]), part(p.g2[:3]), part(p.g2[3:]), F(lambda))).In(t) {
			for _, x := range tensors.MustCopyFlatData[F](out) {
				v = append(v, float64(x))
			}
		}
		return v
	}
}

// scaleFree returns v divided by its scale: v(s·g1, s·g2)/s^degree.
func scaleFree(v []float64, rule Rule, s float64) []float64 {
	if degree(rule) == 0 {
		return v
	}
	return times(1/s, v)
}

// TestEveryScale checks that every rule gives the same direction and length for gradients times s, even if
// squares overflow or underflow. s is from 1e-150 to 1e150 and beyond in float64, and from 1e-30 to 1e30 in a
// float32 graph.
func TestEveryScale(t *testing.T) {
	var pairs []pair
	for _, p := range samples(3) {
		if p.name == "normal" || p.name == "far scales" || p.name == "nearly opposite" {
			pairs = append(pairs, p)
		}
	}
	for _, rule := range compiled() {
		narrow, wide := combiner[float32](t, rule, 0), combiner[float64](t, rule, 0)
		for _, p := range pairs {
			want := Combine(rule, p.g1, p.g2, 0.3)
			check := func(kind string, s, tolerance float64, v []float64) {
				t.Helper()
				if off := norm(plus(scaleFree(v, rule, s), times(-1, want))); !(off <= tolerance*norm(want)) {
					t.Errorf("%s, %s, %s times %g: %v, want %v", rule, p.name, kind, s, scaleFree(v, rule, s), want)
				}
			}
			for _, exponent := range []float64{-290, -150, -100, -30, -7, 7, 30, 100, 150, 290} {
				s := math.Pow(10, exponent)
				scaled := pair{g1: times(s, p.g1), g2: times(s, p.g2)}
				check("float64", s, 1e-8, Combine(rule, scaled.g1, scaled.g2, 0.3))
				check("graph in float64", s, 1e-8, wide(scaled, 0.3))
			}
			for _, exponent := range []float64{-30, -25, -19, -12, -6, 0, 6, 12, 19, 25, 30} {
				s := math.Pow(10, exponent)
				if p.conditioned() {
					check("graph in float32", s, 1e-3, narrow(pair{g1: times(s, p.g1), g2: times(s, p.g2)}, 0.3))
				} else if v := norm(scaleFree(narrow(pair{g1: times(s, p.g1), g2: times(s, p.g2)}, 0.3), rule, s)); math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s, %s, float32 times %g: length %g", rule, p.name, s, v)
				}
			}
		}
	}
}

// TestEveryRatio compares float32 with float64 for every rule and gradients whose lengths differ by up to 1e24.
func TestEveryRatio(t *testing.T) {
	for _, rule := range Rules() {
		exec := newExec(t, func(n1, n2, c, lambda *Node) []*Node {
			a1, a2 := WeightsNode(rule, n1, n2, c, lambda, 0)
			return []*Node{a1, a2}
		})
		for _, r1 := range []float64{1e-12, 1e-6, 1, 1e6, 1e12} {
			for _, r2 := range []float64{1e-12, 1e-6, 1, 1e6, 1e12} {
				for _, cos := range []float64{-0.9, -0.3, 0.4, 0.95} {
					n1, n2, c := r1*r1, r2*r2, r1*r2*cos
					a1, a2 := Weights(rule, n1, n2, c, 0.3, 0)
					got := call[float32](t, exec, n1, n2, c, 0.3)
					if !(math.Abs(got[0]-a1) <= 2e-5*math.Abs(a1)+1e-5*math.Abs(a2)*r2/r1 && math.Abs(got[1]-a2) <= 2e-5*math.Abs(a2)+1e-5*math.Abs(a1)*r1/r2) {
						t.Errorf("%s, lengths %g and %g, cosine %g: weights %v in float32, want (%g, %g)", rule, r1, r2, cos, got, a1, a2)
					}
				}
			}
		}
	}
}

// TestPowerFamilyForEveryRatio checks for norms from 1e-12 to 1e12 that under conflict, P with λ_p has the
// direction of IMTL-G for p = 1 and of MGDA for p = 2. It tests Go code and graphs of both precisions. A single
// number for λ is not enough, because 1−λ loses precision.
func TestPowerFamilyForEveryRatio(t *testing.T) {
	lost := 0
	for power, rule := range map[float64]Rule{0: PCGrad{}, 1: IMTLG{}, 2: MGDA{}} {
		exec := newExec(t, func(n1, n2, c, _ *Node) []*Node {
			lambda, rest := PowerSharesNode(n1, n2, power)
			a1, a2 := SplitWeightsNode(Paper{}, n1, n2, c, lambda, rest, 0)
			return []*Node{a1, a2}
		})
		for _, r1 := range []float64{1e-12, 1e-9, 1e-3, 1, 10, 1e5, 1e12} {
			for _, r2 := range []float64{1e-12, 1e-7, 1e-2, 1, 1e3, 1e12} {
				for _, cos := range []float64{-0.99, -0.5, -0.01} {
					n1, n2, c := r1*r1, r2*r2, r1*r2*cos
					b1, b2 := rule.Weights(n1, n2, c, 0.5)
					off := func(a1, a2 float64) float64 { // angle between the directions in (ĝ1, ĝ2)
						return math.Abs(a1*r1*b2*r2-a2*r2*b1*r1) / math.Hypot(a1*r1, a2*r2) / math.Hypot(b1*r1, b2*r2)
					}
					lambda, rest := PowerShares(n1, n2, power)
					a1, a2 := SplitWeights(Paper{}, n1, n2, c, lambda, rest, 0)
					wide, narrow := call[float64](t, exec, n1, n2, c, 0), call[float32](t, exec, n1, n2, c, 0)
					at := fmt.Sprintf("p = %g, norms %g and %g, cosine %g", power, r1, r2, cos)
					if x, y, z := off(a1, a2), off(wide[0], wide[1]), off(narrow[0], narrow[1]); !(x < 1e-14 && y < 1e-14 && z < 1e-5) {
						t.Errorf("%s: off %s by %g on the host, %g and %g in graphs", at, rule, x, y, z)
					}
					if x, y := Weights(Paper{}, n1, n2, c, lambda, 0); off(x, y) > 1e-3 {
						lost++
					}
				}
			}
		}
	}
	if lost == 0 {
		t.Error("λ alone is enough: the test does not test the split")
	}
}

// angled returns two gradients at an angle, with g2 k times as long as g1. At angles 0 and π they are exactly
// collinear.
func angled(theta, k float64) pair {
	g1 := []float64{1, 0, 0, 0, 0, 0, 0}
	sin, cos := math.Sincos(theta)
	if theta == math.Pi {
		sin, cos = 0, -1
	}
	return pair{g1: g1, g2: []float64{k * cos, k * sin, 0, 0, 0, 0, 0}}
}

// TestSmallAngles checks that every rule is continuous near the angles 0 and π: changing the angle by φ changes
// v by a multiple of φ, up to √ε, below which n1, n2 and c do not determine the angle.
func TestSmallAngles(t *testing.T) {
	for _, rule := range compiled() {
		wide, narrow := combiner[float64](t, rule, 0), combiner[float32](t, rule, 0)
		for _, end := range []float64{0, math.Pi} {
			for _, k := range []float64{1, 2, 0.3, 1.7, 1e3} {
				for _, lambda := range []float64{0.2, 0.5, 0.7} {
					limit := Combine(rule, angled(end, k).g1, angled(end, k).g2, lambda)
					size := math.Max(1, k)
					for exponent := -1.0; exponent >= -16; exponent -= 0.5 {
						phi := math.Pow(10, exponent)
						p := angled(math.Abs(end-phi), k)
						for kind, c := range map[string]struct {
							v    []float64
							sine float64
						}{"host": {Combine(rule, p.g1, p.g2, lambda), 1e-7}, "float64": {wide(p, lambda), 1e-7}, "float32": {narrow(p, lambda), 3e-3}} {
							if off := norm(plus(c.v, times(-1, limit))); !(off <= size*(4*phi+c.sine)) {
								t.Fatalf("%s, %s, ‖g2‖ = %g, λ = %g: %g off at an angle of %g from %g", rule, kind, k, lambda, off, phi, end)
							}
						}
					}
				}
			}
		}
	}
}

// TestOneAnswerAtCollinearGradients checks that for exactly parallel and opposite gradients, Combine, Weights
// and the graph agree, whatever the ratio of the lengths.
func TestOneAnswerAtCollinearGradients(t *testing.T) {
	for _, rule := range compiled() {
		wide := combiner[float64](t, rule, 0)
		for _, p := range samples(3) {
			for _, k := range []float64{-4, -1, -0.5, -0.3, -1.7, 1, 2, 0.3, 1.7} {
				q := pair{g1: p.g1, g2: times(k, p.g1)}
				n1, n2, c := dots(q.g1, q.g2)
				if p.name != "normal" {
					continue
				}
				a1, a2 := Weights(rule, n1, n2, c, 0.3, 0)
				host, weighed, graph := Combine(rule, q.g1, q.g2, 0.3), plus(times(a1, q.g1), times(a2, q.g2)), wide(q, 0.3)
				longest := math.Max(1, math.Max(norm(q.g1), norm(q.g2)))
				if x, y := norm(plus(host, times(-1, weighed))), norm(plus(host, times(-1, graph))); x > 1e-15*longest || y > 1e-7*longest {
					t.Errorf("%s, g2 = %g·g1: Combine %v, Weights %v, graph %v", rule, k, host, weighed, graph)
				}
			}
		}
	}
}

// TestNegligibleGradientKeepsTheOther checks that a negligible gradient leaves the other one, also if gradients
// are scaled, for rules of every degree, with and without a tolerance.
func TestNegligibleGradientKeepsTheOther(t *testing.T) {
	for _, rule := range compiled() {
		for _, tolerance := range []float64{0, 1e-12} {
			narrow := combiner[float32](t, rule, tolerance)
			for _, s := range []float64{1e-30, 1, 1e30} {
				g, zero := times(s, []float64{1, 2, 3, 4, 5, 6, 7}), make([]float64, 7)
				if v := narrow(pair{g1: g, g2: zero}, 0.3); !(norm(plus(times(1/s, v), times(-1/s, g))) < 1e-5) {
					t.Errorf("%s: g2 = 0 at %g leaves %v", rule, s, v)
				}
				if v := narrow(pair{g1: zero, g2: g}, 0.3); !(norm(plus(times(1/s, v), times(-1/s, g))) < 1e-5) {
					t.Errorf("%s: g1 = 0 at %g leaves %v", rule, s, v)
				}
				if v := Combine(rule, g, zero, 0.3); !same(times(1/s, v), times(1/s, g)) {
					t.Errorf("%s: g2 = 0 at %g leaves %v", rule, s, v)
				}
			}
		}
	}
}
