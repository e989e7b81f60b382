package igbo

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Normalization shifts and scales inputs and target: z = (x − shift)/scale.
// The zero value leaves them as they are.
type Normalization struct {
	Shift       []float64 `json:"shift,omitempty"`
	Scale       []float64 `json:"scale,omitempty"`
	TargetShift float64   `json:"target_shift"`
	TargetScale float64   `json:"target_scale"`
}

// standardization measures mean and deviation of each column and the target; a
// constant column gets scale 1.
func standardization(d Data) Normalization {
	var n Normalization
	for k := range d.Features {
		column := make([]float64, 0, len(d.Y))
		for i := range d.Y {
			if d.valid(i) {
				column = append(column, d.X[i*len(d.Features)+k])
			}
		}
		shift, scale := meanAndScale(column)
		n.Shift, n.Scale = append(n.Shift, shift), append(n.Scale, scale)
	}
	var targets []float64
	for i, y := range d.Y {
		if d.valid(i) {
			targets = append(targets, y)
		}
	}
	n.TargetShift, n.TargetScale = meanAndScale(targets)
	return n
}

func meanAndScale(values []float64) (mean, scale float64) {
	mean, variance := stat.PopMeanVariance(values, nil)
	if variance == 0 {
		return mean, 1
	}
	return mean, math.Sqrt(variance)
}

// apply returns the data in the model's units, zero at masked steps.
func (n Normalization) apply(d Data) Data {
	if n.Scale == nil && d.Mask == nil {
		return d
	}
	x, y, k := make([]float64, len(d.X)), make([]float64, len(d.Y)), len(d.Features)
	for i := range d.Y {
		if !d.valid(i) {
			continue
		}
		y[i] = n.target(d.Y[i])
		for j := range k {
			x[i*k+j] = n.input(d.X[i*k+j], j)
		}
	}
	return Data{Features: d.Features, Steps: d.Steps, X: x, Y: y, Mask: d.Mask}
}

func (n Normalization) input(v float64, column int) float64 {
	if n.Scale == nil {
		return v
	}
	return (v - n.Shift[column]) / n.Scale[column]
}

func (n Normalization) target(v float64) float64 {
	if n.Scale == nil {
		return v
	}
	return (v - n.TargetShift) / n.TargetScale
}

// restore returns a prediction in the data's units.
func (n Normalization) restore(y float64) float64 {
	if n.Scale == nil {
		return y
	}
	return y*n.TargetScale + n.TargetShift
}
