package train

import (
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// hidden is a dataset whose rows the driver cannot see, so that its steps run through GoMLX.
type hidden struct{ gomlx.Dataset }

// TestStepsInPlace checks that steps in place give the same results as steps through GoMLX's
// tensors, bit for bit, even if variables are read, set or held in between, and with masks and
// weights.
func TestStepsInPlace(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("the embedded backend's")
	}
	masked := rows()
	for i := range masked.Samples() {
		masked.Data.Weights, masked.Data.Mask = append(masked.Data.Weights, float64(i)), append(masked.Data.Mask, i%3 > 0)
	}
	for name, data := range map[string]*Batches{"rows": rows(), "masked": masked} {
		var trained [2]training
		for i, source := range []gomlx.Dataset{hidden{data}, data} {
			tr := newTraining(t)
			meddle := func(step int) error {
				v := tr.store.GetVariable("/hidden/dense/weights")
				switch step {
				case 5: // set a variable
					var flat []float32
					tensors.MustConstFlatData(v.MustValue(), func(now []float32) {
						for _, w := range now {
							flat = append(flat, w/2)
						}
					})
					return v.SetValue(tensors.FromFlatDataAndDimensions(flat, v.Shape().Dimensions...))
				case 9: // read a variable on the host
					v.MustValue().MaterializeLocal()
				case 12: // make a variable local
					return v.MustValue().ToLocal()
				}
				return nil
			}
			must.Do(t, tr.driver(t, 1).Run(t.Context(), source, 1, 20, nil, meddle))
			trained[i] = tr
		}
		trained[1].same(t, name, trained[0], 0)
	}
}

// TestStepsAllocateLittle checks that, after one step of each shape, a step allocates almost
// nothing.
func TestStepsAllocateLittle(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("the embedded backend's")
	}
	for name, tr := range map[string]training{"line": newLine(t, FixedLambda(0.5)), "dropout, Adam, λ with memory": newTraining(t)} {
		tr.history.Every = 0
		s := must.Of(tr.driver(t, 1).byRows(rows())).In(t)
		defer s.stop()
		take := func() {
			records, err := s.take(1)
			if err == nil {
				err = tr.history.add(1, records[0])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if take(); s.residents[4] == nil {
			t.Fatalf("%s: the step has no program that runs in place", name)
		}
		for range 2 * rows().PerEpoch() {
			take()
		}
		if n := testing.AllocsPerRun(40, take); n > 20 {
			t.Errorf("%s: %g allocations a step, want at most 20", name, n)
		}
	}
}
