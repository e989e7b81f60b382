package igbo

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/training"
)

// A Result holds the model and the history of a training run.
type Result struct {
	// Model is the trained model.
	Model *Model
	// History holds the losses, gradient norms and cases of the steps.
	History *train.History
	// Steps is the number of steps taken, including those before a resume.
	Steps int
	// Stopped is the reason why training ended before its last epoch; otherwise it is empty.
	Stopped string
	// BestStep is the step whose weights early stopping selected; 0 without early stopping.
	BestStep int
	// Damaged lists the checkpoints that a resume skipped, with the reasons.
	Damaged []string
}

// Train trains a model on two objectives at once (paper, Algorithm 1): the task loss on data
// (Config.Loss; the mean squared error in the paper), and the interpretability loss of a DAG over
// its features. If the DAG is nil or has no constraints, it only trains on the task. The model is a
// built-in architecture (Config.Model) or any GoMLX model function (Config.Function).
//
// If the context is cancelled, Train returns its error within one step, after writing a last
// checkpoint if checkpoints are enabled. The same arguments and backend give the same result, bit
// for bit, even with interruptions and resumes.
//
// Train returns a *train.NonFiniteError if a loss or gradient is not finite.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	return result(training.Train(ctx, backend, cfg, data, d))
}

// TrainFrom works as Train does from a warm start: it begins with the weights and the normalisation
// of a trained model, on its backend, and does not change that model. Use it for a sweep over λ in
// which each run starts from the previous model. The projection P is zero for exactly opposite
// gradients and short near them, so training can end close to its start.
//
// TrainFrom returns an error if the architecture, features, steps or Standardize differ; for a
// user's function, if the variables differ; or if only one of the two losses scales targets.
func TrainFrom(ctx context.Context, start *Model, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	return result(training.TrainFrom(ctx, start.own(), cfg, data, d))
}

// Source is a training set that need not fit in memory: any GoMLX dataset.
//
// Fields:
//   - Dataset gomlx.Dataset: yields the batches, in the model's units and dtype.
//   - Features []string: names the D columns of x.
//   - Steps int: the number of time steps T.
//   - Outputs int: the number of targets K; 0 means 1.
//   - StepsPerEpoch int: the number of batches per epoch.
type Source = training.Source

// TrainOn works as Train does on a dataset. Config.BatchSize is ignored, because the dataset
// determines the batches. TrainOn checks the shapes, dtypes and numbers of every batch, and the
// targets according to the loss. Held-out data for early stopping are Data in memory.
//
// A resume reads and discards the batches that were used before, so the dataset must yield the same
// batches again. With checkpoints, TrainOn stores a digest of every batch, and a resume with
// different batches is an error.
//
// In addition to the errors of Train, TrainOn returns an error for
//   - Standardize, because the batches are already in the model's units,
//   - Armijo steps, because they require all data at once,
//   - several steps per call without StepsPerEpoch,
//   - a dataset that yields no batch or an invalid one.
func TrainOn(ctx context.Context, backend compute.Backend, cfg Config, from Source, d *dag.DAG) (*Result, error) {
	return result(training.TrainOn(ctx, backend, cfg, from, d))
}

// result converts the result of package training.
func result(r *training.Result, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return &Result{(*Model)(r.Model), r.History, r.Steps, r.Stopped, r.BestStep, r.Damaged}, nil
}
