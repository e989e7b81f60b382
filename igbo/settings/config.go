package settings

import (
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config holds the settings of a training. [DefaultConfig] returns the settings in the paper. It is saved with
// the model.
type Config struct {
	// Model is the architecture. The paper's student is linear.
	Model models.Spec `json:"model"`
	// Function is the model if Model has the kind custom. It can be any GoMLX function that maps x [B,T,D] and
	// a mask [B,T] to [B,T], or to [B,T,K] for K outputs. The mask is nil if no step is padded.
	// attribution.Unmasked converts a function without a mask. See attribution.Model for the requirements;
	// attribution.CheckIndependence detects models whose samples influence each other. Function is not saved;
	// see igbo.LoadFunction.
	Function attribution.MaskedModel `json:"-"`
	// Loss is the task loss L. The zero value is the squared error, as in the paper. Sample weights are in
	// Data.
	Loss task.Loss `json:"loss,omitzero"`
	// Ridge adds ½·Ridge·Σw² to the training loss, over weights but not biases, in the model's units. The paper
	// uses 0. Evaluations and the monitored held-out loss do not include it.
	Ridge float64 `json:"ridge,omitempty"`
	// Seed determines the initial weights and the order of the batches.
	Seed int64 `json:"seed"`
	// Epochs is the number of passes over the data, 120 in the paper. The maximum is 1e9.
	Epochs int `json:"epochs"`
	// BatchSize is B, 32 in the paper. The last batch of an epoch may be smaller. If BatchSize exceeds the
	// number of samples, it means all samples. The maximum is 1e9.
	BatchSize int `json:"batch_size"`
	// BurnIn is the number of initial steps of each series that are excluded from L and the evaluated error. A
	// series without a valid step t ≥ BurnIn counts only in H, and a batch of such series has L = 0. If no
	// series has such a step, training returns an error. The default is 0.
	BurnIn int `json:"burn_in"`
	// Optimizer applies the combined gradient.
	Optimizer Optimizer `json:"optimizer"`
	// Rule is the name of the projection rule. "paper" is the mapping P in the paper.
	Rule string `json:"rule"`
	// NormalizeGradients passes unit gradients to the rule, so the scale of a loss does not matter.
	NormalizeGradients bool `json:"normalize_gradients"`
	// Lambda is the trade-off λ, ½ in the paper.
	Lambda train.Lambda `json:"lambda"`
	// Tolerance is the ratio of gradient norms below which the smaller gradient is negligible. It is also the
	// distance from exactly opposite gradients that counts as Pareto stationary.
	Tolerance float64 `json:"tolerance"`
	// StopAtOpposite ends training at exactly opposite gradients. Otherwise such a step is skipped or, with
	// Tolerance 0, computed by the rule.
	StopAtOpposite bool `json:"stop_at_opposite"`
	// Attribution holds the settings for computing the scores H.
	Attribution attribution.Config `json:"attribution"`
	// Output selects the output of a model with several outputs that is scored and attributed: a fixed one, the
	// predicted one, or each. The zero value is for models with one output. With "each", the DAG applies to
	// every output, and H(θ) is the mean over the outputs.
	Output attribution.Output `json:"output,omitzero"`
	// Standardize transforms every input and the target to mean 0 and standard deviation 1 on the training
	// data. The target is only transformed under the losses squared, absolute, huber and quantile. Scores are
	// then those of the standardised inputs, whose zero baseline is the training mean. The paper does not
	// standardise.
	Standardize bool `json:"standardize"`
	// DType is "float32" or "float64".
	DType string `json:"dtype"`
	// HistoryEvery is the interval in steps at which the history is recorded; 0 records nothing. More than 1e9
	// recorded steps are an error.
	HistoryEvery int `json:"history_every"`
	// TrackDescent records the first-order change of both objectives in the history at every applied update.
	// With Adam and similar optimisers, the update has another direction than the combined gradient and may
	// increase an objective.
	TrackDescent bool `json:"track_descent,omitempty"`
	// StepsPerCall is the maximum number of steps in one call of the backend. 0 means 1. XLA runs the steps as
	// one loop, which reduces the overhead of small steps; other backends run them one by one. It does not
	// change results: a call ends at a checkpoint and at an evaluation on held-out data. Cancelling ends
	// training within one call. The Armijo rule and StopAtOpposite always take one step per call.
	StepsPerCall int `json:"steps_per_call,omitempty"`
	// EarlyStopping ends training when a held-out loss stops improving. It is off by default.
	EarlyStopping EarlyStopping `json:"early_stopping,omitzero"`
	// Checkpoints controls where and how often training saves its state. It is off by default and not saved.
	Checkpoints Checkpoints `json:"-"`
	// OnStep, if not nil, is called after every step with the step number, starting at 1. On resume, it is
	// first called with the number of steps taken before. It is not saved.
	OnStep func(step int) `json:"-"`
}

// DefaultConfig returns the settings in the paper: linear student, 120 epochs with batches of 32, Adam at 1e-3,
// rule P at λ = ½, M = 20, signed score. The dtype is float32, the data are not standardised, every step is
// recorded, and early stopping and checkpoints are off.
func DefaultConfig() Config {
	return Config{
		Model: models.LinearSpec(), Epochs: 120, BatchSize: 32,
		Optimizer: Optimizer{Name: "adam", LearningRate: 1e-3},
		Rule:      "paper", Lambda: train.FixedLambda(0.5), Tolerance: train.DefaultConfig().Tolerance,
		Attribution: attribution.DefaultConfig(), DType: "float32", HistoryEvery: 1,
	}
}
