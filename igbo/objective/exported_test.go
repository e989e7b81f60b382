package objective

import (
	"math"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero values and scores that are not
// numbers.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	order := &dag.DAG{Features: names(2)}
	evaluate := func(scores mat.Matrix, d *dag.DAG) func() error {
		return func() error { _, err := Evaluate(scores, d); return err }
	}
	with := func(v float64) mat.Matrix { return mat.NewDense(2, 2, []float64{0, 0.5, v, 0}) }
	exported.Check(t, map[string]exported.Call{
		"Evaluate": exported.Bad(evaluate(nil, order), evaluate((*mat.Dense)(nil), order), evaluate(with(0), nil), evaluate(&mat.Dense{}, order),
			evaluate(with(0), &dag.DAG{}), evaluate(with(0), &dag.DAG{Features: names(3)}),
			evaluate(with(math.NaN()), order), evaluate(with(math.Inf(-1)), order), evaluate(with(1e151), order)),
		"EvaluateIn":  exported.Bad(func() error { _, err := EvaluateIn(nil, nil, order); return err }),
		"Loss":        exported.Bad(func() error { Loss(nil, order); return nil }, func() error { Loss(nil, nil); return nil }),
		"Value.Share": exported.Total("no constraint is met at 1"),
	})
}

// TestLossRefusesAnotherDAG checks that Loss rejects the DAGs that Evaluate rejects.
func TestLossRefusesAnotherDAG(t *testing.T) {
	for want, d := range map[string]*dag.DAG{"the DAG is nil": nil, "over 3 features, but the scores have 2": {Features: names(3)}} {
		if err := lossError(t, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func lossError(t *testing.T, d *dag.DAG) error {
	_, err := CallOnce(backendtest.Open(t), func(h *Node) *Node {
		if loss, _ := Loss(h, d); loss != nil {
			return loss
		}
		return h
	}, [][]float64{{1, 2}})
	return err
}
