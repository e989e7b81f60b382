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
	//   - Model models.Spec: the architecture.
	//   - Function attribution.MaskedModel: the model if Model has the kind custom.
	//   - Loss task.Loss: the task loss L. The zero value is the squared error, as in the paper.
	//   - Ridge float64: adds ½·Ridge·Σw² to the training loss, over weights but not biases, in the model's units.
	//   - Seed int64: determines the initial weights and the order of the batches.
	//   - Epochs int: the number of passes over the data, 120 in the paper.
	//   - BatchSize int: B, 32 in the paper.
	//   - BurnIn int: the number of initial steps of each series that are excluded from L and the evaluated error.
	//   - Optimizer Optimizer: applies the combined gradient.
	//   - Rule string: the name of the projection rule.
	//   - NormalizeGradients bool: passes unit gradients to the rule, so the scale of a loss does not matter.
	//   - Lambda train.Lambda: the trade-off λ, ½ in the paper.
	//   - Tolerance float64: the ratio of gradient norms below which the smaller gradient is negligible.
	//   - StopAtOpposite bool: ends training at exactly opposite gradients.
	//   - Attribution attribution.Config: holds the settings for computing the scores H.
	//   - Output attribution.Output: selects the output of a model with several outputs that is scored and attributed: a fixed one, the predicted one, or each.
	//   - Standardize bool: transforms every input and the target to mean 0 and standard deviation 1 on the training data.
	//   - DType string: "float32" or "float64".
	//   - HistoryEvery int: the interval in steps at which the history is recorded; 0 records nothing.
	//   - TrackDescent bool: records the first-order change of both objectives in the history at every applied update.
	//   - StepsPerCall int: the maximum number of steps in one call of the backend.
	//   - EarlyStopping EarlyStopping: ends training when a held-out loss stops improving.
	//   - Checkpoints Checkpoints: controls where and how often training saves its state.
	//   - OnStep func(step int): OnStep, if not nil, is called after every step with the step number, starting at 1.
	//
	// Methods:
	//   - Build() (attribution.MaskedModel, error): returns the model function: the architecture, or the user-defined function with a check of its output.
	//   - Driver() train.DriverConfig: returns the settings for the step driver in package train.
	//   - Precision() (dtypes.DType, error): returns the dtype of the model.
	//   - Validate(d int) error: checks all settings for inputs with d features.
	//   - ValidateFor(data Data) error: checks the settings for the given data.
	//   - Watches() bool: reports whether training evaluates held-out data.
	//   - Wrapper() (train.Config, error): returns the settings for the optimiser wrapper in package train.
	Config = settings.Config
	// Optimizer describes the optimiser of the combined gradient: one of GoMLX, or Armijo's line search.
	//
	// Fields:
	//   - Name string: "adam", "adamw", "rmsprop", "sgd" or "armijo".
	//   - LearningRate float64: the step size.
	//   - Schedule Schedule: determines how the step size changes with the step k, starting at 1.
	//
	// Methods:
	//   - Build(steps int) optimizer.Interface: returns the GoMLX optimiser for a training with the given number of steps.
	//   - Validate() error: checks the name, the rate and the schedule.
	Optimizer = settings.Optimizer
	// Schedule names how a learning rate changes with the step k, from 1.
	Schedule = settings.Schedule
	// EarlyStopping ends training when a loss on held-out data stops improving, and restores the best weights. The zero value disables it.
	//
	// Fields:
	//   - Data Data: the held-out data, in the units of the training data.
	//   - Monitor Monitor: the monitored loss.
	//   - Patience int: the number of evaluations without improvement after which training ends.
	//   - Every int: the number of epochs between evaluations.
	//   - MinImprovement float64: the smallest decrease of the loss that counts as an improvement, in the model's units.
	//
	// Methods:
	//   - Validate() error: checks the settings.
	EarlyStopping = settings.EarlyStopping
	// Monitor names the loss that early stopping watches.
	//
	// Methods:
	//   - Of(l, h float64) float64: returns the monitored loss for task loss l and second objective h.
	Monitor = settings.Monitor
	// Checkpoints sets where and how often a training saves its state. The zero value disables checkpoints.
	//
	// Fields:
	//   - Dir string: the folder for checkpoints.
	//   - Every int: the number of steps between checkpoints.
	//   - Keep int: the number of newest checkpoints to keep.
	//   - Resume bool: continues from the newest readable checkpoint, or starts if there is none.
	//   - OnDamaged func(folder string, err error): OnDamaged, if not nil, is called for each checkpoint that is skipped on resume, with the reason.
	//
	// Methods:
	//   - Validate() error: checks the settings.
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

// Recommended returns settings for few samples and a correct order. The study few-samples selected them:
//   - the rule feasibility-first on unit gradients at λ = ½,
//   - absolute scores from the training mean, and standardised inputs and target,
//   - 400 epochs of Adam in batches of 1024, which is one step per epoch for up to 1024 samples; step k has the rate 0.05/√k
//     (0.02/√k for a network).
//
// DefaultConfig returns the paper's settings.
//
// They require a warm start: call [TrainFrom] with a model of the task only, such as ridge regression. Without a warm start,
// training on absolute scores keeps the signs of the initial weights. Recommended sets Ridge to 0, because a linear student has a
// smaller error without the penalty if the order is correct and has intervals. Keep the penalty of the ridge regression in two
// cases: if the order can be wrong, or if it has no intervals and the data are real. First test the order with package compare,
// because a wrong order increases the error.
func Recommended(model models.Spec) Config { return settings.Recommended(model) }

// Optimizers lists the optimisers that a Config can name.
func Optimizers() []string { return settings.Optimizers() }

// Monitors lists the monitored losses.
func Monitors() []Monitor { return settings.Monitors() }
