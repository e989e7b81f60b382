package igbo

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// ensembleOf trains three starts of a small network for the given loss.
func ensembleOf(t *testing.T, loss task.Kind, outputs int) (*Ensemble, Config, Data) {
	t.Helper()
	cfg, data, order := modeltest.Small(t)
	cfg.Model = models.MLPSpec(models.MLPConfig{Hidden: []int{3}, Activation: "tanh"})
	cfg.Model.Outputs, cfg.Loss.Kind, cfg.Epochs, cfg.DType = outputs, loss, 2, "float64"
	data.Y = slices.Clone(data.Y)
	for i := range data.Y {
		if loss != task.KindSquared {
			data.Y[i] = float64(i % max(outputs, 2))
		}
	}
	if outputs > 1 {
		order = nil
	}
	e := must.Of(TrainEnsemble(context.Background(), backendtest.Open(t), cfg, data, order, 3)).In(t)
	return e, cfg, data
}

// TestEnsemble checks that the mean model predicts the mean of its members (of probabilities for
// classes), that the spread is their standard deviation, and that it can be saved and loaded with
// its members.
func TestEnsemble(t *testing.T) {
	for _, c := range []struct {
		loss    task.Kind
		outputs int
	}{{task.KindSquared, 1}, {task.KindLogistic, 1}, {task.KindSoftmax, 3}} {
		t.Run(string(c.loss), func(t *testing.T) {
			e, cfg, data := ensembleOf(t, c.loss, c.outputs)
			var each [][]float64
			for _, m := range e.Members() {
				y := must.Of(m.Response(data)).In(t)
				each = append(each, y)
			}
			mean, spread, err := e.Response(data)
			if err != nil {
				t.Fatal(err)
			}
			for i := range mean {
				m, s := stat.MeanStdDev([]float64{each[0][i], each[1][i], each[2][i]}, nil)
				if math.Abs(m-mean[i]) > 1e-12 || math.Abs(s-spread[i]) > 1e-12 || s == 0 {
					t.Fatalf("output %d: mean %g and spread %g, expected %g and %g", i, mean[i], spread[i], m, s)
				}
			}
			all := must.Of(e.Model()).In(t)
			dir := filepath.Join(t.TempDir(), "mean")
			must.Do(t, all.Save(dir))
			loaded := must.Of(Load(backendtest.Open(t), dir)).In(t)
			for _, m := range []*Model{all, loaded} {
				y := must.Of(m.Response(data)).In(t)
				backendtest.Near(t, "the mean as one model", y, mean, 1e-9)
				again := must.Of(m.Ensemble()).In(t)
				for i, member := range again.Members() {
					y, err := member.Response(data)
					if err != nil || !slices.Equal(y, each[i]) || member.Config.Model.Members != 0 {
						t.Errorf("member %d of the saved mean says something else (%v)", i, err)
					}
				}
			}
			if c.outputs > 1 {
				return
			}
			center, around, err := e.Scores(data)
			if err != nil {
				t.Fatal(err)
			}
			first, err := e.Members()[0].Scores(data)
			if rows, columns := center.Dims(); err != nil || rows != data.Samples() || columns != len(data.Features) || around.At(0, 0) == 0 || first.At(0, 0) == center.At(0, 0) {
				t.Errorf("scores of %d × %d (%v)", rows, columns, err)
			}
			single := cfg
			single.Seed++ // the seed of the second start
			alone := mustTrain(t, single, data, e.members[0].DAG).Model
			if y, err := alone.Response(data); err != nil || !slices.Equal(y, each[1]) {
				t.Errorf("the second start is not that of the next seed (%v)", err)
			}
		})
	}
}

// TestEnsembleResumes checks that a training of several starts that is cancelled in the second
// start resumes there, with the same result.
func TestEnsembleResumes(t *testing.T) {
	want, cfg, data := ensembleOf(t, task.KindSquared, 1)
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 1, Resume: true}
	order := want.members[0].DAG
	perStart := cfg.Epochs * ((data.Samples()-1)/cfg.BatchSize + 1)
	ctx, cancel := context.WithCancel(context.Background())
	last := 0
	cfg.OnStep = func(step int) {
		if last = step; step == perStart+1 {
			cancel()
		}
	}
	if _, err := TrainEnsemble(ctx, backendtest.Open(t), cfg, data, order, 3); err == nil || !strings.Contains(err.Error(), "start 2 of 3") {
		t.Fatalf("error %v, want one of the second start", err)
	}
	e := must.Of(TrainEnsemble(context.Background(), backendtest.Open(t), cfg, data, order, 3)).In(t)
	a, _, errA := e.Response(data)
	b, _, errB := want.Response(data)
	if errA != nil || errB != nil || !slices.Equal(a, b) || last != 3*perStart {
		t.Errorf("after %d steps of %d the resumed ensemble says something else (%v, %v)", last, 3*perStart, errA, errB)
	}
}

// TestEnsembleRefuses checks models that cannot be averaged.
func TestEnsembleRefuses(t *testing.T) {
	e, cfg, data := ensembleOf(t, task.KindSquared, 1)
	other, wide := cfg, cfg
	other.Standardize = !cfg.Standardize
	wide.Model = models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"})
	linear := cfg
	linear.Model = models.LinearSpec()
	mean := must.Of(e.Model()).In(t)
	for want, m := range map[string]*Model{
		"other units": mustTrain(t, other, data, nil).Model, "must have the architecture": mustTrain(t, wide, data, nil).Model,
		"for linear models use package posterior": mustTrain(t, linear, data, nil).Model, "of 3 members, want a single built-in network": mean,
	} {
		if _, err := NewEnsemble(e.Members()[0], m); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v, want one line with %q", err, want)
		}
	}
}
