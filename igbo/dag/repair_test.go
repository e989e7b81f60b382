package dag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/dag/repair"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// randomEdges includes each ordered pair with probability density. P holds the weights.
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
		must.Do(t, newUnchecked(names(nil, n), kept).Acyclic())
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

func TestRepairOfLargeComponentsIsRecorded(t *testing.T) {
	rng := testRNG(32)
	edges := randomEdges(rng, 60, 0.2)
	kept, rec := Repair(names(nil, 60), edges, weightP)
	if rec == nil || rec.Exact || len(rec.Components) != 1 || rec.Components[0] <= repair.MaxExact {
		t.Fatalf("got %+v", rec)
	}
	if _, err := New(names(nil, 60), kept, nil, nil); err != nil {
		t.Error(err)
	}
}

// TestLowerAlphaAndForms checks that a lower α adds implied edges, and that the forms add or remove
// the same edges.
func TestLowerAlphaAndForms(t *testing.T) {
	rng := testRNG(34)
	seen := false
	for range 200 {
		scores := randomScores(rng)
		opts := DefaultOptions()
		opts.Estimator, opts.BatchSize, opts.Alpha, opts.Repair = estimate.Frequency, 4, 0.6, LowerAlpha
		d := must.Of(Build(scores, opts)).In(t)
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

// TestEveryEstimatorKeepsItsPromises checks, for every estimator, correction and repair mode, that
// the graph is acyclic, that P > α on every edge drawn by the rule, and that the report is right
// about transitivity.
func TestEveryEstimatorKeepsItsPromises(t *testing.T) {
	rng := testRNG(35)
	edges, intransitive := 0, 0
	for i := range 700 {
		scores := randomScores(rng)
		opts := DefaultOptions()
		opts.Estimator = estimate.Methods()[i%len(estimate.Methods())]
		opts.BatchSize, opts.Resamples, opts.Seed = 2+rng.IntN(18), 25, rng.Uint64()
		opts.Alpha = []float64{0.5, 0.6, 0.8}[rng.IntN(3)]
		opts.Repair = []RepairMode{DropEdges, LowerAlpha}[rng.IntN(2)]
		if rng.IntN(4) == 0 {
			opts.Multiplicity = []estimate.Multiplicity{estimate.BenjaminiHochberg, estimate.Holm}[rng.IntN(2)]
		}
		opts.Level = 0.3
		largest := math.Max(mat.Max(scores), -mat.Min(scores))
		opts.ScoreMin, opts.ScoreMax = -largest, largest
		d := must.Of(Build(scores, opts)).In(t)
		must.Do(t, d.Validate())
		added := 0
		if d.Report.Repair != nil {
			added = len(d.Report.Repair.Added)
		}
		for _, e := range d.Edges {
			if !(e.P > opts.Alpha) {
				added--
			}
		}
		if opts.Multiplicity != estimate.NoCorrection && len(d.Report.PValues) != len(d.Edges) {
			t.Fatalf("%d p-values for %d edges", len(d.Report.PValues), len(d.Edges))
		}
		if added < 0 {
			t.Fatalf("%s: more edges with P ≤ α than were added at a lower α", opts.Estimator)
		}
		closure := must.Of(d.OrderOnly().TransitiveClosure()).In(t)
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
