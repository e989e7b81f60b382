package igbo

import (
	"context"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/training"
)

// Result is what training returns.
type Result struct {
	// Model is the trained model.
	Model *Model
	// History holds losses, gradients and cases of the steps.
	History *train.History
	// Steps is the number of steps taken, those before a resume included.
	Steps int
	// Stopped says why training ended before its last epoch; empty where it did not.
	Stopped string
	// BestStep is the step whose weights early stopping kept; 0 without early stopping.
	BestStep int
	// Damaged says which checkpoints a resume passed over, and why.
	Damaged []string
}

// Train trains a model on two objectives at once (paper, Algorithm 1): the task
// loss on data (Config.Loss; the mean squared error in the paper), and the
// interpretability loss of a DAG over its features. Without a DAG, or with one
// that has no constraint, it trains on the task alone. The model is one of the
// built-in architectures (Config.Model), or any GoMLX model function
// (Config.Function).
//
// Cancelling the context ends training within a step with the context's
// error, after a last checkpoint where the configuration asks for some. Same
// arguments, same backend: same result, bit for bit, also through
// interruptions and resumes.
//
// A loss or gradient that is not finite ends it with a *train.NonFiniteError.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	return result(training.Train(ctx, backend, cfg, data, d))
}

// TrainFrom is Train from a warm start: it begins with the weights and the
// normalisation of a trained model, on its backend, and leaves that model as
// it is. The projection P vanishes where the gradients are exactly
// opposite and is short near such a point, so training may end near where it starts; a sweep over λ starts each run at the
// last one's model. Errors: another architecture, other features or steps; for a
// user's function other variables; another Standardize, or a loss that leaves
// targets unscaled where the model's does not.
func TrainFrom(ctx context.Context, start *Model, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	return result(training.TrainFrom(ctx, start.own(), cfg, data, d))
}

// Source is a training set that need not fit in memory: any GoMLX dataset.
type Source = training.Source

// TrainOn is Train on a dataset. Config.BatchSize does not count, as the dataset makes
// the batches, and every batch is checked: shapes, dtypes, numbers, and
// targets by the loss. Held-out data, for early stopping, are Data in memory.
//
// A resume reads and drops the batches that were used before, so the dataset must
// yield the same ones again. With checkpoints every batch is digested, and a
// resume on other batches is an error.
//
// Errors besides Train's: Standardize (the batches are in the model's units),
// Armijo steps (they take all data at once), several steps a call without
// StepsPerEpoch, a dataset that yields no batch or a wrong one.
func TrainOn(ctx context.Context, backend compute.Backend, cfg Config, from Source, d *dag.DAG) (*Result, error) {
	return result(training.TrainOn(ctx, backend, cfg, from, d))
}

// result is what a training left.
func result(r *training.Result, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return &Result{(*Model)(r.Model), r.History, r.Steps, r.Stopped, r.BestStep, r.Damaged}, nil
}
