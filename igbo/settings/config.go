package settings

import (
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes a training. DefaultConfig returns the paper's settings. It is saved with the model.
type Config struct {
	// Model is the architecture; the paper's student is linear.
	Model models.Spec `json:"model"`
	// Function is the model if Model has the kind custom: any GoMLX model function, x [B,T,D] and mask [B,T] (nil if no step is padded) →
	// [B,T], or [B,T,K] for K outputs. attribution.Unmasked converts a function without a mask. See attribution.Model for the requirements;
	// attribution.CheckIndependence detects models whose samples influence each other. Not saved: see LoadFunction.
	Function attribution.MaskedModel `json:"-"`
	// Loss is the task loss L; the zero value is the paper's squared error. Weights of samples are in Data.
	Loss task.Loss `json:"loss,omitzero"`
	// Ridge adds ½·Ridge·Σw² to the training loss, over the weights and not the biases, in the model's units; 0, the paper's value, adds
	// nothing. Evaluations and the watched held-out loss do not include it.
	Ridge float64 `json:"ridge,omitempty"`
	// Seed determines the initial weights and the order of the batches.
	Seed int64 `json:"seed"`
	// Epochs is the number of passes over the data, 120 in the paper; at most 1e9.
	Epochs int `json:"epochs"`
	// BatchSize is B, 32 in the paper; the last batch of an epoch can be smaller. At most 1e9; a size beyond the number of samples takes
	// all of them.
	BatchSize int `json:"batch_size"`
	// BurnIn is the number of first steps of a series to exclude from L and the evaluated error, which are means over valid steps t ≥
	// BurnIn. The default is 0. A series without such a step counts only in H, and a batch of such series has L = 0; data in which no
	// series has one are an error.
	BurnIn int `json:"burn_in"`
	// Optimizer applies the combined gradient.
	Optimizer Optimizer `json:"optimizer"`
	// Rule names the projection rule, "paper" for the paper's P.
	Rule string `json:"rule"`
	// NormalizeGradients passes unit gradients to the rule, so the scale of a loss has no influence.
	NormalizeGradients bool `json:"normalize_gradients"`
	// Lambda is the trade-off λ, ½ in the paper.
	Lambda train.Lambda `json:"lambda"`
	// Tolerance is the ratio of gradient norms below which the smaller one is negligible, and the distance from exactly opposite gradients
	// that counts as Pareto stationary.
	Tolerance float64 `json:"tolerance"`
	// StopAtOpposite ends training at exactly opposite gradients; otherwise such a step is skipped; with Tolerance 0 the rule computes it.
	StopAtOpposite bool `json:"stop_at_opposite"`
	// Attribution sets how the scores H are computed.
	Attribution attribution.Config `json:"attribution"`
	// Output selects the output of a model with several that is scored and attributed: a fixed one, the predicted one, or each. The zero
	// value selects the only one of a model with one output. With "each", the DAG applies to every output: H(θ) is the mean over them.
	Output attribution.Output `json:"output,omitzero"`
	// Standardize shifts and scales every input and the target to mean 0 and standard deviation 1 on the training data; the target only
	// under the losses squared, absolute and huber. Scores are then those of the standardised inputs, for which the zero baseline is the
	// training mean. The paper does not standardise.
	Standardize bool `json:"standardize"`
	// DType is "float32" or "float64".
	DType string `json:"dtype"`
	// HistoryEvery records one of this many steps in the history; 0 records none. More than 1e9 recorded steps are an error.
	HistoryEvery int `json:"history_every"`
	// TrackDescent records in the history the first-order change of both objectives at every applied update. With Adam and similar
	// optimisers the update differs from the combined gradient's direction, and can increase an objective.
	TrackDescent bool `json:"track_descent,omitempty"`
	// StepsPerCall is the largest number of steps in one call of the backend; 0 is 1. XLA runs them as one loop, which reduces the overhead
	// of small steps; other backends run them one by one. It does not change results: a call ends at a checkpoint and at an evaluation on
	// held-out data. Cancelling ends training within a call. The Armijo rule and StopAtOpposite always take one step a call.
	StepsPerCall int `json:"steps_per_call,omitempty"`
	// EarlyStopping ends training when a held-out loss stops improving; disabled by default.
	EarlyStopping EarlyStopping `json:"early_stopping,omitzero"`
	// Checkpoints sets where and how often training saves its state; disabled by default. Not saved.
	Checkpoints Checkpoints `json:"-"`
	// OnStep, if set, is called after every step with its number, from 1, and at a resume with the number of steps that were taken before.
	// Not saved.
	OnStep func(step int) `json:"-"`
}

// DefaultConfig returns the paper's settings: linear student, 120 epochs in batches of 32, Adam at 1e-3, rule P at λ = ½, M = 20, signed
// score.
func DefaultConfig() Config {
	return Config{
		Model: models.LinearSpec(), Epochs: 120, BatchSize: 32,
		Optimizer: Optimizer{Name: "adam", LearningRate: 1e-3},
		Rule:      "paper", Lambda: train.FixedLambda(0.5), Tolerance: train.DefaultConfig().Tolerance,
		Attribution: attribution.DefaultConfig(), DType: "float32", HistoryEvery: 1,
	}
}
