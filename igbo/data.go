package igbo

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/stat"
)

// Data holds N samples of T steps and D features, with one target a step.
type Data struct {
	// Features names the D columns.
	Features []string
	// Steps is T; 1 for tables.
	Steps int
	// X holds N·T·D inputs, Y holds N·T targets, sample by sample, step by step.
	X, Y []float64
}

// Tabular makes Data of a table: N rows of D values and N targets.
//
// Errors: a ragged row, NaN or Inf (with row and column), no rows, no
// columns, a number of targets other than of rows.
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
func (d Data) Samples() int { return len(d.Y) / max(d.Steps, 1) }

// Validate checks shapes and that every number is finite.
func (d Data) Validate() error {
	switch {
	case len(d.Features) == 0:
		return fmt.Errorf("igbo: data with D = 0 features, expected at least 1")
	case d.Steps < 1:
		return fmt.Errorf("igbo: data with T = %d steps, expected at least 1", d.Steps)
	case len(d.Y) == 0:
		return fmt.Errorf("igbo: data without samples")
	case len(d.Y)%d.Steps != 0 || len(d.X) != len(d.Y)*len(d.Features):
		return fmt.Errorf("igbo: %d inputs and %d targets, expected N·T·D and N·T with T = %d and D = %d", len(d.X), len(d.Y), d.Steps, len(d.Features))
	}
	for i, v := range d.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			row, column := i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("igbo: x is %g in row %d, column %d (%s), expected a finite number", v, row, column, d.Features[column])
		}
	}
	for i, v := range d.Y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("igbo: y is %g in row %d, expected a finite number", v, i)
		}
	}
	return nil
}

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
		for i := k; i < len(d.X); i += len(d.Features) {
			column = append(column, d.X[i])
		}
		shift, scale := meanAndScale(column)
		n.Shift, n.Scale = append(n.Shift, shift), append(n.Scale, scale)
	}
	n.TargetShift, n.TargetScale = meanAndScale(d.Y)
	return n
}

func meanAndScale(values []float64) (mean, scale float64) {
	mean, variance := stat.PopMeanVariance(values, nil)
	if variance == 0 {
		return mean, 1
	}
	return mean, math.Sqrt(variance)
}

// apply returns the data in the model's units.
func (n Normalization) apply(d Data) Data {
	if n.Scale == nil {
		return d
	}
	x, y := make([]float64, len(d.X)), make([]float64, len(d.Y))
	for i, v := range d.X {
		x[i] = (v - n.Shift[i%len(n.Shift)]) / n.Scale[i%len(n.Scale)]
	}
	for i, v := range d.Y {
		y[i] = (v - n.TargetShift) / n.TargetScale
	}
	return Data{Features: d.Features, Steps: d.Steps, X: x, Y: y}
}

// restore returns a prediction in the data's units.
func (n Normalization) restore(y float64) float64 {
	if n.Scale == nil {
		return y
	}
	return y*n.TargetScale + n.TargetShift
}

// tensor makes a tensor of flat values in a dtype.
func tensor(dtype dtypes.DType, flat []float64, dims ...int) *tensors.Tensor {
	if dtype == dtypes.Float64 {
		return tensors.FromFlatDataAndDimensions(flat, dims...)
	}
	narrow := make([]float32, len(flat))
	for i, v := range flat {
		narrow[i] = float32(v)
	}
	return tensors.FromFlatDataAndDimensions(narrow, dims...)
}

// flat reads a tensor of either precision.
func flat(t *tensors.Tensor) ([]float64, error) {
	if t.DType() == dtypes.Float64 {
		return tensors.CopyFlatData[float64](t)
	}
	narrow, err := tensors.CopyFlatData[float32](t)
	if err != nil {
		return nil, err
	}
	wide := make([]float64, len(narrow))
	for i, v := range narrow {
		wide[i] = float64(v)
	}
	return wide, nil
}
