package posterior

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSurrogateGoesAhead checks that the surrogate is accepted often enough to skip most slice sampling, and
// that the means of the draws equal those of slice sampling alone.
func TestSurrogateGoesAhead(t *testing.T) {
	for _, loss := range []Loss{Logistic, Poisson} {
		cfg := DefaultConfig()
		cfg.Loss, cfg.Burn = loss, 200
		p := problemOf(t, table(8, 150, 5, loss), Order{Above: [][2]int{{0, 1}, {2, 3}}, Directions: []int{1, 0, 0, 0, 0}}, cfg)
		mean := func(p *problem, burn int) (w []float64, c *chain) {
			c = p.newChain(rand.New(rand.NewPCG(1, 3)))
			w = make([]float64, p.d)
			const draws = 3000
			for n := range burn + draws {
				if c.sweep(n); n >= burn {
					for j, v := range c.w {
						w[j] += v / draws
					}
				}
			}
			return w, c
		}
		got, c := mean(p, cfg.Burn)
		if c.fast.every != seldom || c.fast.taken < c.fast.tried/4 {
			t.Errorf("%s: %d of %d proposals are taken, slices in each of %d sweeps", loss, c.fast.taken, c.fast.tried, c.fast.every)
		}
		alone := *p
		alone.cfg.Burn = enough - 1 // too few to fit a surrogate
		want, slow := mean(&alone, cfg.Burn)
		if slow.fast.chain != nil {
			t.Fatalf("%s: slices alone have a surrogate", loss)
		}
		for j := range want {
			if !(math.Abs(got[j]-want[j]) < .03) {
				t.Errorf("%s: weight %d is %.3f, by slices alone %.3f", loss, j, got[j], want[j])
			}
		}
		t.Logf("%s: %d of %d proposals taken", loss, c.fast.taken, c.fast.tried)
	}
}
