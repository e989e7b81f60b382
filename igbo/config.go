package igbo

import (
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/settings"
)

// The settings of a training. Package settings documents every field in full.
type (
	// Config describes a training. DefaultConfig returns the paper's settings. It is saved with the model.
	//
	// Fields:
	//   - Model models.Spec: the architecture; the paper's student is linear.
	//   - Function attribution.MaskedModel: the model if Model has the kind custom: any GoMLX model function, x [B,T,D] and mask [B,T] (nil if no step is padded) → [B,T], or [B,T,K] for K outputs.
	//   - Loss task.Loss: the task loss L; the zero value is the paper's squared error.
	//   - Ridge float64: adds ½·Ridge·Σw² to the training loss, over the weights and not the biases, in the model's units; 0, the paper's value, adds nothing.
	//   - Seed int64: determines the initial weights and the order of the batches.
	//   - Epochs int: the number of passes over the data, 120 in the paper; at most 1e9.
	//   - BatchSize int: B, 32 in the paper; the last batch of an epoch can be smaller.
	//   - BurnIn int: the number of first steps of a series to exclude from L and the evaluated error, which are means over valid steps t ≥ BurnIn.
	//   - Optimizer Optimizer: applies the combined gradient.
	//   - Rule string: names the projection rule, "paper" for the paper's P.
	//   - NormalizeGradients bool: passes unit gradients to the rule, so the scale of a loss has no influence.
	//   - Lambda train.Lambda: the trade-off λ, ½ in the paper.
	//   - Tolerance float64: the ratio of gradient norms below which the smaller one is negligible, and the distance from exactly opposite gradients that counts as Pareto stationary.
	//   - StopAtOpposite bool: ends training at exactly opposite gradients; otherwise such a step is skipped; with Tolerance 0 the rule computes it.
	//   - Attribution attribution.Config: sets how the scores H are computed.
	//   - Output attribution.Output: selects the output of a model with several that is scored and attributed: a fixed one, the predicted one, or each.
	//   - Standardize bool: shifts and scales every input and the target to mean 0 and standard deviation 1 on the training data; the target only under the losses squared, absolute and huber.
	//   - DType string: "float32" or "float64".
	//   - HistoryEvery int: records one of this many steps in the history; 0 records none.
	//   - TrackDescent bool: records in the history the first-order change of both objectives at every applied update.
	//   - StepsPerCall int: the largest number of steps in one call of the backend; 0 is 1.
	//   - EarlyStopping EarlyStopping: ends training when a held-out loss stops improving; disabled by default.
	//   - Checkpoints Checkpoints: sets where and how often training saves its state; disabled by default.
	//   - OnStep func(step int): OnStep, if set, is called after every step with its number, from 1, and at a resume with the number of steps that were taken before.
	//
	// Methods:
	//   - Build() (attribution.MaskedModel, error): returns the model function of the settings: the architecture, or the user's function with a check of its output.
	//   - Driver() train.DriverConfig: returns the settings of the step driver.
	//   - Precision() (dtypes.DType, error): returns the dtype of the model.
	//   - Validate(d int) error: checks every setting for inputs with d features.
	//   - ValidateFor(data Data) error: checks the settings against the sizes of the data: a target must count, and the memory of the points and the number of steps are bounded.
	//   - Watches() bool: reports whether a training evaluates held-out data.
	//   - Wrapper() (train.Config, error): returns the settings of the optimiser wrapper.
	Config = settings.Config
	// Optimizer describes the optimiser of the combined gradient: one of GoMLX, or Armijo's line search.
	//
	// Fields:
	//   - Name string: "adam", "adamw", "rmsprop", "sgd" or "armijo".
	//   - LearningRate float64: the step size; for armijo the first one to try.
	//   - Schedule Schedule: reduces the step size with the step k, from 1; empty is constant.
	//
	// Methods:
	//   - Build(steps int) optimizer.Interface: returns the GoMLX optimiser of a training with the given number of steps.
	//   - Validate() error: checks name, rate and schedule.
	Optimizer = settings.Optimizer
	// Schedule names how a learning rate changes with the step k, from 1.
	Schedule = settings.Schedule
	// EarlyStopping ends training when a loss on held-out data stops improving, and restores the best weights. The zero value disables it.
	//
	// Fields:
	//   - Data Data: the held-out data, in the units of the training data.
	//   - Monitor Monitor: the monitored loss; empty is L.
	//   - Patience int: the number of evaluations without improvement that end training; 0 disables early stopping.
	//   - Every int: the number of epochs between evaluations; 0 is 1.
	//   - MinImprovement float64: the smallest decrease of the loss that counts as an improvement, in the model's units.
	//
	// Methods:
	//   - Validate() error: checks the settings for inputs with the given features.
	EarlyStopping = settings.EarlyStopping
	// Monitor names the loss that early stopping watches.
	//
	// Methods:
	//   - Of(l, h float64) float64: returns the monitored loss of L and H.
	Monitor = settings.Monitor
	// Checkpoints sets where and how often a training saves its state. The zero value disables checkpoints.
	//
	// Fields:
	//   - Dir string: the folder that holds them; empty disables checkpoints.
	//   - Every int: the number of steps between checkpoints; 0 keeps only the last state.
	//   - Keep int: the number of newest checkpoints to keep; 0 is 2.
	//   - Resume bool: continues at the newest checkpoint that can be read, or begins if there is none.
	//   - OnDamaged func(folder string, err error): OnDamaged, if set, is called at a resume with each checkpoint that is skipped, and the reason.
	//
	// Methods:
	//   - Validate() error: checks the numbers.
	Checkpoints = settings.Checkpoints
)

// The schedules of package settings.
const (
	ConstantRate    = settings.ConstantRate    // η
	InverseRootRate = settings.InverseRootRate // η/√k
	InverseRate     = settings.InverseRate     // η/k
	CosineRate      = settings.CosineRate      // η·(1 + cos(π·(k−1)/N))/2 of N steps
)

// The monitored losses of package settings.
const (
	MonitorTask = settings.MonitorTask // L
	MonitorMax  = settings.MonitorMax  // max(L, H)
	MonitorSum  = settings.MonitorSum  // L + H
)

// DefaultConfig returns the paper's settings: linear student, 120 epochs in batches of 32, Adam at 1e-3, rule P at λ = ½, M = 20, signed
// score.
func DefaultConfig() Config { return settings.DefaultConfig() }

// Recommended returns settings for few samples and a correct order: the rule feasibility-first on unit gradients at λ = ½, absolute scores
// from the training mean, standardised inputs and target, and 400 steps of Adam on at most 1024 samples, at a rate that decreases as
// 0.05/√k (0.02/√k for a network). The study few-samples selected them. DefaultConfig has the paper's settings.
//
// They require a warm start: call [TrainFrom] with a model of the task only, such as ridge regression. From a cold start, absolute scores
// preserve the signs of the initial weights. Ridge is 0, because a linear student under a correct order with intervals does better without
// the penalty. If the order can be wrong, or has no intervals and the data are real, keep the penalty of that ridge regression. First test
// the order with package compare, because a wrong order increases the error.
func Recommended(model models.Spec) Config { return settings.Recommended(model) }

// Optimizers lists the optimisers that a Config can name.
func Optimizers() []string { return settings.Optimizers() }

// Monitors lists the monitored losses.
func Monitors() []Monitor { return settings.Monitors() }
