package benchmark

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Network describes how gradient-trained methods learn. All of them have the same architecture, start, batches and steps.
type Network struct {
	Model models.Spec `json:"model"`
	// Epochs is the number of epochs with batches of Batch samples. The optimiser is Adam with the learning rate Rate, which
	// falls to 0 along a cosine.
	Epochs int     `json:"epochs"`
	Batch  int     `json:"batch"`
	Rate   float64 `json:"learning_rate"`
	// Decay is the weight decay of every method except WeightDecay, whose strength is the decay.
	Decay float64 `json:"weight_decay"`
	// Points is M of the attributions. Rule and Lambda combine the gradients if there is an order.
	Points int     `json:"points"`
	Rule   string  `json:"rule"`
	Lambda float64 `json:"lambda"`
}

// DefaultNetwork returns the training of a model: 60 epochs in batches of 20, weight decay 1e-3.
func DefaultNetwork(spec models.Spec) Network {
	return Network{Model: spec, Epochs: 60, Batch: 20, Rate: 2e-2, Decay: 1e-3, Points: 6, Rule: "feasibility-first", Lambda: 0.5}
}

// Validate checks the training for inputs with d features.
func (n Network) Validate(d int) error {
	if n.Model.Kind == models.KindCustom {
		return fmt.Errorf("benchmark: unsupported network kind %s, want one of %v", n.Model.Kind, models.Kinds())
	}
	return n.config(task.Loss{}, 1).Validate(d)
}

// config returns the training of a method that only uses the task.
func (n Network) config(loss task.Loss, seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Loss, cfg.Seed, cfg.Epochs, cfg.BatchSize = n.Model, loss, seed, n.Epochs, n.Batch
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: n.Rate, Schedule: igbo.CosineRate}
	cfg.Ridge, cfg.Standardize, cfg.HistoryEvery = n.Decay, true, 0
	cfg.Rule, cfg.Lambda = n.Rule, train.FixedLambda(n.Lambda)
	cfg.Attribution.Points, cfg.Attribution.Score = n.Points, attribution.Absolute
	if cfg.StepsPerCall = 1; n.Model.Kind == models.KindLinear || n.Model.Kind == models.KindMLP {
		cfg.StepsPerCall = 250 // a step takes less time than a call of the engine
	}
	return cfg
}

// gradient describes a method that trains a network.
type gradient struct {
	Network
	name    string
	grid    []Setting
	applies func(p *Problem) error // returns an error if the problem lacks something; nil if nothing is needed
	// change modifies the problem; nil if it stays the same.
	change func(p *Problem, seed int64) (*Problem, error)
	// decays reports whether the strength is the weight decay.
	decays bool
	// order returns the order for IGBO; nil if there is none. With warm, the network is first trained on the task alone, for
	// the same number of steps.
	order ordering
	warm  bool
	// penalty builds a second objective; nil if there is none. It is added to the loss if summed is set. Otherwise the
	// network's rule combines it with the loss.
	penalty func(c built) *Node
	summed  bool
	// function replaces the architecture, unless it is nil.
	function func(n Network, p *Problem) attribution.MaskedModel
}

// ordering returns the order for a problem and a strength.
type ordering = func(p *Problem, strength float64) (*dag.DAG, error)

// method returns the recipe.
func (g gradient) method() Method {
	return Recipe{Label: g.name, Grid: g.grid, Needs: g.needs, Learn: g.learn}
}

// strengths returns settings with these strengths.
func strengths(all ...float64) []Setting {
	return study.Each(all, func(v float64) Setting { return Setting{Strength: v} })
}

// needs rejects outputs and masks that no network method supports, and problems that lack the knowledge that the method needs.
func (g gradient) needs(p *Problem) (err error) {
	switch {
	case p.Outputs > 1:
		err = fmt.Errorf("the problem must have one output, got %d", p.Outputs)
	case p.Train.Mask != nil:
		err = errors.New("the series must have equal length, but are padded")
	case g.applies != nil:
		err = g.applies(p)
	}
	if err != nil {
		return fmt.Errorf("benchmark: %s: %w", g.name, err)
	}
	return nil
}

// learn trains the network on the modified problem.
func (g gradient) learn(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
	err := g.needs(p)
	if err != nil {
		return nil, err
	}
	if g.change != nil {
		if p, err = g.change(p, seed); err != nil {
			return nil, err
		}
	}
	cfg := g.config(p.Loss, seed)
	if g.decays {
		cfg.Ridge = s.Strength
	}
	if err := g.build(&cfg, p, s.Strength); err != nil {
		return nil, err
	}
	var order *dag.DAG
	if g.order != nil {
		if order, err = g.order(p, s.Strength); err != nil {
			return nil, err
		}
	}
	trained, err := Towards(ctx, b, cfg, p.Train, order, g.warm)
	if err != nil {
		return nil, err
	}
	f := &network{model: trained, like: p.Train}
	if g.Model.Kind == models.KindLinear && trained.Steps == 1 {
		f.weights, err = slopes(f.Predict, slices.Repeat([]float64{1}, p.columns()))
	}
	return f, err
}

// Towards trains a model with an order. With warm, it first trains the model on the task alone, for the same number of steps.
func Towards(ctx context.Context, b compute.Backend, cfg igbo.Config, data igbo.Data, order *dag.DAG, warm bool) (*igbo.Model, error) {
	first := order
	if warm {
		first = nil
	}
	trained, err := igbo.Train(ctx, b, cfg, data, first)
	if err == nil && warm {
		trained, err = igbo.TrainFrom(ctx, trained.Model, cfg, data, order)
	}
	if err != nil {
		return nil, err
	}
	return trained.Model, nil
}

// build sets the function of the training: one that replaces the architecture, one with the penalty as its second objective, or
// both.
func (g gradient) build(cfg *igbo.Config, p *Problem, strength float64) (err error) {
	if g.penalty == nil && g.function == nil {
		return nil
	}
	var base attribution.MaskedModel
	if g.function != nil {
		base = g.function(g.Network, p)
	} else if base, err = cfg.Model.BuildMasked(); err != nil {
		return err
	}
	cfg.Model, cfg.Function = models.CustomSpec(g.name), base
	if g.penalty == nil {
		return nil
	}
	if g.summed {
		cfg.Rule, cfg.Lambda = "weighted-sum", train.FixedLambda(0.5)
	}
	scores := cfg.Attribution
	cfg.Function = func(scope *model.Scope, x, mask *Node) *Node {
		y := base(scope, x, mask)
		if scope.IsTraining(x.Graph()) {
			again := func(scope *model.Scope, x *Node) *Node { return base(scope.ResetVisited(), x, nil) }
			train.SetSecondLoss(g.penalty(built{scope, again, x, p, scores, strength}), nil)
		}
		return y
	}
	return nil
}
