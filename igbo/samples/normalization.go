package samples

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Normalization shifts and scales inputs and target: z = (x − shift)/scale. The zero value leaves them unchanged.
type Normalization struct {
	// Shift is subtracted from the D inputs.
	Shift []float64 `json:"shift,omitempty"`
	// Scale divides the shifted D inputs. If it is nil, inputs and targets are not changed.
	Scale []float64 `json:"scale,omitempty"`
	// TargetShift is subtracted from the target if K = 1.
	TargetShift float64 `json:"target_shift"`
	// TargetScale divides the shifted target. If K > 1 and targets are not scaled, TargetShift is 0, TargetScale is
	// 1, and the two lists below are nil.
	TargetScale float64 `json:"target_scale"`
	// TargetShifts holds the shifts of K > 1 targets per step.
	TargetShifts []float64 `json:"target_shifts,omitempty"`
	// TargetScales holds the scales of K > 1 targets per step.
	TargetScales []float64 `json:"target_scales,omitempty"`
}

// constant is the largest standard deviation, relative to |mean|, of a column that counts as constant. Rounding
// causes such deviations between equal numbers.
const constant = 1e-13

// MeanScale returns the mean and scale of the numbers. The scale is the population standard deviation (divisor
// N), or 1 if the numbers are equal up to rounding.
func MeanScale(values []float64) (mean, scale float64) {
	mean, variance := stat.PopMeanVariance(values, nil)
	if scale = math.Sqrt(variance); !(scale > constant*math.Abs(mean)) { // variance may be negative by rounding
		scale = 1
	}
	return mean, scale
}

// Standardization returns the normalisation with the [MeanScale] of each column of a view and, if targets is
// set, of each target. It ignores sample weights.
func Standardization(v View, targets bool) Normalization {
	var n Normalization
	n.Shift, n.Scale = v.meansAndScales(v.data.X, len(v.data.Features), v.Width())
	if !targets {
		n.TargetScale = 1
		return n
	}
	v.columns = nil
	n.TargetShifts, n.TargetScales = v.meansAndScales(v.data.Y, v.Outputs(), v.Outputs())
	if v.Outputs() == 1 {
		n.TargetShift, n.TargetScale = n.TargetShifts[0], n.TargetScales[0]
		n.TargetShifts, n.TargetScales = nil, nil
	}
	return n
}

// Standardize returns the mean and scale of each input, and the data in these units; see igbo.Standardize.
func Standardize(d Data) (Normalization, Data, error) {
	if err := d.Validate(); err != nil {
		return Normalization{}, Data{}, err
	}
	n := Standardization(d.View(nil), false)
	return n, n.Apply(d), nil
}

// together is the number of columns that are read at once: one cache line.
const together = 8

// manyRows is the number of rows above which columns are read one by one.
const manyRows = 1 << 20

// meansAndScales returns the mean and scale of the first count columns of a matrix with the given width, for
// the rows of the view.
func (v View) meansAndScales(values []float64, width, count int) (means, scales []float64) {
	columns := make([][]float64, min(together, count))
	if v.Rows() > manyRows {
		columns = columns[:1]
	}
	space := Scratch(v.data)
	defer space.Close()
	for k := range columns {
		columns[k] = spool.Scratch[float64](space, v.Rows())
	}
	for from := 0; from < count; from += len(columns) {
		block := columns[:min(len(columns), count-from)]
		for k := range block {
			block[k] = block[k][:0]
		}
		for i := range v.Rows() {
			row := values[v.row(i)*width:][:width]
			for k := range block {
				block[k] = append(block[k], row[v.column(from+k)])
			}
		}
		for _, column := range block {
			mean, scale := MeanScale(column)
			means, scales = append(means, mean), append(scales, scale)
		}
	}
	return means, scales
}

// Apply returns the data in the model's units, with zeros at masked steps.
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
			y[i*outputs+j] = n.Target(d.Y[i*outputs+j], j)
		}
		for j := range k {
			x[i*k+j] = n.Input(d.X[i*k+j], j)
		}
	}
	d.X, d.Y = x, y
	return d
}

// Targets returns the data with the targets in the model's units and unchanged inputs.
func (n Normalization) Targets(d Data) Data { return n.TargetsIn(nil, d) }

// TargetsIn is like [Normalization.Targets] but allocates the targets in the given space, or on the heap if it
// is nil.
func (n Normalization) TargetsIn(space *spool.Space, d Data) Data {
	if n.Scale == nil {
		return d
	}
	y, outputs := spool.Scratch[float64](space, len(d.Y)), d.Targets()
	for i := range d.Rows() {
		if d.Valid(i) {
			for j := range outputs {
				y[i*outputs+j] = n.Target(d.Y[i*outputs+j], j)
			}
		}
	}
	d.Y = y
	return d
}

// Units returns the shifts and scales of inputs and targets, or nil if they are unchanged.
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

// Input converts an input of the given column to the model's units.
func (n Normalization) Input(v float64, column int) float64 {
	if n.Scale == nil {
		return v
	}
	return (v - n.Shift[column]) / n.Scale[column]
}

// targetScaling returns the shift and scale of target j.
func (n Normalization) targetScaling(j int) (shift, scale float64) {
	if n.TargetScales != nil {
		return n.TargetShifts[j], n.TargetScales[j]
	}
	return n.TargetShift, n.TargetScale
}

// Target converts target j of a step to the model's units.
func (n Normalization) Target(v float64, j int) float64 {
	if n.Scale == nil {
		return v
	}
	shift, scale := n.targetScaling(j)
	return (v - shift) / scale
}

// Restore converts output j of a step to the data's units.
func (n Normalization) Restore(y float64, j int) float64 {
	if n.Scale == nil {
		return y
	}
	shift, scale := n.targetScaling(j)
	return y*scale + shift
}

// Validate checks a normalisation for d features.
func (n Normalization) Validate(d int) error {
	if n.Scale == nil {
		if n.Shift != nil || n.TargetShift != 0 || n.TargetScale != 0 || n.TargetShifts != nil || n.TargetScales != nil {
			return errors.New("samples: the normalisation has a shift but no scale (set both or neither)")
		}
		return nil
	}
	if len(n.Shift) != d || len(n.Scale) != d {
		return fmt.Errorf("samples: the normalisation has %d shifts and %d scales, want %d of each", len(n.Shift), len(n.Scale), d)
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
		return fmt.Errorf("samples: TargetShifts has %d numbers and TargetScales has %d, want the same number, at least 2, and no TargetShift or TargetScale", len(n.TargetShifts), len(n.TargetScales))
	}
	for j := range n.TargetScales {
		if err := validScale(fmt.Sprintf("target %d", j), n.TargetShifts[j], n.TargetScales[j]); err != nil {
			return err
		}
	}
	return nil
}

// ValidateFor checks a normalisation for the features and targets of data.
func (n Normalization) ValidateFor(d Data) error {
	if err := n.Validate(len(d.Features)); err != nil {
		return err
	}
	if k := len(n.TargetScales); k > 0 && k != d.Targets() {
		return fmt.Errorf("samples: the normalisation has %d scales of targets, want %d, one per target", k, d.Targets())
	}
	return nil
}

func validScale(of string, shift, scale float64) error {
	if math.IsNaN(shift) || math.IsInf(shift, 0) || !(scale > 0) || math.IsInf(scale, 0) {
		return fmt.Errorf("samples: the normalisation of %s has shift %g and scale %g, want finite numbers and a positive scale", of, shift, scale)
	}
	return nil
}
