package igbo

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/train"
)

// Result is what training returns.
type Result struct {
	// Model is the trained model.
	Model *Model
	// History holds losses, gradients and cases of the steps.
	History *train.History
	// Stopped says why training ended before its last epoch; empty where it did not.
	Stopped string
}

// Train trains a model on two objectives at once (paper, Algorithm 1): the
// mean squared error on data, and the interpretability loss of a DAG over its
// features. Without a DAG, or with one that has no constraint, it trains on
// the error alone.
//
// Cancelling the context ends training within a step with the context's
// error. Same arguments, same backend: same result, bit for bit.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	m, err := newModel(backend, cfg, data, d)
	if err != nil {
		return nil, err
	}
	s, err := m.newSession(ctx)
	if err != nil {
		return nil, err
	}
	batches := m.batches(data)
	_, err = s.loop.RunSteps(batches, cfg.Epochs*batches.PerEpoch())
	result := &Result{Model: m, History: s.history}
	if errors.Is(err, train.ErrParetoStationary) {
		result.Stopped, err = err.Error(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("igbo: training: %w", err)
	}
	return result, s.optimizer.Clear(m.store.RootScope())
}

// session is a training on its way: GoMLX's loop over the wrapped optimiser.
type session struct {
	optimizer *train.Optimizer
	history   *train.History
	loop      *gomlx.Loop
}

func (m *Model) newSession(ctx context.Context) (*session, error) {
	cfg := m.Config
	wrapper, err := cfg.wrapper()
	if err != nil {
		return nil, err
	}
	s := &session{history: train.NewHistory(wrapper)}
	if s.optimizer, err = train.Wrap(cfg.Optimizer.build(), wrapper); err != nil {
		return nil, err
	}
	s.history.Every, s.history.StopAtOpposite = cfg.HistoryEvery, cfg.StopAtOpposite
	trainer := gomlx.NewTrainer(m.backend, m.store, m.graph, cfg.taskLoss, s.optimizer, []metric.Interface{s.history.Metric()}, nil)
	s.loop = gomlx.NewLoop(trainer)
	s.history.Attach(s.loop)
	s.loop.OnStep("igbo step", -20, func(loop *gomlx.Loop, _ []*tensors.Tensor) error {
		if cfg.OnStep != nil {
			cfg.OnStep(loop.LoopStep + 1)
		}
		return ctx.Err()
	})
	return s, nil
}

// graph builds predictions [B,T] and, on the way, the second objective.
func (m *Model) graph(scope *model.Scope, x *Node) *Node {
	scope = scope.At(modelScope)
	y := m.f(scope, x)
	if m.DAG != nil && scope.IsTraining(x.Graph()) {
		scores := attribution.Scores(scope, m.f, x, m.Config.Attribution)
		train.SetSecondLoss(objective.Loss(scores, m.DAG))
	}
	return y
}

// taskLoss builds L, the mean squared error over samples and steps t ≥ BurnIn.
func (c Config) taskLoss(labels, predictions []*Node) *Node {
	miss := Sub(predictions[0], labels[0])
	if c.BurnIn > 0 {
		miss = Slice(miss, AxisRange(), AxisRangeToEnd(c.BurnIn))
	}
	return ReduceAllMean(Square(miss))
}

// batches are the training batches in the model's units.
func (m *Model) batches(data Data) *train.Batches {
	scaled := m.Normalization.apply(data)
	dtype, _ := m.Config.dtype()
	return &train.Batches{
		X: scaled.X, Y: scaled.Y, Steps: data.Steps, Features: len(data.Features),
		Size: m.Config.BatchSize, Seed: uint64(m.Config.Seed), DType: dtype,
	}
}
