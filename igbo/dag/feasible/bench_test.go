package feasible

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSolve solves random sparse orders with 10 000 features and 50 000 constraints.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name         string
		lo, epsilon  float64
		spread       float64
		wantFeasible bool
	}{
		{"signed/ε=1e-9", -1, 1e-9, 0, true}, {"absolute/ε=1e-9", 0, 1e-9, 0, true},
		{"signed/ε=0.005", -1, 0.005, 0, false}, {"absolute/ε=0.005", 0, 0.005, 0, false},
		{"signed/ε≈1e-4", -1, 5e-5, 5e-5, false}, {"absolute/ε≈2e-5", 0, 1e-5, 1e-5, false},
		{"signed/ε≈6e-6", -1, 3e-6, 3e-6, true},
	} {
		s := sparse(10000, 50000, c.lo, c.epsilon, c.spread)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				work := MaxWork
				v := newProgram(s, &work).solve(false)
				if !v.Decided || v.Feasible != c.wantFeasible {
					b.Fatalf("decided %t, feasible %t", v.Decided, v.Feasible)
				}
				b.ReportMetric(float64(MaxWork-work), "links")
				if !v.Feasible {
					b.ReportMetric(float64(len(v.Proof.Groups())), "groups")
				}
			}
		})
	}
}

func sparse(n, m int, lo, epsilon, spread float64) System {
	rng := rand.New(rand.NewPCG(5, 6))
	s := System{N: n, Lo: lo, Hi: 1, Norm: 1}
	for len(s.Constraints) < m {
		p, q := rng.IntN(n), rng.IntN(n)
		if p < q {
			s.Constraints = append(s.Constraints, Constraint{p, q, epsilon + 2*spread*rng.Float64(), len(s.Constraints), 0})
		}
	}
	return s
}
