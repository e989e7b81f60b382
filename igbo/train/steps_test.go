package train

import (
	"fmt"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/scan"
)

// foreign hides the type of a dataset.
type foreign struct{ gomlx.Dataset }

// TestStepsInOneCall checks that several steps per call give the same weights, moments, random
// state and records as single steps, bit for bit. It covers calls that do not divide the epoch,
// calls longer than the epoch or the run, calls that end at boundaries, rows by index, and stacked
// batches.
func TestStepsInOneCall(t *testing.T) {
	const steps = 19
	boundary := func(step int) bool { return step%5 == 0 }
	single := newTraining(t)
	must.Do(t, single.driver(t, 1).Run(t.Context(), rows(), 1, steps, nil, nil))
	side := newTraining(t) // on stacked batches
	must.Do(t, side.driver(t, 3).Run(t.Context(), foreign{rows()}, 1, steps, boundary, nil))
	side.same(t, "stacked, K = 3", single, 0)
	for _, k := range []int{3, 64} {
		d, calls := newTraining(t), []int{}
		driver := d.driver(t, k)
		must.Do(t, driver.Run(t.Context(), rows(), 1, steps, boundary, func(step int) error { calls = append(calls, step); return nil }))
		d.same(t, fmt.Sprintf("rows, K = %d", k), single, 0)
		if len(calls) != steps || calls[0] != 1 || calls[steps-1] != steps {
			t.Errorf("K = %d: after was called for %v", k, calls)
		}
		loops := driver.programs[program{layout{1, 1}, gatheredSteps}] != nil
		if loops != scan.Supported(backendtest.Open(t)) {
			t.Errorf("K = %d: a loop was built: %v", k, loops)
		}
	}
}

// TestStepsWithoutAKernelInLoops checks that steps for which the embedded backend has no loop run
// one per call, with the same results.
func TestStepsWithoutAKernelInLoops(t *testing.T) {
	const steps = 7
	coarse := func(scope *model.Scope, in []*Node) *Node {
		return ConvertDType(ConvertDType(regression(scope, in), dtypes.BFloat16), in[0].DType())
	}
	trained := func(perCall int, source gomlx.Dataset) training {
		tr := newTraining(t)
		tr.modelFn = coarse
		must.Do(t, tr.driver(t, perCall).Run(t.Context(), source, 1, steps, nil, nil))
		return tr
	}
	single := trained(1, rows())
	trained(3, rows()).same(t, "rows", single, 0)
	trained(3, foreign{rows()}).same(t, "batches", single, 0)
}
