package train

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDriverIsGoMLXsLoop checks that the driver produces the same weights, moments, random state
// and records as GoMLX's trainer and loop, even if the steps are split over several runs. On the
// embedded backend, they are equal bit for bit. On XLA, they are equal up to rounding, because XLA
// fuses a graph without metrics differently.
func TestDriverIsGoMLXsLoop(t *testing.T) {
	const steps = 11
	want := newTraining(t)
	loop := gomlx.NewLoop(gomlx.NewTrainer(backendtest.Open(t), want.store, regression, meanSquare, want.opt, []metric.Interface{want.history.Metric()}, nil))
	want.history.Attach(loop)
	must.Of(loop.RunSteps(rows(), steps)).In(t)
	whole := newTraining(t)
	must.Do(t, whole.driver(t, 1).Run(t.Context(), rows(), 1, steps, nil, nil))
	tolerance := 0.0
	if !backendtest.Embedded() {
		tolerance = 1e-4
	}
	whole.same(t, "at once", want, tolerance)
	pieces := newTraining(t)
	must.Do(t, pieces.driver(t, 1).Run(t.Context(), rows(), 1, 6, nil, nil))
	rest := rows()
	rest.Start = 6
	must.Do(t, pieces.driver(t, 1).Run(t.Context(), rest, 7, steps-6, nil, nil))
	pieces.same(t, "by two drivers", whole, 0)
}

// given is a dataset of prepared batches; a nil batch stands for an error.
type given []gomlx.Batch

var errSource = errors.New("the disk is gone")

func (given) Name() string { return "given" }

func (g given) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		for _, b := range g {
			var err error
			if b.Inputs == nil && b.Labels == nil {
				err = errSource
			}
			if !yield(b, err) {
				return
			}
		}
	}
}

// batchOf returns a batch with n rows.
func batchOf(n int) gomlx.Batch {
	x, y := make([]float32, 3*n), make([]float32, n)
	for i := range y {
		x[3*i], y[i] = float32(i), float32(i)/4
	}
	return gomlx.Batch{Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, n, 1, 3)}, Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(y, n, 1)}}
}

// TestDatasetsThatFail checks datasets that end, fail, free their tensors or have no inputs. The
// error names the step, and the earlier steps are taken.
func TestDatasetsThatFail(t *testing.T) {
	freed := batchOf(4)
	must.Do(t, freed.Finalize())
	for _, c := range []struct {
		name string
		bad  []gomlx.Batch
		want string
	}{
		{"ends", nil, "step 3: the dataset \"given\" ended"},
		{"fails", []gomlx.Batch{{}}, "step 3: the disk is gone"},
		{"freed", []gomlx.Batch{freed}, "step 3: the dataset \"given\" returned a tensor that is nil or was freed"},
		{"nil", []gomlx.Batch{{Inputs: []*tensors.Tensor{nil}}}, "step 3: the dataset \"given\" returned a tensor that is nil or was freed"},
		{"no inputs", []gomlx.Batch{{Labels: batchOf(4).Labels}}, "step 3: the dataset \"given\" returned a batch without inputs"},
		{"no labels", []gomlx.Batch{{Inputs: batchOf(4).Inputs}}, "step 3: "},
		{"other features", []gomlx.Batch{{Inputs: []*tensors.Tensor{tensors.FromShape(batchOf(4).Labels[0].Shape())}, Labels: batchOf(4).Labels}}, "step 3: "},
	} {
		for _, k := range stepsPerCall {
			t.Run(fmt.Sprintf("%s/K=%d", c.name, k), func(t *testing.T) {
				if c.name != "fails" {
					backendtest.LongOnXLA(t, "two programs for each fault, and the faults are not the engine's")
				}
				tr, taken := newLine(t, FixedLambda(0.5)), 0
				source := given(append([]gomlx.Batch{batchOf(4), batchOf(3)}, clones(t, c.bad)...))
				err := tr.driver(t, k).Run(t.Context(), source, 1, 5, nil, func(step int) error { taken = step; return nil })
				if err == nil || !strings.HasPrefix(err.Error(), "train: ") || !strings.Contains(err.Error(), c.want) {
					t.Errorf("error %v, want one with %q", err, c.want)
				}
				if c.name == "fails" && !errors.Is(err, errSource) {
					t.Errorf("error %v does not wrap the dataset's", err)
				}
				if got := optimizer.GetGlobalStep(tr.store); taken != 2 || got != 2 || len(tr.history.Steps) != 2 {
					t.Errorf("%d steps reported, %d taken, %d recorded, want 2", taken, got, len(tr.history.Steps))
				}
			})
		}
	}
}

// clones returns copies of the batches, if they can be copied.
func clones(t *testing.T, batches []gomlx.Batch) (out []gomlx.Batch) {
	t.Helper()
	for _, b := range batches {
		if c, err := b.Clone(); err == nil && len(b.Inputs)+len(b.Labels) > 0 && (len(b.Inputs) == 0 || b.Inputs[0] != nil) {
			b = c
		}
		out = append(out, b)
	}
	return out
}

// stepsPerCall holds the numbers of steps per call that tests use.
var stepsPerCall = []int{1, 2, 64}

// TestDriverEndsWithinACall checks that a cancelled context, or an error of after, ends the run
// with that error, and that the store is at the end of a call.
func TestDriverEndsWithinACall(t *testing.T) {
	for _, k := range stepsPerCall {
		tr := newLine(t, FixedLambda(0.5))
		ctx, cancel := context.WithCancel(t.Context())
		last := 0
		err := tr.driver(t, k).Run(ctx, rows(), 1, 100, nil, func(step int) error {
			if last = step; step == 5 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || last < 5 || last >= 5+k || int(optimizer.GetGlobalStep(tr.store)) != last {
			t.Errorf("K = %d: %v after step %d, the store is at %d; want the context's error within %d steps", k, err, last, optimizer.GetGlobalStep(tr.store), k)
		}
		enough := errors.New("enough")
		err = tr.driver(t, k).Run(t.Context(), rows(), 1, 100, nil, func(int) error { return enough })
		if !errors.Is(err, enough) {
			t.Errorf("K = %d: error %v, want that of after", k, err)
		}
		if err := tr.driver(t, k).Run(ctx, rows(), 1, 1, nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("K = %d: error %v under a cancelled context", k, err)
		}
	}
}
