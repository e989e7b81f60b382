package samples

import "fmt"

// Data holds N samples of T steps and D features, with K targets a step.
type Data struct {
	// Features names the D columns; no name is empty or comes twice.
	Features []string
	// Steps is T; 1 for tables.
	Steps int
	// X holds N·T·D inputs, Y holds N·T·K targets, sample by sample, step by step,
	// each finite and within ±1e150, so that its square is finite too. The loss
	// softmax takes one target a step, a class 0, 1, ….
	X, Y []float64
	// Outputs is K; 0 is 1.
	Outputs int `json:",omitempty"`
	// Weights, where set, holds N weights of the samples, 0 or more: L and the
	// metrics are weighted means, Σwℓ/Σw. The scores are not weighted.
	Weights []float64 `json:",omitempty"`
	// Mask, where set, holds N·T values, true at the valid steps of padded
	// series. The other steps count neither in L nor in the scores, predict 0
	// and get no attribution; what X and Y hold there does not matter.
	Mask []bool
}

// Valid tells whether step i of N·T counts.
func (d Data) Valid(i int) bool { return d.Mask == nil || d.Mask[i] }

// Tabular makes Data of a table: igbo.Tabular.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	d := Data{Features: features, Steps: 1, Y: y}
	for i, row := range x {
		if len(row) != len(features) {
			return Data{}, fmt.Errorf("igbo: row %d has %d values, expected %d (%d features)", i, len(row), len(features), len(features))
		}
		d.X = append(d.X, row...)
	}
	return d, d.Validate()
}

// Samples returns N.
func (d Data) Samples() int { return d.Rows() / max(d.Steps, 1) }

// Rows is N·T.
func (d Data) Rows() int { return len(d.Y) / d.Targets() }

// Targets is K, the number of targets a step.
func (d Data) Targets() int { return max(d.Outputs, 1) }

// Counts tells whether the target of step i of N·T is one that L looks at.
func (d Data) Counts(i, burnIn int) bool { return i%d.Steps >= burnIn && d.Valid(i) }

// Part returns the samples from … to−1.
func (d Data) Part(from, to int) Data {
	p, t, k, out := d, d.Steps, len(d.Features), d.Targets()
	p.X, p.Y = d.X[from*t*k:to*t*k], d.Y[from*t*out:to*t*out]
	if d.Mask != nil {
		p.Mask = d.Mask[from*t : to*t]
	}
	if d.Weights != nil {
		p.Weights = d.Weights[from:to]
	}
	return p
}
