package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config configures a comparison. DefaultConfig returns the settings that did best with known orders.
type Config struct {
	// Config holds the settings of every training. These fields differ from [igbo.Config]:
	//
	//  - Model is linear or a network. For series it can be sequential (GRU, LSTM, attention, convolution). Outputs is K, the number
	//    of classes under softmax.
	//  - Loss is the loss of every model and of the comparison: squared, absolute, quantile or poisson for numbers, logistic or softmax
	//    for classes. For a table, class weights multiply the weights of the rows, in training and in all mean errors.
	//  - Epochs is the minimum number of passes, BatchSize the maximum batch size in samples or series.
	//  - Attribution is computed on standardised inputs, so the zero baseline is the training mean. Its groups are those of the data.
	//  - Output is the attributed output under softmax.
	//  - EarlyStopping.Patience, if positive, stops the trainings of a network early. A fifth of each training part is held out and
	//    checked every ten steps or every epoch, whichever is longer. Training stops after Patience checks without a lower loss and
	//    restores the best weights. With the order, the loss is that of task and H together. The fifth keeps groups together and is
	//    stratified by class. It has no test rows.
	//  - Seed decides the folds, the initial weights and the batches.
	//
	// The comparison itself chooses Ridge, Standardize, the rest of EarlyStopping, and how a training is recorded.
	igbo.Config
	// Starts is S, the number of starts of a network, with and without the order. The models are then the means over the starts
	// (igbo.Ensemble). 0 acts as 1. The weight decay is chosen with one start.
	Starts int `json:"starts,omitempty"`
	// Folds and Repeats configure the cross-validation; the defaults are 5 and 5. InnerFolds, by default 5, is the number of folds within a
	// training part. These choose the penalties and, with Gate, whether to use the order.
	Folds      int `json:"folds"`
	Repeats    int `json:"repeats"`
	InnerFolds int `json:"inner_folds"`
	// Gate uses the order only if it does not increase the loss on the inner folds.
	Gate bool `json:"gate"`
	// Penalties lists the penalties to try for ridge, Decays the weight decays for a network.
	Penalties []float64 `json:"penalties"`
	Decays    []float64 `json:"decays,omitempty"`
	// Steps is the minimum number of steps of a training. A network takes as many steps again to reach its start.
	Steps int `json:"steps"`
	// Keep is the model to keep, one of Keeps. "" selects the posterior mean under the soft order if it applies (a linear model of a table
	// without a gate), else igbo. All values except igbo and without-order select a linear model, whatever Model is; they require
	// CompetingMethods and a model with one output.
	Keep string `json:"keep,omitempty"`
	// CompetingMethods fits the competing methods on the same folds, if the data are a table with the squared, logistic or poisson loss.
	// Chains, Burn and Draws configure their posteriors. The saved model uses posterior.DefaultConfig.
	CompetingMethods bool `json:"rivals"`
	Chains           int  `json:"chains"`
	Burn             int  `json:"burn"`
	Draws            int  `json:"draws"`
	// Level is the level of the intervals, by default 0.95. Margin is the relative change of the error, by default 0.02, within which two
	// models count as equal.
	Level  float64 `json:"level"`
	Margin float64 `json:"margin"`
}

// DefaultConfig returns the default settings for a model. classes is the number of classes, 0 for
// regression. The defaults are:
//
//   - 5 × 5 folds with 5 inner folds
//   - at least 400 steps and 5 epochs of Adam in batches of at most 1024 samples, with the rate 0.05/√k at step k (0.02/√k for a
//     network)
//   - the rule feasibility-first at λ = ½, with absolute scores relative to the training mean
//   - the start and the penalty of ridge regression, and no gate
func DefaultConfig(model models.Spec, classes int) Config {
	c := Config{
		Config: igbo.DefaultConfig(), Folds: 5, Repeats: 5, InnerFolds: 5,
		Penalties: slices.Clone(halfPowers), Steps: 400,
		CompetingMethods: true, Chains: 2, Burn: 200, Draws: 600, Level: DefaultLevel, Margin: 0.02,
	}
	c.Model, c.Epochs, c.BatchSize, c.Seed, c.DType = model, 5, 1024, 1, "float64"
	c.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: 0.05, Schedule: igbo.InverseRootRate}
	c.Rule, c.Lambda, c.NormalizeGradients = "feasibility-first", train.FixedLambda(0.5), true
	c.Standardize, c.HistoryEvery, c.StepsPerCall = true, 0, stepsPerCall
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

// halfPowers holds 10, 10^½, … 10^−4. The values are literals because the last bit of math.Pow
// depends on the architecture, and these settings are part of cache keys.
var halfPowers = []float64{10, 3.1622776601683795, 1, 0.31622776601683794, 0.1, 0.03162277660168379, 0.01, 0.003162277660168379, 0.001, 0.00031622776601683794, 0.0001}

// Validate checks every setting for inputs with d columns.
func (c Config) Validate(d int) error {
	switch {
	case !slices.Contains(models.Kinds(), c.Model.Kind):
		return fmt.Errorf("compare: unsupported model %q, want one of %q", c.Model.Kind, models.Kinds())
	case c.Loss.Is(task.KindHuber) || c.Loss.Is(task.KindCustom):
		return fmt.Errorf("compare: unsupported loss %s, want squared, absolute, quantile, poisson, logistic or softmax", c.Loss)
	case !c.network() && c.Starts > 1:
		return fmt.Errorf("compare: Starts must be 1 for a linear model, got %d: all starts lead to the same solution (set it to 1, or use a network)", c.Starts)
	case !c.network() && c.EarlyStopping.Patience > 0:
		return fmt.Errorf("compare: EarlyStopping.Patience must be 0 for a linear model, got %d: a ridge penalty prevents overfitting instead (set it to 0, or use a network)", c.EarlyStopping.Patience)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("compare: Level must be between 0 and 1, such as 0.95, got %g", c.Level)
	case !(c.Margin >= 0 && c.Margin < 1):
		return fmt.Errorf("compare: Margin must be at least 0 and below 1, such as 0.02 (2 %% of the error), got %g", c.Margin)
	}
	ranges := []limit.Int{
		{Name: "Starts", Value: c.Starts, Max: igbo.MaxStarts}, {Name: "EarlyStopping.Patience", Value: c.EarlyStopping.Patience, Max: maxPatience},
		{Name: "Folds", Value: c.Folds, Min: 2, Max: maxFolds}, {Name: "Repeats", Value: c.Repeats, Min: 1, Max: maxFolds},
		{Name: "InnerFolds", Value: c.InnerFolds, Min: 2, Max: maxFolds}, {Name: "Steps", Value: c.Steps, Min: 1, Max: math.MaxInt},
		{Name: "Epochs", Value: c.Epochs, Min: 1, Max: math.MaxInt}, {Name: "BatchSize", Value: c.BatchSize, Min: 1, Max: math.MaxInt},
	}
	if c.CompetingMethods {
		ranges = append(ranges, limit.Int{Name: "Chains", Value: c.Chains, Min: 1, Max: maxDraws}, limit.Int{Name: "Burn", Value: c.Burn, Max: maxDraws},
			limit.Int{Name: "Draws", Value: c.Draws, Min: 4, Max: maxDraws})
	}
	if err := limit.Check(ranges); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	other := c.Keep != "" && c.Keep != KeepIGBO && c.Keep != KeepPlain
	switch {
	case c.Folds*c.Repeats > maxFolds:
		return fmt.Errorf("compare: Folds times Repeats must be at most %d, got %d times %d", maxFolds, c.Folds, c.Repeats)
	case c.Keep != "" && !slices.Contains(Keeps(), c.Keep):
		return fmt.Errorf("compare: Keep must be one of %q, got %q", Keeps(), c.Keep)
	case other && !c.CompetingMethods:
		return fmt.Errorf("compare: Keep is %q, which requires CompetingMethods (turn them on, or keep %q)", c.Keep, KeepIGBO)
	case other && c.outputs() > 1:
		return fmt.Errorf("compare: Keep is %q, which requires a model with 1 output, but this model has %d (keep %q)", c.Keep, c.outputs(), KeepIGBO)
	case other && c.Lacks() != "":
		return fmt.Errorf("compare: Keep must be %q or %q, got %q: %s", KeepIGBO, KeepPlain, c.Keep, c.Lacks())
	case c.chosen() != "":
		return fmt.Errorf("compare: %s must not be set: the comparison chooses it", c.chosen())
	case len(c.Penalties) == 0:
		return errors.New("compare: Penalties is empty, want at least 1 ridge penalty")
	case c.network() && len(c.Decays) == 0:
		return errors.New("compare: Decays is empty, want at least 1 weight decay for a network")
	}
	for i, p := range c.Penalties {
		if !(p > 0) || math.IsInf(p, 1) {
			return fmt.Errorf("compare: Penalties[%d] must be positive and finite, got %g", i, p)
		}
	}
	for i, p := range c.Decays {
		if !(p > 0) || math.IsInf(p, 1) {
			return fmt.Errorf("compare: Decays[%d] must be positive and finite, got %g", i, p)
		}
	}
	if err := c.Loss.Validate(); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return c.training(c.BatchSize, nil, c.Penalties[0]).Validate(d)
}

// maxFolds bounds the total number of folds, maxDraws the number of sweeps of a chain, and
// maxPatience the number of checks of early stopping.
const (
	maxFolds    = 10_000
	maxDraws    = 1_000_000
	maxPatience = 1_000_000
)

// chosen returns the name of a setting that the user has set although the comparison chooses it; ""
// if there is none.
func (c Config) chosen() string {
	stopping := c.EarlyStopping
	switch {
	case c.Ridge != 0:
		return "ridge"
	case c.BurnIn != 0:
		return "burn_in"
	case !c.Standardize:
		return "standardize"
	case c.HistoryEvery != 0 || c.TrackDescent:
		return "history_every or track_descent"
	case stopping.Monitor != "" || stopping.Every != 0 || stopping.Data.X != nil:
		return "early_stopping except its patience"
	case c.Function != nil || c.OnStep != nil || c.Checkpoints.Dir != "":
		return "a function, OnStep or a folder for checkpoints"
	}
	return ""
}

func (c Config) network() bool { return c.Model.Kind != models.KindLinear }

// sequential reports whether a model processes the steps of series in sequence rather than each alone.
func (c Config) sequential() bool { return c.network() && c.Model.Kind != models.KindMLP }

// starts returns S.
func (c Config) starts() int { return max(c.Starts, 1) }

// outputs returns K.
func (c Config) outputs() int { return max(c.Model.Outputs, 1) }

// epochs returns the number of passes over n samples.
func (c Config) epochs(n int) int {
	perEpoch := (n-1)/c.BatchSize + 1
	return max(c.Epochs, (c.Steps-1)/perEpoch+1)
}

// steps returns the number of steps of one training on n samples.
func (c Config) steps(n int) int { return c.epochs(n) * ((n-1)/c.BatchSize + 1) }

// stepsPerCall is the number of steps per engine call, for models whose step is cheaper than a call.
const stepsPerCall = 200

// training returns the configuration of one training on n samples.
func (c Config) training(n int, groups [][]int, penalty float64) igbo.Config {
	cfg := c.Config
	cfg.Ridge, cfg.Epochs, cfg.BatchSize = penalty, c.epochs(n), min(c.BatchSize, n)
	cfg.Attribution.Groups, cfg.EarlyStopping = groups, igbo.EarlyStopping{}
	return cfg
}

// largestTarget is the maximum magnitude of targets: the variance of the squares of larger ones overflows.
const largestTarget = 1e70

// Numeric targets must differ by at least smallestSpread, because the squares of smaller
// differences underflow, and by at least finest times the largest target, because a float64 cannot
// represent finer differences.
const (
	smallestSpread = 1e-70
	finest         = 1e-12
)

// checkSpread returns an error if rounding loses the differences of numeric targets, or all targets are equal.
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
		return fmt.Errorf("compare: checking targets: all targets are %g, but they must vary (choose another target column)", low)
	case spread < smallestSpread:
		return fmt.Errorf("compare: checking targets: the largest difference is %g, but it must be at least %g (multiply the target, for example by %g)", spread, smallestSpread, 1/spread)
	case spread < finest*max(math.Abs(low), math.Abs(high)):
		return fmt.Errorf("compare: checking targets: all are about %g and differ by at most %g, which is too little for the digits of a float64 (subtract %g from the target)", low, spread, low)
	}
	return nil
}

// checkData returns an error unless the model supports the number of steps and the losses of the targets can be compared.
func (c Config) checkData(d igbo.Data) error {
	for i, y := range d.Y {
		if (d.Mask == nil || d.Mask[i]) && math.Abs(y) > largestTarget {
			return fmt.Errorf("compare: checking targets: %g is too large (max ±%g); use a larger unit", y, largestTarget)
		}
		if c.Loss.Is(task.KindPoisson) && y > 1<<53 && (d.Mask == nil || d.Mask[i]) {
			return fmt.Errorf("compare: checking targets: the count %g is too large (max 2^53); count in a larger unit", y)
		}
		if expected := c.Loss.Expects(y, c.outputs()); expected != "" && (d.Mask == nil || d.Mask[i]) {
			return fmt.Errorf("compare: the target %g in row %d is unsupported: %s", y, i, expected)
		}
	}
	if err := c.checkSpread(d); err != nil {
		return err
	}
	space := samples.Scratch(d)
	defer space.Close()
	if _, err := c.weighted(space, d); err != nil {
		return err
	}
	if n := c.outputs() * (len(d.Features) + 1); n > linear.MaxWeights {
		return fmt.Errorf("compare: %s on %d columns with %d outputs needs %d weights, which is too many (max %d); choose columns", c.reference(), len(d.Features), c.outputs(), n, linear.MaxWeights)
	}
	if d.Steps == 1 && c.sequential() {
		return fmt.Errorf("compare: the model %q requires series, but the data are a table without series; use %q or %q", c.Model.Kind, models.KindLinear, models.KindMLP)
	}
	return nil
}
