package igbo

import (
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/settings"
)

// What a training is told: see package settings for every field.
type (
	// Config says how a model is trained. DefaultConfig gives the paper's
	// settings. It is saved with the model.
	Config = settings.Config
	// Optimizer describes what takes the combined gradient: a GoMLX optimiser, or
	// Armijo's line search.
	Optimizer = settings.Optimizer
	// Schedule names how a learning rate changes with the step k, from 1.
	Schedule = settings.Schedule
	// EarlyStopping ends training when a loss on held-out data no longer improves,
	// and keeps the weights that were best. The zero value is off.
	EarlyStopping = settings.EarlyStopping
	// Monitor names the loss that early stopping watches.
	Monitor = settings.Monitor
	// Checkpoints says where and how often a training keeps its state. The zero
	// value is off.
	Checkpoints = settings.Checkpoints
)

// The schedules of package settings.
const (
	ConstantRate    = settings.ConstantRate
	InverseRootRate = settings.InverseRootRate
	InverseRate     = settings.InverseRate
	CosineRate      = settings.CosineRate
)

// The monitored losses of package settings.
const (
	MonitorTask = settings.MonitorTask
	MonitorMax  = settings.MonitorMax
	MonitorSum  = settings.MonitorSum
)

// DefaultConfig returns the paper's settings: linear student, 120 epochs in
// batches of 32, Adam at 1e-3, rule P at λ = ½, M = 20, signed score.
func DefaultConfig() Config { return settings.DefaultConfig() }

// Recommended returns the settings that did best with few samples and a correct order in the study few-samples, beside
// DefaultConfig, which are the paper's: the rule feasibility-first on unit gradients at λ = ½, absolute scores from the
// training mean, standardised inputs and target, 400 steps of Adam on all of at most 1024 samples, at a rate that diminishes as
// 0.05/√k (0.02/√k for a network).
//
// They are for a warm start: [TrainFrom] a model of the task alone, such as ridge regression. From a cold one absolute scores hold
// weights at the signs that they were drawn with. Ridge is 0: a linear student that follows a correct order with intervals does
// better without the penalty; where the order may be wrong, or has no intervals and the data are real,
// keep the penalty that ridge chose. Judge the order first (package verdict): a wrong one costs.
func Recommended(model models.Spec) Config { return settings.Recommended(model) }

// Optimizers lists the optimisers that a Config can name.
func Optimizers() []string { return settings.Optimizers() }

// Monitors lists the monitored losses.
func Monitors() []Monitor { return settings.Monitors() }
