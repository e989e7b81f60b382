package peephole

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/gomlx/core/tensors"

	engine "github.com/igbolab/igbolab/igbo/backend/program"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// config opens the plain backend in a mode that cannot deadlock.
const config = "ops_sequential,creation_order"

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests build thousands of graphs and keep none
	os.Exit(m.Run())
}

// plain returns the backend without wrappers.
func plain(t *testing.T) compute.Backend {
	t.Helper()
	return must.Of(gobackend.New(config)).In(t)
}

// wrapped returns the backend with rewritten graphs.
func wrapped(t *testing.T) compute.Backend {
	t.Helper()
	return Wrap(plain(t))
}

// programs returns the backend as package embedded opens it, with both wrappers.
func programs(t *testing.T) compute.Backend {
	t.Helper()
	return Wrap(engine.Wrap(plain(t), 2))
}

// near compares two tensors, with a tolerance for the rounding of reordered sums.
func near(got, want *tensors.Tensor) error {
	if !got.Shape().Equal(want.Shape()) {
		return fmt.Errorf("shape %s, want %s", got.Shape(), want.Shape())
	}
	if want.Shape().Size() == 0 {
		return nil
	}
	g, w := numbers(got), numbers(want)
	scale, tolerance := 1.0, 0.0
	for _, v := range w {
		scale = max(scale, math.Abs(v))
	}
	switch want.DType() {
	case dtypes.Float32:
		tolerance = 2e-4
	case dtypes.Float64:
		tolerance = 1e-12
	}
	for i := range w {
		if math.IsNaN(w[i]) != math.IsNaN(g[i]) || math.Abs(g[i]-w[i]) > tolerance*scale {
			return fmt.Errorf("element %d is %v, want %v", i, g[i], w[i])
		}
	}
	return nil
}

func numbers(t *tensors.Tensor) (out []float64) {
	t.MustConstFlatData(func(flat any) {
		switch flat := flat.(type) {
		case []float64:
			out = slices.Clone(flat)
		case []float32:
			for _, v := range flat {
				out = append(out, float64(v))
			}
		case []int32:
			for _, v := range flat {
				out = append(out, float64(v))
			}
		}
	})
	return out
}
