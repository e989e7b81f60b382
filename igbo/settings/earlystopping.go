package settings

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// Monitor names the loss that early stopping watches.
type Monitor string

// The monitored losses. The paper ends training where ‖g2‖ is negligible,
// which is wherever every constraint holds, the task learnt or not; these look
// at the task.
const (
	MonitorTask Monitor = "task" // L
	MonitorMax  Monitor = "max"  // max(L, H)
	MonitorSum  Monitor = "sum"  // L + H
)

// Monitors lists the monitored losses.
func Monitors() []Monitor { return []Monitor{MonitorTask, MonitorMax, MonitorSum} }

// Of is the monitored loss of L and H.
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

// EarlyStopping ends training when a loss on held-out data no longer improves,
// and keeps the weights that were best. The zero value is off.
//
// H is the loss of the DAG, or the second objective that Config.Function gives by
// train.SetSecondLoss, outside training too; without either it is 0.
//
// A λ of the kind train.Validation follows both losses on the same Data, Every so
// many epochs, with early stopping (Patience) or without.
type EarlyStopping struct {
	// Data is the held-out data, in the units of the training data.
	Data samples.Data `json:"-"`
	// Monitor is the loss that counts; empty is L.
	Monitor Monitor `json:"monitor,omitempty"`
	// Patience is the number of evaluations without improvement that end training; 0 is off.
	Patience int `json:"patience"`
	// Every is the number of epochs between evaluations; 0 is 1.
	Every int `json:"every,omitempty"`
	// MinImprovement is by how much a loss must fall to count as improved, in the model's units.
	MinImprovement float64 `json:"min_improvement,omitempty"`
}

// Validate checks the settings for inputs with the given features.
func (e EarlyStopping) Validate() error {
	switch {
	case e.Patience < 0 || e.Every < 0:
		return fmt.Errorf("igbo: early stopping with a patience of %d, every %d epochs, expected 0 (off, or 1 epoch) or more", e.Patience, e.Every)
	case e.Monitor != "" && !slices.Contains(Monitors(), e.Monitor):
		return fmt.Errorf("igbo: early stopping on %q, expected one of %v", e.Monitor, Monitors())
	case !(e.MinImprovement >= 0) || math.IsInf(e.MinImprovement, 0):
		return fmt.Errorf("igbo: early stopping for improvements of %g, expected 0 or more", e.MinImprovement)
	case e.Patience == 0:
		return nil
	}
	if err := e.Data.Validate(); err != nil {
		return fmt.Errorf("igbo: early stopping needs held-out data: %w", named.Once("igbo", err))
	}
	return nil
}

// Watches tells whether a training looks at held-out data.
func (c Config) Watches() bool {
	return c.EarlyStopping.Patience > 0 || c.Lambda.Kind == train.Validation
}
