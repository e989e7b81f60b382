package igbo

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
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
	if ctx == nil {
		return nil, errNoContext
	}
	m, err := newModel(backend, cfg, data, d)
	if err != nil {
		return nil, err
	}
	from, err := m.memory(data)
	if err != nil {
		return nil, err
	}
	return m.train(ctx, from)
}

// TrainFrom is Train from a warm start: it begins with the weights and the
// normalisation of a trained model, on its backend, and leaves that model as
// it is. The projection P vanishes at every Pareto-stationary point, so
// training ends near where it starts; a sweep over λ starts each run at the
// last one's model. Errors: another architecture, other features or steps; for a
// user's function other variables; another Standardize, or a loss that leaves
// targets unscaled where the model's does not.
func TrainFrom(ctx context.Context, start *Model, cfg Config, data Data, d *dag.DAG) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	if err := start.ready(); err != nil {
		return nil, fmt.Errorf("igbo: a warm start: %w", named.Once("igbo", err))
	}
	if !reflect.DeepEqual(cfg.Model, start.Config.Model) || cfg.DType != start.Config.DType {
		return nil, fmt.Errorf("igbo: a warm start from a %s model in %s, expected the same architecture and dtype", start.Config.Model.Kind, start.Config.DType)
	}
	if !slices.Equal(data.Features, start.Features) || data.Steps != start.Steps {
		return nil, fmt.Errorf("igbo: a warm start from a model of the features %v and T = %d, the data has %v and %d", start.Features, start.Steps, data.Features, data.Steps)
	}
	if cfg.Standardize != start.Config.Standardize || cfg.Loss.ScalesTarget() != start.Config.Loss.ScalesTarget() {
		return nil, fmt.Errorf("igbo: a warm start from a model with Standardize %t and the %s loss, expected the same units", start.Config.Standardize, start.Config.Loss)
	}
	m, err := newModel(start.backend, cfg, data, d)
	if err != nil {
		return nil, err
	}
	m.Normalization = start.Normalization
	if err := m.sameVariables(start); err != nil {
		return nil, err
	}
	if err := copyVariables(m.store, start.store, "/"+modelScope+"/"); err != nil {
		return nil, err
	}
	from, err := m.memory(data)
	if err != nil {
		return nil, err
	}
	return m.train(ctx, from)
}

// sameVariables checks that a user's function has the variables that a model starts from.
func (m *Model) sameVariables(start *Model) error {
	if m.Config.Model.Kind != models.KindCustom {
		return nil
	}
	var weights []safetensors.Named
	for v := range start.store.IterVariables() {
		if !isWeight(v.Path()) {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return fmt.Errorf("igbo: variable %s: %w", v.Path(), err)
		}
		weights = append(weights, safetensors.Named{Name: v.Path(), Value: value})
	}
	if err := m.checkWeights(weights); err != nil {
		return fmt.Errorf("igbo: a warm start from another function: %w", err)
	}
	return nil
}

var errNoContext = errors.New("igbo: training without a context, expected one such as context.Background()")

// graph builds predictions [B,T], or [B,T,K], and, on the way, the second objective.
func (m *Model) graph(scope *model.Scope, inputs []*Node) *Node {
	scope = scope.At(modelScope)
	x, mask := split(inputs)
	y := m.f(scope, x, mask)
	m.setRidge(x.Graph())
	if m.DAG != nil && !m.second && scope.IsTraining(x.Graph()) {
		train.SetSecondLoss(m.secondLoss(scope, x, mask))
	}
	return y
}

// ownSecond builds the second objective that a user's function gives, once for
// each sample of x, so that the mean over pieces of the data is one over samples.
func (m *Model) ownSecond(scope *model.Scope, x, mask *Node) *Node {
	m.f(scope, x, mask)
	return BroadcastToDims(train.SecondLoss(x.Graph()), x.Shape().Dim(0))
}
