package samples

import (
	"errors"
	"fmt"
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
	// TargetShifts and TargetScales are those of K > 1 targets a step, in place of the two above.
	TargetShifts []float64 `json:"target_shifts,omitempty"`
	TargetScales []float64 `json:"target_scales,omitempty"`
}

// Standardization measures mean and deviation of each column, and of the targets
// where they may be scaled; a constant column gets scale 1.
func Standardization(d Data, targets bool) Normalization {
	var n Normalization
	n.Shift, n.Scale = d.meansAndScales(d.X, len(d.Features))
	if !targets {
		n.TargetScale = 1
		return n
	}
	n.TargetShifts, n.TargetScales = d.meansAndScales(d.Y, d.Targets())
	if d.Targets() == 1 {
		n.TargetShift, n.TargetScale = n.TargetShifts[0], n.TargetScales[0]
		n.TargetShifts, n.TargetScales = nil, nil
	}
	return n
}

// Standardize measures the units of inputs and returns the data in them: igbo.Standardize.
func Standardize(d Data) (Normalization, Data, error) {
	if err := d.Validate(); err != nil {
		return Normalization{}, Data{}, err
	}
	n := Standardization(d, false)
	return n, n.Apply(d), nil
}

func meanAndScale(values []float64) (mean, scale float64) {
	mean, variance := stat.PopMeanVariance(values, nil)
	if variance == 0 {
		return mean, 1
	}
	return mean, math.Sqrt(variance)
}

// together is the number of columns that are read at once: those of a line of the cache.
const together = 8

// manyRows is from how many rows on one column is held at once, and not together.
const manyRows = 1 << 20

// meansAndScales measures the columns of a matrix of so many over the valid rows.
func (d Data) meansAndScales(values []float64, width int) (means, scales []float64) {
	columns := make([][]float64, min(together, width))
	if d.Rows() > manyRows {
		columns = columns[:1]
	}
	for k := range columns {
		columns[k] = make([]float64, 0, d.Rows())
	}
	for from := 0; from < width; from += len(columns) {
		block := columns[:min(len(columns), width-from)]
		for k := range block {
			block[k] = block[k][:0]
		}
		for i := range d.Rows() {
			if !d.Valid(i) {
				continue
			}
			for k, v := range values[i*width+from : i*width+from+len(block)] {
				block[k] = append(block[k], v)
			}
		}
		for _, column := range block {
			mean, scale := meanAndScale(column)
			means, scales = append(means, mean), append(scales, scale)
		}
	}
	return means, scales
}

// Apply returns the data in the model's units, zero at masked steps.
func (n Normalization) Apply(d Data) Data {
	if n.Scale == nil && d.Mask == nil {
		return d
	}
	x, y, k, outputs := make([]float64, len(d.X)), make([]float64, len(d.Y)), len(d.Features), d.Targets()
	for i := range d.Rows() {
		if !d.Valid(i) {
			continue
		}
		for j := range outputs {
			y[i*outputs+j] = n.target(d.Y[i*outputs+j], j)
		}
		for j := range k {
			x[i*k+j] = n.input(d.X[i*k+j], j)
		}
	}
	d.X, d.Y = x, y
	return d
}

// Targets returns the data with their targets in the model's units; the inputs are as they were.
func (n Normalization) Targets(d Data) Data {
	if n.Scale == nil {
		return d
	}
	y, outputs := make([]float64, len(d.Y)), d.Targets()
	for i := range d.Rows() {
		if d.Valid(i) {
			for j := range outputs {
				y[i*outputs+j] = n.target(d.Y[i*outputs+j], j)
			}
		}
	}
	d.Y = y
	return d
}

// Units are shift and scale of inputs and targets, nil where they are as they are.
func (n Normalization) Units(outputs int) (shift, scale, targetShift, targetScale []float64) {
	if n.Scale == nil {
		return nil, nil, nil, nil
	}
	for j := range outputs {
		s, c := n.targetScaling(j)
		targetShift, targetScale = append(targetShift, s), append(targetScale, c)
	}
	return n.Shift, n.Scale, targetShift, targetScale
}

func (n Normalization) input(v float64, column int) float64 {
	if n.Scale == nil {
		return v
	}
	return (v - n.Shift[column]) / n.Scale[column]
}

// targetScaling is the shift and scale of target j of a step.
func (n Normalization) targetScaling(j int) (shift, scale float64) {
	if n.TargetScales != nil {
		return n.TargetShifts[j], n.TargetScales[j]
	}
	return n.TargetShift, n.TargetScale
}

func (n Normalization) target(v float64, j int) float64 {
	if n.Scale == nil {
		return v
	}
	shift, scale := n.targetScaling(j)
	return (v - shift) / scale
}

// Restore returns output j of a step in the data's units.
func (n Normalization) Restore(y float64, j int) float64 {
	if n.Scale == nil {
		return y
	}
	shift, scale := n.targetScaling(j)
	return y*scale + shift
}

// Validate checks a normalisation of d features.
func (n Normalization) Validate(d int) error {
	if n.Scale == nil {
		if n.Shift != nil || n.TargetShift != 0 || n.TargetScale != 0 || n.TargetShifts != nil || n.TargetScales != nil {
			return errors.New("igbo: the normalisation has a shift and no scale, expected both or none")
		}
		return nil
	}
	if len(n.Shift) != d || len(n.Scale) != d {
		return fmt.Errorf("igbo: the normalisation has %d shifts and %d scales, expected %d of each", len(n.Shift), len(n.Scale), d)
	}
	for k := range d {
		if err := validScale(fmt.Sprintf("feature %d", k), n.Shift[k], n.Scale[k]); err != nil {
			return err
		}
	}
	if n.TargetScales == nil && n.TargetShifts == nil {
		return validScale("the target", n.TargetShift, n.TargetScale)
	}
	if len(n.TargetShifts) != len(n.TargetScales) || len(n.TargetScales) < 2 || n.TargetShift != 0 || n.TargetScale != 0 {
		return fmt.Errorf("igbo: the normalisation has %d shifts and %d scales of targets, expected as many, and no others", len(n.TargetShifts), len(n.TargetScales))
	}
	for j := range n.TargetScales {
		if err := validScale(fmt.Sprintf("target %d", j), n.TargetShifts[j], n.TargetScales[j]); err != nil {
			return err
		}
	}
	return nil
}

func validScale(of string, shift, scale float64) error {
	if math.IsNaN(shift) || math.IsInf(shift, 0) || !(scale > 0) || math.IsInf(scale, 0) {
		return fmt.Errorf("igbo: the normalisation of %s has shift %g and scale %g, expected finite numbers and a positive scale", of, shift, scale)
	}
	return nil
}
