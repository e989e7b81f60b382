package train

import (
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// hidden is a dataset whose rows the driver does not see, so that its steps are GoMLX's.
type hidden struct{ gomlx.Dataset }

// TestStepsInPlace: steps that run where the variables lie leave what steps through GoMLX's tensors leave, bit by bit,
// also where somebody reads, sets or holds variables in between, and with masks and weights.
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
				case 5: // set
					var flat []float32
					tensors.MustConstFlatData(v.MustValue(), func(now []float32) {
						for _, w := range now {
							flat = append(flat, w/2)
						}
					})
					return v.SetValue(tensors.FromFlatDataAndDimensions(flat, v.Shape().Dimensions...))
				case 9: // read on the host
					v.MustValue().MaterializeLocal()
				case 12: // made local
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

// TestStepsAllocateLittle: once a step of each shape was taken, a step makes next to nothing.
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
