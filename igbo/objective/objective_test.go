package objective

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
)

func names(k int) []string {
	var n []string
	for i := range k {
		n = append(n, fmt.Sprintf("x%d", i))
	}
	return n
}

// randomOrder draws a DAG over k features with edges, a bound and a tie.
func randomOrder(t *testing.T, k int, seed uint64) *dag.DAG {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var edges []dag.Edge
	for u := range k {
		for v := u + 1; v < k; v++ {
			if rng.Float64() < 0.6 {
				low := 0.001 + 0.05*rng.Float64()
				edges = append(edges, dag.Edge{U: u, V: v, P: 0.8, Epsilon: low, Delta: low + 0.05*rng.Float64()})
			}
		}
	}
	d, err := dag.New(names(k), edges, []dag.Bound{{K: 0, Min: -0.1, Max: 0.01}}, []dag.Tie{{U: 1, V: 2, Within: 0.02}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func randomScores(n, k int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 2))
	h := mat.NewDense(n, k, nil)
	for i := range n {
		for j := range k {
			h.Set(i, j, 0.3*rng.NormFloat64())
		}
	}
	return h
}

// graphValue evaluates Loss on scores and returns the loss, the number of satisfied constraints, and the
// gradient.
func graphValue(t *testing.T, scores *mat.Dense, d *dag.DAG) (loss, satisfied float64, gradient []float64) {
	t.Helper()
	b := backendtest.Open(t)
	n, k := scores.Dims()
	exec, err := NewExec(b, func(h *Node) []*Node {
		loss, satisfied := Loss(h, d)
		return []*Node{loss, satisfied, Gradient(loss, h)[0]}
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Call(tensors.FromFlatDataAndDimensions(append([]float64{}, scores.RawMatrix().Data...), n, k))
	if err != nil {
		t.Fatal(err)
	}
	return tensors.ToScalar[float64](out[0]), tensors.ToScalar[float64](out[1]), tensors.MustCopyFlatData[float64](out[2])
}

// TestBatchLossEquation compares the graph with the float64 reference, both with the incidence matrix and, for
// many edges, with lookups. It compares the gradient with finite differences.
func TestBatchLossEquation(t *testing.T) {
	for _, k := range []int{3, 8, 70} {
		d, scores := randomOrder(t, k, uint64(k)), randomScores(5, k, uint64(k))
		if dense := k*(len(d.Edges)+2) <= denseLimit; dense != (k < 70) {
			t.Fatalf("K = %d with %d edges: dense %v, the test wants both ways", k, len(d.Edges), dense)
		}
		loss, satisfied, gradient := graphValue(t, scores, d)
		want, err := Evaluate(scores, d)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(loss-want.Loss) > 1e-12 || int(satisfied) != want.Satisfied {
			t.Errorf("K = %d: graph %g with %g kept, reference %+v", k, loss, satisfied, want)
		}
		for _, j := range []int{0, 1, k - 1} {
			if numeric := difference(t, scores, d, j); math.Abs(gradient[j]-numeric) > 1e-7 {
				t.Errorf("K = %d: gradient %g at element %d, differences %g", k, gradient[j], j, numeric)
			}
		}
	}
}

func difference(t *testing.T, scores *mat.Dense, d *dag.DAG, j int) float64 {
	t.Helper()
	const step = 1e-7
	at := func(by float64) float64 {
		moved := mat.DenseCopyOf(scores)
		moved.Set(0, j, scores.At(0, j)+by)
		v, err := Evaluate(moved, d)
		if err != nil {
			t.Fatal(err)
		}
		return v.Loss
	}
	return (at(step) - at(-step)) / (2 * step)
}

// TestEdgeDirectionAndInterval checks by hand that u→v requires H_u − H_v in [ε, δ].
func TestEdgeDirectionAndInterval(t *testing.T) {
	d, err := dag.New(names(2), []dag.Edge{{U: 0, V: 1, P: 0.9, Epsilon: 0.1, Delta: 0.3}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ hu, hv, loss float64 }{
		{0.5, 0.3, 0}, {0.5, 0.45, 0.05}, {0.3, 0.5, 0.3}, {0.9, 0.1, 0.5},
	} {
		v, err := Evaluate(mat.NewDense(2, 2, []float64{c.hu + 0.1, c.hv, c.hu - 0.1, c.hv}), d)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(v.Loss-c.loss) > 1e-12 || (v.Satisfied == 1) != (c.loss == 0) {
			t.Errorf("H_u = %g, H_v = %g: %+v, want a loss of %g", c.hu, c.hv, v, c.loss)
		}
	}
}

func TestNoConstraintIsNoObjective(t *testing.T) {
	d, err := dag.New(names(3), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Evaluate(randomScores(4, 3, 1), d)
	if err != nil || v.Loss != 0 || v.Share() != 1 {
		t.Errorf("empty DAG: %+v, %v; want a loss of 0, all kept", v, err)
	}
	b := backendtest.Open(t)
	_, err = CallOnce(b, func(h *Node) *Node {
		if loss, satisfied := Loss(h, d); loss != nil || satisfied != nil {
			t.Error("an empty DAG gives a loss node")
		}
		return h
	}, [][]float64{{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBadInput(t *testing.T) {
	order := randomOrder(t, 5, 1)
	if _, err := Evaluate(randomScores(3, 2, 1), order); err == nil || !strings.Contains(err.Error(), "the scores have 2") {
		t.Errorf("narrow scores: %v", err)
	}
	inverted := &dag.DAG{Features: names(2), Edges: []dag.Edge{{U: 0, V: 1, Epsilon: 0.2, Delta: 0.1}}}
	if _, err := Evaluate(randomScores(3, 2, 1), inverted); err == nil || !strings.Contains(err.Error(), "[0.2, 0.1]") {
		t.Errorf("inverted interval: %v", err)
	}
}
