package samples

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Data holds N samples of T steps and D features, with K targets per step.
type Data struct {
	// Features names the D features. Names must not be empty or repeated.
	Features []string
	// Steps is T. It is 1 for tables.
	Steps int
	// X and Y hold N·T·D inputs and N·T·K targets, sample by sample and step by step. Each number must be
	// finite and within ±1e150, so its square is finite too. The softmax loss requires one target per step, a
	// class 0, 1, …. Y is nil in data without targets, such as a table of new rows. Validate, and so every
	// method of a model that takes data, rejects them; call [Data.WithTargets] first.
	X, Y []float64
	// Outputs is K. 0 means 1.
	Outputs int `json:",omitempty"`
	// Weights, if not nil, holds N non-negative sample weights. L and the metrics are weighted means Σwℓ/Σw.
	// Scores are not weighted.
	Weights []float64 `json:",omitempty"`
	// Mask, if not nil, holds N·T values that are true at the valid steps of padded series. Other steps are
	// excluded from L and the scores, and have prediction 0 and no attribution. The numbers in X and Y there
	// are ignored.
	Mask []bool

	space *spool.Space `plain:"-"` // where functions allocate temporary lists
}

// In returns data whose functions allocate temporary lists in spaces like the given one, or on the heap if it
// is nil. So does [TakeIn].
func In(space *spool.Space, d Data) Data {
	d.space = space.Like()
	return d
}

// Scratch returns an empty space for temporary lists, like the space of [In]. Close it after use.
func Scratch(d Data) *spool.Space { return d.space.Like() }

// Valid reports whether step i of N·T is valid.
func (d Data) Valid(i int) bool { return d.Mask == nil || d.Mask[i] }

// Tabular returns a table as Data; see igbo.Tabular.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	d := Data{Features: features, Steps: 1, Y: y}
	for i, row := range x {
		if len(row) != len(features) {
			return Data{}, fmt.Errorf("samples: row %d has %d values, want %d (%d features)", i, len(row), len(features), len(features))
		}
		d.X = append(d.X, row...)
	}
	return d, d.Validate()
}

// Samples returns N, the number of samples.
func (d Data) Samples() int { return d.Rows() / max(d.Steps, 1) }

// Rows returns N·T, the number of steps of all samples.
func (d Data) Rows() int {
	if len(d.Y) == 0 {
		return len(d.X) / max(len(d.Features), 1)
	}
	return len(d.Y) / d.Targets()
}

// Targets returns K, the number of targets per step.
func (d Data) Targets() int { return max(d.Outputs, 1) }

// Counts reports whether L includes the target of step i of N·T.
func (d Data) Counts(i, burnIn int) bool { return i%d.Steps >= burnIn && d.Valid(i) }

// WithTargets returns the data with targets of 0 if they have none. Use it before functions that only read the
// inputs, such as predictions and attributions, because [Data.Validate] rejects data without targets.
func (d Data) WithTargets() Data {
	if d.Y == nil {
		d.Y = make([]float64, d.Rows()*d.Targets())
	}
	return d
}

// Part returns the samples from … to−1. They share memory with d, but appending to the result does not change
// d.
func (d Data) Part(from, to int) Data {
	t := d.Steps
	d.X, d.Y = part(d.X, from, to, t*len(d.Features)), part(d.Y, from, to, t*d.Targets())
	d.Mask, d.Weights = part(d.Mask, from, to, t), part(d.Weights, from, to, 1)
	return d
}

// part returns a range of rows with the given width. It returns nil for nil.
func part[E any](values []E, from, to, width int) []E {
	if values == nil {
		return nil
	}
	return values[from*width : to*width : to*width]
}
