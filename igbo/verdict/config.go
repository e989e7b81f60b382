package verdict

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// Config says how the order is judged. DefaultConfig has the settings that did best
// with known orders.
type Config struct {
	// Model is linear or a network, for series also one that goes through their steps (GRU, LSTM, attention,
	// convolution); Outputs is K, the number of classes under softmax.
	Model models.Spec `json:"model"`
	// Starts is S, from how many starts a network is trained, with the order and without: each is then their mean
	// (igbo.Ensemble). 0 is 1. The decay is chosen with one.
	Starts int `json:"starts,omitempty"`
	// Patience, above 0, ends the trainings of a network early: where the loss on a fifth of a training part, which is held out of it, has not fallen in
	// so many looks, one each ten steps or epoch, whichever is longer, and keeps the weights of the least; with the order of the loss and H together. The fifth has
	// groups whole and classes as the part has them, and no row of the test part. 0 is off.
	Patience int `json:"patience,omitempty"`
	// Loss is that of every model and of the comparison: squared, absolute, quantile or poisson of numbers, logistic or softmax of classes, whose weights, of
	// a table, multiply those of the rows, in training and wherever errors are averaged.
	Loss task.Loss `json:"loss"`
	// Folds and Repeats are those of the cross-validation, 5 and 5; InnerFolds, 5, those within a
	// training part that choose penalties and, with Gate, whether the order is kept.
	Folds      int `json:"folds"`
	Repeats    int `json:"repeats"`
	InnerFolds int `json:"inner_folds"`
	// Gate keeps the order only where the loss on inner folds is not larger with it.
	Gate bool `json:"gate"`
	// Penalties are those of ridge that are tried, Decays those of a network.
	Penalties []float64 `json:"penalties"`
	Decays    []float64 `json:"decays,omitempty"`
	// Steps is the least number of steps of a training, Epochs the least number of passes; Batch
	// the largest batch, of samples or of series. A network takes as many again before, for its start.
	Steps  int `json:"steps"`
	Epochs int `json:"epochs"`
	Batch  int `json:"batch"`
	// Optimizer takes the combined gradient.
	Optimizer igbo.Optimizer `json:"optimizer"`
	// Rule and Lambda combine the gradients, which are normalised where NormalizeGradients says so.
	Rule               string       `json:"rule"`
	Lambda             train.Lambda `json:"lambda"`
	NormalizeGradients bool         `json:"normalize_gradients"`
	// Attribution says how the scores are computed, on standardised inputs, where the zero
	// baseline is the training mean. Its groups are those of the data.
	Attribution attribution.Config `json:"attribution"`
	// Output is the one that is attributed under softmax.
	Output attribution.Output `json:"output,omitzero"`
	// Keep is the model that is kept, one of Keeps; "" is the mean of the posterior under the soft order where it applies (a linear model of a table without
	// a gate), else igbo. Another than igbo and without-order is a linear model, whatever Model is.
	Keep string `json:"keep,omitempty"`
	// Rivals fits the other ways to use the order on the same folds, where data are a table with the squared, logistic or poisson loss; Chains, Burn and
	// Draws are those of a posterior on a fold. The model that is kept has posterior.DefaultConfig's.
	Rivals bool `json:"rivals"`
	Chains int  `json:"chains"`
	Burn   int  `json:"burn"`
	Draws  int  `json:"draws"`
	// Level is that of the intervals, 0.95. Margin is the relative change of the error, 0.02, below which two models do the same: an
	// interval within it makes no difference.
	Level  float64 `json:"level"`
	Margin float64 `json:"margin"`
	// Seed decides folds, start weights and batches.
	Seed  int64  `json:"seed"`
	DType string `json:"dtype"`
}

// DefaultConfig returns 5 × 5 folds with 5 inner ones, 400 full-batch steps (of at most 1024 samples) of Adam at a rate that
// diminishes as 0.05/√k, the rule feasibility-first at λ = ½, absolute scores from the
// training mean, ridge's start and penalty, and no gate. classes is the number of classes:
// 0 for regression.
func DefaultConfig(model models.Spec, classes int) Config {
	c := Config{
		Model: model, Folds: 5, Repeats: 5, InnerFolds: 5,
		Penalties: slices.Clone(halfPowers), Steps: 400, Epochs: 5, Batch: 1024,
		Optimizer: igbo.Optimizer{Name: "adam", LearningRate: 0.05, Schedule: igbo.InverseRootRate},
		Rule:      "feasibility-first", Lambda: train.FixedLambda(0.5), NormalizeGradients: true,
		Attribution: attribution.DefaultConfig(), Rivals: true, Chains: 2, Burn: 200, Draws: 600, Level: DefaultLevel, Margin: 0.02, Seed: 1, DType: "float64",
	}
	c.Attribution.Score, c.Attribution.Quadrature, c.Attribution.Points = attribution.Absolute, attribution.GaussLegendre, 1
	if model.Kind != models.KindLinear {
		c.Attribution.Points, c.Decays = 8, []float64{0.1, 0.01, 0.001}
		c.Optimizer.LearningRate = 0.02
	}
	switch {
	case classes == 2:
		c.Loss.Kind = task.KindLogistic
	case classes > 2:
		c.Loss.Kind, c.Model.Outputs = task.KindSoftmax, classes
		c.Output.Kind = attribution.PredictedOutput
	}
	return c
}

// DefaultLevel is the default level of intervals.
const DefaultLevel = 0.95

// halfPowers are 10, 10^½, … 10^−4. They are written out, as math.Pow has another last bit on each architecture, and what is kept goes by
// these settings, wherever it was found.
var halfPowers = []float64{10, 3.1622776601683795, 1, 0.31622776601683794, 0.1, 0.03162277660168379, 0.01, 0.003162277660168379, 0.001, 0.00031622776601683794, 0.0001}

// Validate checks every setting for inputs with d columns.
func (c Config) Validate(d int) error {
	switch {
	case !slices.Contains(models.Kinds(), c.Model.Kind):
		return fmt.Errorf("verdict: a %s model, expected one of %q", c.Model.Kind, models.Kinds())
	case c.Loss.Is(task.KindHuber) || c.Loss.Is(task.KindCustom):
		return fmt.Errorf("verdict: the %s loss, expected squared, absolute, quantile, poisson, logistic or softmax", c.Loss)
	case c.Starts < 0 || c.Starts > igbo.MaxStarts:
		return fmt.Errorf("verdict: %d starts, expected 1 to %d", c.Starts, igbo.MaxStarts)
	case c.Starts > 1 && !c.network():
		return fmt.Errorf("verdict: %d starts of a linear model, which has one solution; expected a network, or the mean of the posterior, which is kept by default", c.Starts)
	case c.Patience < 0 || c.Patience > maxPatience:
		return fmt.Errorf("verdict: a patience of %d looks, expected 0 (no early stopping) to %d", c.Patience, maxPatience)
	case c.Patience > 0 && !c.network():
		return errors.New("verdict: early stopping of a linear model, expected a network: a linear one is held by its penalty")
	case c.Folds < 2 || c.InnerFolds < 2 || c.Repeats < 1:
		return fmt.Errorf("verdict: %d folds, %d times over, with %d inner ones, expected at least 2, 1 and 2", c.Folds, c.Repeats, c.InnerFolds)
	case c.Folds > maxFolds || c.Repeats > maxFolds || c.InnerFolds > maxFolds || c.Folds*c.Repeats > maxFolds:
		return fmt.Errorf("verdict: %d folds in all, expected at most %d", c.Folds*c.Repeats, maxFolds)
	case c.Steps < 1 || c.Epochs < 1 || c.Batch < 1:
		return fmt.Errorf("verdict: %d steps, %d epochs, batches of %d, expected at least 1 of each", c.Steps, c.Epochs, c.Batch)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("verdict: intervals of level %g, expected inside (0, 1)", c.Level)
	case !(c.Margin >= 0 && c.Margin < 1):
		return fmt.Errorf("verdict: a margin of %g, expected a share of the error from 0 to below 1, such as 0.02", c.Margin)
	case c.Keep != "" && !slices.Contains(Keeps(), c.Keep):
		return fmt.Errorf("verdict: keep is %q, expected one of %q", c.Keep, Keeps())
	case c.Rivals && (c.Chains < 1 || c.Burn < 0 || c.Draws < 4 || max(c.Chains, c.Burn, c.Draws) > maxDraws):
		return fmt.Errorf("verdict: %d chains of %d + %d sweeps, expected 1, 0 and 4 at least and %d at most", c.Chains, c.Burn, c.Draws, maxDraws)
	case c.Keep != "" && c.Keep != KeepIGBO && c.Keep != KeepPlain && (!c.Rivals || c.outputs() > 1):
		return fmt.Errorf("verdict: keep is %q without rivals or with %d outputs, expected rivals and one output, or %s", c.Keep, c.outputs(), KeepIGBO)
	case c.Keep != "" && c.Keep != KeepIGBO && c.Keep != KeepPlain && c.Lacks() != "":
		return fmt.Errorf("verdict: keep is %q, expected %s or %s: %s", c.Keep, KeepIGBO, KeepPlain, c.Lacks())
	case len(c.Penalties) == 0 || c.network() && len(c.Decays) == 0:
		return fmt.Errorf("verdict: %d penalties of ridge and %d decays, expected at least 1 of each that is used", len(c.Penalties), len(c.Decays))
	}
	for _, p := range append(append([]float64{}, c.Penalties...), c.Decays...) {
		if !(p > 0) || math.IsInf(p, 1) {
			return fmt.Errorf("verdict: a penalty of %g, expected a positive number", p)
		}
	}
	if err := c.Loss.Validate(); err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	return c.training(c.Batch, nil, c.Penalties[0]).Validate(d)
}

// maxFolds bounds the folds in all, maxDraws the sweeps of a chain, maxPatience the looks of early stopping.
const (
	maxFolds    = 10_000
	maxDraws    = 1_000_000
	maxPatience = 1_000_000
)

func (c Config) network() bool { return c.Model.Kind != models.KindLinear }

// sequential tells a model that goes through the steps of series from one that sees each alone.
func (c Config) sequential() bool { return c.network() && c.Model.Kind != models.KindMLP }

// starts is S.
func (c Config) starts() int { return max(c.Starts, 1) }

// outputs is K.
func (c Config) outputs() int { return max(c.Model.Outputs, 1) }

// epochs is the number of passes over n samples.
func (c Config) epochs(n int) int {
	perEpoch := (n-1)/c.Batch + 1
	return max(c.Epochs, (c.Steps-1)/perEpoch+1)
}

// steps is that of one training on n samples.
func (c Config) steps(n int) int { return c.epochs(n) * ((n-1)/c.Batch + 1) }

// stepsPerCall is for models whose step takes less than the call of an engine.
const stepsPerCall = 200

// training is the configuration of one training on n samples.
func (c Config) training(n int, groups [][]int, penalty float64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Loss, cfg.Seed, cfg.Ridge = c.Model, c.Loss, c.Seed, penalty
	cfg.Epochs, cfg.BatchSize, cfg.Optimizer = c.epochs(n), min(c.Batch, n), c.Optimizer
	cfg.Rule, cfg.Lambda, cfg.NormalizeGradients = c.Rule, c.Lambda, c.NormalizeGradients
	cfg.Attribution, cfg.Output = c.Attribution, c.Output
	cfg.Attribution.Groups = groups
	cfg.Standardize, cfg.DType, cfg.HistoryEvery, cfg.StepsPerCall = true, c.DType, 0, stepsPerCall
	return cfg
}

// largestTarget bounds targets: the spread of the squares of larger ones overflows.
const largestTarget = 1e70

// Numeric targets must differ by smallestSpread, because the squares of smaller differences vanish, and by finest of the largest target,
// because a float64 rounds finer differences.
const (
	smallestSpread = 1e-70
	finest         = 1e-12
)

// checkSpread refuses numeric targets whose differences are lost to rounding, and targets that are all the same.
func (c Config) checkSpread(d igbo.Data) error {
	if c.Loss.Classifies() {
		return nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i, y := range d.Y {
		if d.Mask == nil || d.Mask[i] {
			low, high = min(low, y), max(high, y)
		}
	}
	switch spread := high - low; {
	case spread == 0:
		return fmt.Errorf("verdict: checking targets: all are %g; a target must vary", low)
	case spread < smallestSpread:
		return fmt.Errorf("verdict: checking targets: they differ by %g at most; want %g or more (multiply the target, for example by %g)", spread, smallestSpread, 1/spread)
	case spread < finest*max(math.Abs(low), math.Abs(high)):
		return fmt.Errorf("verdict: checking targets: they differ by %g at most around %g, too little for the digits of a float64 (subtract %g from the target)", spread, low, low)
	}
	return nil
}

// checkData asks for steps that the model can go through and targets whose losses can be compared.
func (c Config) checkData(d igbo.Data) error {
	for i, y := range d.Y {
		if (d.Mask == nil || d.Mask[i]) && math.Abs(y) > largestTarget {
			return fmt.Errorf("verdict: a target of %g, expected one within ±%g, in a larger unit", y, largestTarget)
		}
		if c.Loss.Is(task.KindPoisson) && y > 1<<53 && (d.Mask == nil || d.Mask[i]) {
			return fmt.Errorf("verdict: checking targets: the count %g is too large (max 2^53); count in a larger unit", y)
		}
		if expected := c.Loss.Expects(y, c.outputs()); expected != "" && (d.Mask == nil || d.Mask[i]) {
			return fmt.Errorf("verdict: a target of %g, %s", y, expected)
		}
	}
	if err := c.checkSpread(d); err != nil {
		return err
	}
	if _, err := c.weighted(d); err != nil {
		return err
	}
	if n := c.outputs() * (len(d.Features) + 1); n > ridge.MaxWeights {
		return fmt.Errorf("verdict: %d columns and %d outputs, which %s solves for with %d weights, expected at most %d: choose columns", len(d.Features), c.outputs(), c.reference(), n, ridge.MaxWeights)
	}
	if d.Steps == 1 && c.sequential() {
		return fmt.Errorf("verdict: a %s model of a table, T = 1, expected series, or one of the models %s and %s", c.Model.Kind, models.KindLinear, models.KindMLP)
	}
	return nil
}
