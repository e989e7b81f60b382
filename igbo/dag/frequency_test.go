package dag

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// rotations returns H uniform over the rotations of (1, …, n), with batches of one row.
func rotations(n int) (*mat.Dense, Options) {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for k := range n {
			m.Set(i, k, float64(n-(k+i)%n))
		}
	}
	opts := DefaultOptions()
	opts.Estimator, opts.BatchSize = estimate.Frequency, 1
	return m, opts
}

// TestFrequencyCycle checks that plain frequencies produce cycles: four rotations give ¾ for every
// edge of a cycle, and three give ⅔.
func TestFrequencyCycle(t *testing.T) {
	scores, opts := rotations(4)
	_, err := Build(scores, opts)
	var cycle *CycleError
	if !errors.As(err, &cycle) || len(cycle.Components) != 1 || len(cycle.Components[0]) != 4 || len(cycle.Cycle) != 4 {
		t.Fatalf("got %v, want a ring of four", err)
	}
	opts.Repair = DropEdges
	d := must.Of(Build(scores, opts)).In(t)
	rec := d.Report.Repair
	if rec == nil || len(rec.Removed) != 1 || rec.Removed[0].P != 0.75 || !rec.Exact || rec.Weight != 0.25 || len(d.Edges) != 3 {
		t.Errorf("repair: got %+v, want one of four edges with P = ¾ dropped", rec)
	}
	three, opts := rotations(3)
	if d, err := Build(three, opts); err != nil || len(d.Edges) != 0 {
		t.Errorf("three rotations at α = 0.7: got %v, %v, want no edge", d, err)
	}
	opts.Alpha = 0.6
	if _, err := Build(three, opts); !errors.As(err, &cycle) {
		t.Errorf("three rotations at α = 0.6: got %v, want a cycle", err)
	}
	opts.Estimator = estimate.BetweenBatch
	if d, err := Build(three, opts); err != nil || len(d.Edges) != 0 {
		t.Errorf("the normal rule on three rotations: got %v, %v, want no edge", d, err)
	}
}

// TestPermutationIsAcyclic checks that the permutation estimator, whose null distribution is
// symmetric, never produces a cycle.
func TestPermutationIsAcyclic(t *testing.T) {
	rng := testRNG(15)
	edges := 0
	for range 100 {
		opts := DefaultOptions()
		opts.Estimator, opts.Resamples, opts.Seed = estimate.Permutation, 40, rng.Uint64()
		opts.BatchSize, opts.Alpha = 2+rng.IntN(40), 0.5
		d := must.Of(Build(randomScores(rng), opts)).In(t)
		for _, e := range d.Edges {
			if e.Mu <= 0 {
				t.Fatalf("edge %+v against the means", e)
			}
		}
		edges += len(d.Edges)
	}
	if edges < 300 {
		t.Errorf("only %d edges were tried", edges)
	}
	scores, opts := rotations(4)
	opts.Estimator, opts.Alpha = estimate.Permutation, 0.5
	if d, err := Build(scores, opts); err != nil || len(d.Edges) != 0 {
		t.Errorf("four rotations: got %v, %v, want no edge", d, err)
	}
}
