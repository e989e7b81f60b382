package models

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// xlaLike is a backend that says it is XLA, on a CPU or not.
type xlaLike struct {
	compute.Backend
	cpu bool
}

func (b xlaLike) IsCPU() bool { return b.cpu }

// products counts the matrix products of a model's graph.
func products(t *testing.T, on compute.Backend, f maskedModel, steps int) (n int) {
	t.Helper()
	g := NewGraph(on, t.Name())
	defer g.Finalize()
	f(backendtest.Store(t, 1).RootScope(), Parameter(g, "x", shapes.Make(dtypes.Float32, 2, steps, 3)), nil)
	for _, node := range g.Nodes() {
		if node.Type() == NodeTypeDotGeneral {
			n++
		}
	}
	return n
}

// TestStatesSettleOnXLAsCPU: a recurrent state passes through one product more
// at each step there, and nowhere else.
func TestStatesSettleOnXLAsCPU(t *testing.T) {
	embedded, _, err := backend.Select("go")
	if err != nil {
		t.Fatal(err)
	}
	const steps = 5
	for _, name := range []string{"GRU", "LSTM"} {
		f := sequenceModels()[name]
		plain := products(t, embedded, f, steps)
		if n := products(t, xlaLike{embedded, true}, f, steps); n != plain+steps {
			t.Errorf("%s: %d products on XLA's CPU, %d on the embedded backend, want %d more", name, n, plain, steps)
		}
		if n := products(t, xlaLike{embedded, false}, f, steps); n != plain {
			t.Errorf("%s: %d products on XLA's GPU, %d on the embedded backend, want as many", name, n, plain)
		}
	}
}
