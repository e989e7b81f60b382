package igbo

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
	"github.com/igbolab/igbolab/igbo/training/source"
)

// drawn generates its batches on demand: rows of four features, the same in each pass. If edit is
// not nil, it changes each batch before it is returned.
type drawn struct {
	batches, size int
	seed          uint64
	edit          func(i int, b *gomlx.Batch)
	fails         error
}

func (d drawn) Name() string { return "drawn" }

func (d drawn) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		random := rand.New(rand.NewPCG(d.seed, 1))
		for i := range d.batches {
			var x, y []float32
			for range d.size {
				row := [4]float32{}
				for k := range row {
					row[k] = float32(random.NormFloat64())
				}
				x, y = append(x, row[:]...), append(y, row[0]+2*row[3])
			}
			b := gomlx.Batch{
				Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, d.size, 1, 4)},
				Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(y, d.size, 1)},
			}
			if d.edit != nil {
				d.edit(i, &b)
			}
			if !yield(b, nil) {
				return
			}
		}
		if d.fails != nil {
			yield(gomlx.Batch{}, d.fails)
		}
	}
}

// mustTrainOn trains on a source. If dir is not empty, it interrupts the training after every third
// step and resumes it until it ends.
func mustTrainOn(t testing.TB, cfg Config, from Source, d *dag.DAG, dir string) *Result {
	t.Helper()
	for {
		ctx, cancel := context.WithCancel(context.Background())
		if dir != "" {
			cfg.Checkpoints = Checkpoints{Dir: dir, Every: 2, Resume: true}
			steps := 0
			cfg.OnStep = func(int) {
				if steps++; steps == 4 {
					cancel()
				}
			}
		}
		r, err := TrainOn(ctx, backendtest.Open(t), cfg, from, d)
		interrupted := ctx.Err() != nil
		cancel()
		if err == nil {
			return r
		}
		if !interrupted {
			t.Fatal(err)
		}
	}
}

// TestADatasetTrainsAsItsData checks that data in memory and the same batches as a dataset give the
// same weights and history, bit for bit, with weights, early stopping and interruptions.
func TestADatasetTrainsAsItsData(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	for i := range data.Samples() {
		data.Weights = append(data.Weights, float64(1+i%3))
	}
	cfg.Epochs, cfg.BatchSize = 12, 20
	cfg.EarlyStopping = EarlyStopping{Data: data, Patience: 2, MinImprovement: 1}
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	if want.Stopped == "" {
		t.Fatal("early stopping takes no part")
	}
	batches := func() *train.Batches {
		return &train.Batches{Data: data, Size: 20, Seed: uint64(cfg.Seed), DType: dtypes.Float32}
	}
	for name, dir := range map[string]string{"at once": "", "interrupted": t.TempDir()} {
		if dir != "" && backendtest.ShortOnXLA() {
			continue // each start compiles again; TestResumeIsBitIdentical covers resumes there
		}
		from := Source{Dataset: batches(), Features: data.Features, Steps: 1, StepsPerEpoch: 4}
		if got := outcomeOf(t, mustTrainOn(t, cfg, from, d, dir)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestEpochsOfADataset checks that an epoch is one pass, or StepsPerEpoch steps if that is set,
// regardless of where passes end. Interruptions do not change the result.
func TestEpochsOfADataset(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.HistoryEvery = 3, 1
	for _, c := range []struct{ batches, perEpoch, steps int }{{5, 0, 15}, {5, 5, 15}, {5, 7, 21}, {100, 7, 21}, {1, 0, 3}, {1, 4, 12}} {
		from := Source{Dataset: drawn{batches: c.batches, size: 6}, Features: data.Features, Steps: 1, StepsPerEpoch: c.perEpoch}
		want := mustTrainOn(t, cfg, from, d, "")
		if want.Steps != c.steps || len(want.History.Steps) != c.steps {
			t.Errorf("%+v: %d steps, want %d", c, want.Steps, c.steps)
		}
		dir := t.TempDir()
		if got := outcomeOf(t, mustTrainOn(t, cfg, from, d, dir)); !reflect.DeepEqual(got, outcomeOf(t, want)) {
			t.Errorf("%+v: interrupted it ends otherwise", c)
		}
		if again := mustTrainOn(t, cfg, from, d, dir); again.Steps != c.steps {
			t.Errorf("%+v: a finished training continues to step %d", c, again.Steps)
		}
		longer := cfg
		longer.Epochs = 4
		if got, want := outcomeOf(t, mustTrainOn(t, longer, from, d, dir)), outcomeOf(t, mustTrainOn(t, longer, from, d, "")); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: prolonged it ends otherwise", c)
		}
	}
}

// TestEarlyStoppingWatchesThePassesOfADataset checks that evaluations occur at the end of each pass
// only.
func TestEarlyStoppingWatchesThePassesOfADataset(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs, cfg.EarlyStopping = 50, EarlyStopping{Data: data, Patience: 3, MinImprovement: 1e6, Every: 2}
	r := mustTrainOn(t, cfg, Source{Dataset: drawn{batches: 5, size: 6}, Features: data.Features, Steps: 1}, nil, "")
	if r.Stopped == "" || r.Steps != 5*2*4 || r.BestStep != 10 {
		t.Errorf("stopped %q after %d steps, best %d; want after 40, four evaluations of two passes, best 10", r.Stopped, r.Steps, r.BestStep)
	}
}

// TestAResumeKnowsItsBatches checks that a resume with a dataset that yields other batches is
// rejected.
func TestAResumeKnowsItsBatches(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs, cfg.Checkpoints = 2, Checkpoints{Dir: t.TempDir(), Resume: true}
	from := Source{Dataset: drawn{batches: 5, size: 6, seed: 1}, Features: data.Features, Steps: 1, StepsPerEpoch: 5}
	must.Of(TrainOn(context.Background(), backendtest.Open(t), cfg, from, nil)).In(t)
	cfg.Epochs, from.Dataset = 3, drawn{batches: 5, size: 6, seed: 2}
	_, err := TrainOn(context.Background(), backendtest.Open(t), cfg, from, nil)
	modeltest.Refused(t, err, "the dataset yields other batches than before the interruption (in the first 10")
	if !errors.Is(err, source.ErrOtherBatches) {
		t.Errorf("error %v, want ErrOtherBatches", err)
	}
	from.Dataset, from.StepsPerEpoch = drawn{batches: 5, size: 6, seed: 1}, 6
	_, err = TrainOn(context.Background(), backendtest.Open(t), cfg, from, nil)
	modeltest.Refused(t, err, "another training: it differs in the data or the DAG")
}

// TestAMaskedDatasetIsItsMaskedData checks masks and step weights of a dataset.
func TestAMaskedDatasetIsItsMaskedData(t *testing.T) {
	cfg, data := DefaultConfig(), modeltest.Series(8, 4)
	data.Mask = make([]bool, len(data.Y))
	for i := range data.Mask {
		data.Mask[i] = i%4 < 2+i/4%3
	}
	cfg.Epochs, cfg.BatchSize, cfg.BurnIn = 3, 3, 1
	want := outcomeOf(t, mustTrain(t, cfg, data, nil))
	batches := &train.Batches{Data: data, Size: 3, Seed: uint64(cfg.Seed), DType: dtypes.Float32}
	masked := unlabelled{batches}
	got := outcomeOf(t, mustTrainOn(t, cfg, Source{Dataset: masked, Features: data.Features, Steps: 4, StepsPerEpoch: 3}, nil, ""))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	// Step weights equal to the mask have the same effect on L as the mask.
	weighted := edited{masked, func(b *gomlx.Batch) {
		mask := tensors.MustCopyFlatData[bool](b.Inputs[1])
		w := make([]float32, len(mask))
		for i, valid := range mask {
			if valid {
				w[i] = 3
			}
		}
		b.Labels = append(b.Labels, tensors.FromFlatDataAndDimensions(w, len(w)/4, 4))
	}}
	byWeight := outcomeOf(t, mustTrainOn(t, cfg, Source{Dataset: weighted, Features: data.Features, Steps: 4, StepsPerEpoch: 3}, nil, ""))
	for path, w := range want.Weights {
		backendtest.Near(t, path, byWeight.Weights[path], w, 1e-5)
	}
}

// unlabelled yields batches whose masks are inputs only, like those of a Source.
type unlabelled struct{ gomlx.Dataset }

func (u unlabelled) Iter() iter.Seq2[gomlx.Batch, error] {
	return edited{u.Dataset, func(b *gomlx.Batch) { b.Labels = b.Labels[:1] }}.Iter()
}

// edited changes every batch.
type edited struct {
	gomlx.Dataset
	edit func(b *gomlx.Batch)
}

func (e edited) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		for b, err := range e.Dataset.Iter() {
			if err == nil {
				e.edit(&b)
			}
			if !yield(b, err) {
				return
			}
		}
	}
}
