package repair

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
)

// randomArcs includes each ordered pair with probability density.
func randomArcs(rng *rand.Rand, n int, density float64) []Arc {
	var list []Arc
	for u := range n {
		for v := range n {
			if u != v && rng.Float64() < density {
				list = append(list, Arc{u, v, math.Round(rng.Float64()*20) / 20})
			}
		}
	}
	return list
}

// backward returns the weight of the backward arcs of an order.
func backward(order []int, list []Arc) (sum float64) {
	at := positions(order)
	for _, e := range list {
		if at[e.U] > at[e.V] {
			sum += e.Weight
		}
	}
	return sum
}

// TestExactAgainstAllOrders compares the exact result with a search over all orders.
func TestExactAgainstAllOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 1))
	for range 40 {
		n := 2 + rng.IntN(5)
		list := randomArcs(rng, n, 0.6)
		drop, exact := FeedbackArcSet(n, list)
		got := 0.0
		for _, i := range drop {
			got += list[i].Weight
		}
		want := math.Inf(1)
		for _, order := range combin.Permutations(n, n) {
			want = math.Min(want, backward(order, list))
		}
		if !exact || math.Abs(got-want) > 1e-9 {
			t.Fatalf("dropped weight %g (exact: %v), the least is %g", got, exact, want)
		}
	}
}

// TestHeuristicAgainstExact compares the heuristic with the exact result on small components.
func TestHeuristicAgainstExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	var exact, heuristic float64
	for range 30 {
		n := 12
		list := randomArcs(rng, n, 0.4)
		a := newArcs(n, list)
		e, h := backward(a.exactOrder(), list), backward(a.sift(a.greedyOrder()), list)
		if h < e-1e-9 {
			t.Fatalf("heuristic %g below exact %g", h, e)
		}
		exact += e
		heuristic += h
	}
	t.Logf("heuristic/exact = %.3f", heuristic/exact)
	if heuristic > 1.1*exact {
		t.Errorf("heuristic/exact = %.3f, want at most 1.1", heuristic/exact)
	}
}
