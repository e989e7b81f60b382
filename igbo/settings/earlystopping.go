package settings

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// Monitor selects the loss that early stopping monitors.
type Monitor string

// The monitored losses. The paper ends training when ‖g2‖ is negligible. That is the case whenever all
// constraints hold, even if the task has not been learned. These losses include the task.
const (
	MonitorTask Monitor = "task" // L
	MonitorMax  Monitor = "max"  // max(L, H)
	MonitorSum  Monitor = "sum"  // L + H
)

// Monitors returns all monitored losses.
func Monitors() []Monitor { return []Monitor{MonitorTask, MonitorMax, MonitorSum} }

// Of returns the monitored loss for task loss l and second objective h.
func (m Monitor) Of(l, h float64) float64 {
	switch m {
	case MonitorMax:
		return max(l, h)
	case MonitorSum:
		return l + h
	default:
		return l
	}
}

// EarlyStopping ends training when a loss on held-out data stops improving, and restores the best weights. The
// zero value turns it off.
//
// H is the loss of the DAG, or the second objective that Config.Function sets with train.SetSecondLoss. The
// function must then set it outside training too. Without either, H is 0.
//
// If λ has the kind train.Validation, it monitors both losses on the same Data every Every epochs, whether or
// not early stopping is on.
type EarlyStopping struct {
	// Data is the held-out data, in the units of the training data.
	Data samples.Data `json:"-"`
	// Monitor is the monitored loss. Empty means L.
	Monitor Monitor `json:"monitor,omitempty"`
	// Patience is the number of evaluations without improvement after which training ends. 0 turns early
	// stopping off.
	Patience int `json:"patience"`
	// Every is the number of epochs between evaluations. 0 means 1.
	Every int `json:"every,omitempty"`
	// MinImprovement is the smallest decrease of the loss that counts as an improvement, in the model's units.
	MinImprovement float64 `json:"min_improvement,omitempty"`
}

// Validate checks the settings.
func (e EarlyStopping) Validate() error {
	switch {
	case e.Patience < 0:
		return fmt.Errorf("settings: EarlyStopping.Patience is %d, want 0 (off) or more", e.Patience)
	case e.Every < 0:
		return fmt.Errorf("settings: EarlyStopping.Every is %d epochs, want 0 (each epoch) or more", e.Every)
	case e.Monitor != "" && !slices.Contains(Monitors(), e.Monitor):
		return fmt.Errorf("settings: unknown EarlyStopping.Monitor %q (want one of %v)", e.Monitor, Monitors())
	case !(e.MinImprovement >= 0) || math.IsInf(e.MinImprovement, 0):
		return fmt.Errorf("settings: EarlyStopping.MinImprovement is %g, want 0 or more", e.MinImprovement)
	case e.Patience == 0:
		return nil
	}
	if err := e.Data.Validate(); err != nil {
		return fmt.Errorf("settings: early stopping needs held-out data: %w", err)
	}
	return nil
}

// Watches reports whether training evaluates held-out data.
func (c Config) Watches() bool {
	return c.EarlyStopping.Patience > 0 || c.Lambda.Kind == train.Validation
}
