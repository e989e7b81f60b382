package dag

import (
	"bytes"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
)

// randomEdges draws each ordered pair with probability density; weights lie in P.
func randomEdges(rng *rand.Rand, n int, density float64) []Edge {
	var edges []Edge
	for u := range n {
		for v := range n {
			if u != v && rng.Float64() < density {
				edges = append(edges, Edge{u, v, 0, 0, math.Round(rng.Float64()*20) / 20, 0.1, 0.2})
			}
		}
	}
	return edges
}

func weightP(e Edge) float64 { return e.P }

// leastFeedback tries every order.
func leastFeedback(n int, edges []Edge) float64 {
	best := math.Inf(1)
	for _, order := range combin.Permutations(n, n) {
		at := positions(order)
		sum := 0.0
		for _, e := range edges {
			if at[e.U] > at[e.V] {
				sum += e.P
			}
		}
		best = math.Min(best, sum)
	}
	return best
}

func TestRepairIsExactOnSmallComponents(t *testing.T) {
	rng := testRNG(30)
	repaired := 0
	for range 60 {
		n := 2 + rng.IntN(6)
		edges := randomEdges(rng, n, 0.6)
		kept, rec := Repair(names(nil, n), edges, weightP)
		if err := newUnchecked(names(nil, n), kept).Acyclic(); err != nil {
			t.Fatal(err)
		}
		got := 0.0
		if rec != nil {
			repaired++
			got = rec.Weight
			if !rec.Exact || len(kept)+len(rec.Removed) != len(edges) {
				t.Fatalf("record %+v, kept %d of %d", rec, len(kept), len(edges))
			}
		}
		if want := leastFeedback(n, edges); math.Abs(got-want) > 1e-9 {
			t.Fatalf("dropped weight %g, the least is %g", got, want)
		}
	}
	if repaired < 30 {
		t.Errorf("only %d graphs had cycles", repaired)
	}
}

// The heuristic, run on components small enough for the exact answer.
func TestHeuristicAgainstExact(t *testing.T) {
	rng := testRNG(31)
	var exact, heuristic float64
	for range 30 {
		n := 12
		a := newArcs(n)
		edges := randomEdges(rng, n, 0.4)
		for _, e := range edges {
			a.add(e.U, e.V, e.P)
		}
		cost := func(order []int) (sum float64) {
			at := positions(order)
			for _, e := range edges {
				if at[e.U] > at[e.V] {
					sum += e.P
				}
			}
			return sum
		}
		e, h := cost(a.exactOrder()), cost(a.sift(a.greedyOrder()))
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

func TestRepairOfLargeComponentsIsRecorded(t *testing.T) {
	rng := testRNG(32)
	edges := randomEdges(rng, 60, 0.2)
	kept, rec := Repair(names(nil, 60), edges, weightP)
	if rec == nil || rec.Exact || len(rec.Components) != 1 || rec.Components[0] <= ExactComponent {
		t.Fatalf("got %+v", rec)
	}
	if _, err := New(names(nil, 60), kept, nil, nil); err != nil {
		t.Error(err)
	}
}

// Reduction and closure against path search, pair by pair.
func TestReductionAndClosure(t *testing.T) {
	rng := testRNG(33)
	for range 40 {
		n := 3 + rng.IntN(10)
		var edges []Edge
		for _, e := range randomEdges(rng, n, 0.5) {
			if e.U < e.V {
				e.Mu, e.Sigma, e.Epsilon, e.Delta = 0.15, 0.05, 0.01, 2
				edges = append(edges, e)
			}
		}
		d, err := New(names(nil, n), edges, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		closure, err := d.TransitiveClosure()
		if err != nil {
			t.Fatal(err)
		}
		reduction := d.TransitiveReduction()
		for u := range n {
			for v := range n {
				path := u != v && topo.PathExistsIn(d, d.Node(int64(u)), d.Node(int64(v)))
				if closure.HasEdgeFromTo(int64(u), int64(v)) != path {
					t.Fatalf("closure %d→%d: want %v", u, v, path)
				}
				if u != v && topo.PathExistsIn(reduction, reduction.Node(int64(u)), reduction.Node(int64(v))) != path {
					t.Fatalf("reduction lost %d→%d", u, v)
				}
			}
		}
		if !closure.Transitive() || closure.missingEdges() != 0 {
			t.Fatal("closure is not transitive")
		}
		for _, e := range reduction.Edges { // no edge of the reduction is implied by the others
			var rest []Edge
			for _, f := range reduction.Edges {
				if f != e {
					rest = append(rest, f)
				}
			}
			r := newUnchecked(names(nil, n), rest)
			if topo.PathExistsIn(r, r.Node(int64(e.U)), r.Node(int64(e.V))) {
				t.Fatalf("edge %+v of the reduction is implied", e)
			}
		}
	}
}

func TestClosureComposesIntervals(t *testing.T) {
	d, err := New([]string{"a", "b", "c", "d"}, []Edge{
		{0, 1, 0.15, 0.05, 0.9, 0.1, 0.2}, {1, 3, 0.35, 0.05, 0.8, 0.3, 0.4},
		{0, 2, 0.25, 0.15, 0.7, 0.1, 0.4}, {2, 3, 0.1, 0, 1, 0.1, 0.1},
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.TransitiveClosure()
	if err != nil {
		t.Fatal(err)
	}
	e := c.Edge(0, 3).(GraphEdge)
	if !near(e.Epsilon, 0.4) || !near(e.Delta, 0.5) || !near(e.Mu, 0.5) || e.P != 0.8 {
		t.Errorf("got %+v, want ε = 0.4 from a→b→d, δ = 0.5 from a→c→d", e.Edge)
	}
	d.Edges[2].Epsilon = 0.45 // b→d: a→b→d implies ε = 0.55, a→c→d still δ = 0.5
	d.Edges[2].Delta = 0.46
	if _, err := d.TransitiveClosure(); err == nil {
		t.Error("paths with disjoint intervals: want an error")
	}
}

// Lower α draws what paths imply; forms add or remove the same edges.
func TestLowerAlphaAndForms(t *testing.T) {
	rng := testRNG(34)
	seen := false
	for range 200 {
		scores := randomScores(rng)
		opts := DefaultOptions()
		opts.Estimator, opts.BatchSize, opts.Alpha, opts.Repair = Frequency, 4, 0.6, LowerAlpha
		d, err := Build(scores, opts)
		if err != nil {
			t.Fatal(err)
		}
		if d.Report.Repair == nil || len(d.Report.Repair.Added) == 0 {
			continue
		}
		seen = true
		for i, e := range d.Report.Repair.Added {
			if a := d.Report.Repair.LocalAlpha[i]; !(a > 0.5 && a <= 0.6) || a != e.P || !d.HasEdgeFromTo(int64(e.U), int64(e.V)) {
				t.Fatalf("added %+v at α = %g", e, a)
			}
		}
		opts.Form = Closure
		c, err := Build(scores, opts)
		if err != nil || !c.Transitive() {
			t.Fatalf("closure: %v", err)
		}
		opts.Form = Reduction
		r, err := Build(scores, opts)
		if err != nil || len(r.Edges) > len(d.Edges) || r.TransitiveReduction().Equal(r) == false {
			t.Fatalf("reduction: %v", err)
		}
	}
	if !seen {
		t.Error("no graph needed a lower α")
	}
}

// Whatever the estimator, the correction and the repair: the graph is acyclic, P > α
// holds on every drawn edge, and the report tells the truth about transitivity.
func TestEveryEstimatorKeepsItsPromises(t *testing.T) {
	rng := testRNG(35)
	edges, intransitive := 0, 0
	for i := range 700 {
		scores := randomScores(rng)
		opts := DefaultOptions()
		opts.Estimator = Estimators()[i%len(Estimators())]
		opts.BatchSize, opts.Resamples, opts.Seed = 2+rng.IntN(18), 25, rng.Uint64()
		opts.Alpha = []float64{0.5, 0.6, 0.8}[rng.IntN(3)]
		opts.Repair = []RepairMode{DropEdges, LowerAlpha}[rng.IntN(2)]
		if rng.IntN(4) == 0 {
			opts.Multiplicity = []Multiplicity{BenjaminiHochberg, Holm}[rng.IntN(2)]
		}
		opts.Level = 0.3
		largest := math.Max(mat.Max(scores), -mat.Min(scores))
		opts.ScoreMin, opts.ScoreMax = -largest, largest
		d, err := Build(scores, opts)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		added := 0
		if d.Report.Repair != nil {
			added = len(d.Report.Repair.Added)
		}
		for _, e := range d.Edges {
			if !(e.P > opts.Alpha) {
				added--
			}
		}
		if opts.Multiplicity != NoCorrection && len(d.Report.PValues) != len(d.Edges) {
			t.Fatalf("%d p-values for %d edges", len(d.Report.PValues), len(d.Edges))
		}
		if added < 0 {
			t.Fatalf("%s: more edges with P ≤ α than were added at a lower α", opts.Estimator)
		}
		closure, err := d.OrderOnly().TransitiveClosure()
		if err != nil {
			t.Fatal(err)
		}
		if missing := len(closure.Edges) - len(d.Edges); missing != d.Report.Guarantee.MissingEdges || d.Report.Guarantee.Transitive != (missing == 0) {
			t.Fatalf("%d implied edges missing, reported %+v", missing, d.Report.Guarantee)
		} else if missing > 0 {
			intransitive++
		}
		edges += len(d.Edges)
	}
	if edges < 500 || intransitive == 0 {
		t.Errorf("%d edges and %d intransitive graphs: hardly tried", edges, intransitive)
	}
}

func TestBoundsOrderAndGob(t *testing.T) {
	d, err := Build(normalScores(testRNG(36), 96, []float64{0.3, 0.1}, 0.1, 0), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	capped, err := d.WithBounds(Bound{1, -1, 0.01})
	if err != nil || len(capped.Bounds) != 1 || len(d.Bounds) != 0 || capped.Report != d.Report {
		t.Errorf("got %+v, %v", capped, err)
	}
	if _, err := d.WithBounds(Bound{5, 0, 1}); err == nil {
		t.Error("a bound on an unknown feature passes")
	}
	if e := capped.OrderOnly().Edges[0]; e.Delta != 2 || e.Epsilon != d.Edges[0].Epsilon {
		t.Errorf("got %+v", e)
	}
	var buffer bytes.Buffer
	if err := gob.NewEncoder(&buffer).Encode(capped); err != nil {
		t.Fatal(err)
	}
	var back DAG
	if err := gob.NewDecoder(&buffer).Decode(&back); err != nil || !back.Equal(capped) || back.Report.Estimator != BetweenBatch {
		t.Errorf("gob: %v", err)
	}
	if slack := d.Margins(0.7); len(slack) != 1 || slack[0] != d.Edges[0].Margin(0.7) || slack[0] != d.Report.Guarantee.SmallestSlack {
		t.Errorf("margins: %v, report %+v", slack, d.Report.Guarantee)
	}
}
