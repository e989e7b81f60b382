package settings

import (
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config says how a model is trained. DefaultConfig gives the paper's
// settings. It is saved with the model.
type Config struct {
	// Model is the architecture; the paper's student is linear.
	Model models.Spec `json:"model"`
	// Function is the model where Model is of the kind custom: any GoMLX model
	// function, x [B,T,D] and mask [B,T] (nil where no step is padded) → [B,T], or
	// [B,T,K] for K outputs. attribution.Unmasked makes one of a function without a
	// mask. What it must be is said at attribution.Model; attribution.CheckIndependence
	// finds out models whose samples see each other. Not saved: see LoadFunction.
	Function attribution.MaskedModel `json:"-"`
	// Loss is the task loss L; the zero value is the squared error, the paper's. A
	// weight of a sample is in Data.
	Loss task.Loss `json:"loss,omitzero"`
	// Ridge adds ½·Ridge·Σw² to L where it is descended, over the weights and not the
	// biases, in the model's units; 0, the paper's, adds nothing. What is evaluated
	// and watched on held-out data is L alone.
	Ridge float64 `json:"ridge,omitempty"`
	// Seed decides the start weights and the order of the batches.
	Seed int64 `json:"seed"`
	// Epochs is the number of passes over the data, 120 in the paper; at most 1e9.
	Epochs int `json:"epochs"`
	// BatchSize is B, 32 in the paper; the last batch of an epoch may be smaller.
	// At most 1e9; more than there are samples is all of them.
	BatchSize int `json:"batch_size"`
	// BurnIn is the number of first steps of a series that L and the evaluated
	// error leave out: they are the means over valid steps t ≥ BurnIn. 0 by
	// default. A series without such a step counts in H alone, and a batch of
	// such series has L = 0; data in which no series has one is an error.
	BurnIn int `json:"burn_in"`
	// Optimizer takes the combined gradient.
	Optimizer Optimizer `json:"optimizer"`
	// Rule names the projection rule, "paper" for the paper's P.
	Rule string `json:"rule"`
	// NormalizeGradients hands unit gradients to the rule, so that the scale of a loss does not count.
	NormalizeGradients bool `json:"normalize_gradients"`
	// Lambda is the trade-off λ, ½ in the paper.
	Lambda train.Lambda `json:"lambda"`
	// Tolerance is the ratio of gradient norms below which one is negligible, and
	// how near gradients are to opposite where that counts as Pareto stationary.
	Tolerance float64 `json:"tolerance"`
	// StopAtOpposite ends training at exactly opposite gradients; otherwise such a step is skipped;
	// with Tolerance 0 the rule takes it.
	StopAtOpposite bool `json:"stop_at_opposite"`
	// Attribution says how the scores H are computed.
	Attribution attribution.Config `json:"attribution"`
	// Output says through which output a model with several is scored and attributed:
	// a chosen one, the predicted one, or each. The zero value is the only one of a
	// model with one output. Under "each" the DAG is asked of every output: H(θ) is the
	// mean over them.
	Output attribution.Output `json:"output,omitzero"`
	// Standardize shifts and scales every input and the target to mean 0 and
	// deviation 1 on the training data; the target only under the losses squared,
	// absolute and huber. Scores are then those of the standardised inputs, where
	// the zero baseline is the training mean. The paper does not.
	Standardize bool `json:"standardize"`
	// DType is "float32" or "float64".
	DType string `json:"dtype"`
	// HistoryEvery keeps one step of so many in the history; 0 keeps none. More
	// than 1e9 kept steps are an error.
	HistoryEvery int `json:"history_every"`
	// TrackDescent makes the history tell what every applied update does to both
	// objectives, to first order: under Adam and its kind that is not the combined
	// gradient's direction, and may ascend one.
	TrackDescent bool `json:"track_descent,omitempty"`
	// StepsPerCall is the largest number of steps in one call of the engine; 0 is 1.
	// On XLA they are one loop, which saves most of a small step's time; elsewhere
	// they are taken one by one. Results do not depend on it, bit for bit: a call
	// ends where a checkpoint is due or a held-out loss is looked at. Cancelling
	// ends training within a call. The Armijo rule takes one step a call, and so
	// does StopAtOpposite.
	StepsPerCall int `json:"steps_per_call,omitempty"`
	// EarlyStopping ends training where a held-out loss no longer improves; off by default.
	EarlyStopping EarlyStopping `json:"early_stopping,omitzero"`
	// Checkpoints says where and how often training keeps its state; off by default. Not saved.
	Checkpoints Checkpoints `json:"-"`
	// OnStep, where set, is called after every step with its number, from 1, and
	// at a resume with the number of steps that were taken before. Not saved.
	OnStep func(step int) `json:"-"`
}

// DefaultConfig returns the paper's settings: linear student, 120 epochs in
// batches of 32, Adam at 1e-3, rule P at λ = ½, M = 20, signed score.
func DefaultConfig() Config {
	return Config{
		Model: models.LinearSpec(), Epochs: 120, BatchSize: 32,
		Optimizer: Optimizer{Name: "adam", LearningRate: 1e-3},
		Rule:      "paper", Lambda: train.FixedLambda(0.5), Tolerance: train.DefaultConfig().Tolerance,
		Attribution: attribution.DefaultConfig(), DType: "float32", HistoryEvery: 1,
	}
}
