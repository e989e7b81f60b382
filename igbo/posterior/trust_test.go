package posterior

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
)

// orders lists orders for which Z is compared.
var orders = map[string][][2]int{
	"chain":    {{0, 1}, {1, 2}, {2, 3}, {3, 4}},
	"tiers":    {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}},
	"diamond":  {{0, 1}, {0, 2}, {1, 3}, {2, 3}},
	"n-shaped": {{0, 2}, {1, 2}, {1, 3}},
	"apart":    {{0, 1}, {2, 3}},
}

func problemOf(t *testing.T, data samples.Data, order Order, cfg Config) *problem {
	t.Helper()
	p, _, err := newProblem(context.Background(), data, order, cfg)
	must.Do(t, err)
	return p
}

// TestZByEnumeration compares Z with the mean of exp(−θ·V) over all rankings.
func TestZByEnumeration(t *testing.T) {
	for name, above := range orders {
		p := problemOf(t, table(1, 12, 5, Squared), Order{Above: above}, DefaultConfig())
		for k, theta := range p.cfg.Grid {
			sum, n := 0.0, 0.0
			permutations([]int{0, 1, 2, 3, 4}, 0, func(rank []int) {
				v := 0
				for u, below := range p.rel.below {
					for _, w := range below {
						if rank[w] < rank[u] {
							v++
						}
					}
				}
				sum, n = sum+math.Exp(-theta*float64(v)), n+1
			})
			if want := math.Log(sum / n); math.Abs(p.logZ[k]-want) > 1e-12 {
				t.Errorf("%s, θ %g: log Z %g, by enumeration %g", name, theta, p.logZ[k], want)
			}
		}
	}
}

func permutations(list []int, at int, do func([]int)) {
	if at == len(list) {
		do(list)
		return
	}
	for i := at; i < len(list); i++ {
		list[at], list[i] = list[i], list[at]
		permutations(list, at+1, do)
		list[at], list[i] = list[i], list[at]
	}
}

// TestSteppingStones compares stepping stones with the exact sum.
func TestSteppingStones(t *testing.T) {
	for name, above := range orders {
		p := problemOf(t, table(1, 12, 5, Squared), Order{Above: above}, DefaultConfig())
		for k, estimate := range p.steppingStones() {
			if math.Abs(estimate-p.logZ[k]) > .1 {
				t.Errorf("%s, θ %g: log Z about %g, exactly %g", name, p.cfg.Grid[k], estimate, p.logZ[k])
			}
		}
	}
}

// TestEstimates checks that problems with the same order, groups, base and grid share one stepping-stone
// estimate, and that each gets the right one.
func TestEstimates(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Groups = [][]int{{0, 1}, {2}, {3}, {4}}
	order := Order{Above: [][2]int{{0, 1}, {1, 2}}}
	first, again := problemOf(t, table(1, 12, 5, Squared), order, cfg), problemOf(t, table(2, 20, 5, Squared), order, cfg)
	if &first.logZ[0] != &again.logZ[0] || !slices.Equal(first.logZ, first.steppingStones()) {
		t.Errorf("%g for one table, %g for another, where its own stones give %g", first.logZ, again.logZ, first.steppingStones())
	}
	for name, change := range map[string]func(o *Order, c *Config){
		"base":   func(_ *Order, c *Config) { c.Base = Gauss },
		"grid":   func(_ *Order, c *Config) { c.Grid = []float64{0, 1} },
		"groups": func(_ *Order, c *Config) { c.Groups = [][]int{{0, 1, 2}, {3}, {4}} },
		"order":  func(o *Order, _ *Config) { o.Above = [][2]int{{0, 1}, {0, 2}} },
	} {
		c, o := cfg, order
		change(&o, &c)
		p := problemOf(t, table(1, 12, 5, Squared), o, c)
		if slices.Equal(p.logZ, first.logZ) || !slices.Equal(p.logZ, p.steppingStones()) {
			t.Errorf("another %s: %g, where its own stones give %g", name, p.logZ, p.steppingStones())
		}
	}
}

// TestLongChain checks the normalising constant for a ranking of 40 features, which is that of Mallows' model:
// Π (1−qⁱ)/(i(1−q)) with q = e^−θ.
func TestLongChain(t *testing.T) {
	const n = 40
	var above [][2]int
	for k := range n - 1 {
		above = append(above, [2]int{k, k + 1})
	}
	p := problemOf(t, table(1, 12, n, Squared), Order{Above: above}, DefaultConfig())
	for k, theta := range p.cfg.Grid {
		want := 0.0
		for i := 1; i <= n && theta > 0; i++ {
			want += math.Log(-math.Expm1(-theta*float64(i))) - math.Log(float64(i)) - math.Log(-math.Expm1(-theta))
		}
		if math.Abs(p.logZ[k]-want) > 1e-9 {
			t.Errorf("θ %g: log Z %g, by Mallows %g", theta, p.logZ[k], want)
		}
	}
}
