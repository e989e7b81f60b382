package linear

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/task"
)

// Data is a table: X holds N·D inputs row by row, Y the N·K targets, for softmax N classes,
// Weights, where set, N weights of the rows.
type Data struct {
	D          int
	X, Y       []float64
	Weights    []float64
	Suppressed []int // columns that the model does not see
}

// rows is N.
func (d Data) rows() int { return len(d.X) / d.D }

func (d Data) check(loss task.Loss, outputs int) error {
	if d.D < 1 || len(d.X) == 0 || len(d.X)%d.D != 0 {
		return fmt.Errorf("linear: %d inputs in %d columns, expected at least 1 column and a positive multiple of it", len(d.X), d.D)
	}
	if !loss.Is(task.KindSquared) && !loss.Is(task.KindPoisson) && !loss.Classifies() || len(loss.ClassWeights) > 0 {
		return fmt.Errorf("linear: the %s loss, expected squared, logistic, softmax or poisson, without class weights", loss)
	}
	for _, j := range d.Suppressed {
		if j < 0 || j >= d.D {
			return fmt.Errorf("linear: suppressed column %d, expected 0 to %d", j, d.D-1)
		}
	}
	// the loss checks sizes and targets
	_, err := loss.Value(task.Sample{Outputs: outputs, Predictions: make([]float64, d.rows()*outputs), Targets: d.Y, Weights: d.Weights})
	if err != nil {
		return fmt.Errorf("linear: %w", err)
	}
	return nil
}

// Units are shift and scale of inputs and targets.
type Units struct {
	Shift       []float64 `json:"shift"`
	Scale       []float64 `json:"scale"`
	TargetShift []float64 `json:"target_shift"`
	TargetScale []float64 `json:"target_scale"`
}

// Measure finds mean and deviation (1 where it is 0) of the columns, and of the targets under a loss that scales them.
func Measure(d Data, loss task.Loss, outputs int) Units {
	u := Units{}
	for j := range d.D {
		shift, scale := meanScale(column(d.X, d.D, j))
		u.Shift, u.Scale = append(u.Shift, shift), append(u.Scale, scale)
	}
	for o := range outputs {
		shift, scale := 0.0, 1.0
		if loss.ScalesTarget() {
			shift, scale = meanScale(column(d.Y, outputs, o))
		}
		u.TargetShift, u.TargetScale = append(u.TargetShift, shift), append(u.TargetScale, scale)
	}
	return u
}

// column j of rows of d.
func column(flat []float64, d, j int) []float64 {
	values := make([]float64, 0, len(flat)/d)
	for i := j; i < len(flat); i += d {
		values = append(values, flat[i])
	}
	return values
}

func meanScale(values []float64) (mean, scale float64) {
	mean, scale = stat.PopMeanStdDev(values, nil)
	if !(scale > 1e-12*(1+max(mean, -mean))) {
		scale = 1
	}
	return mean, scale
}

// Inputs are those of the data in these units.
func (u Units) Inputs(x []float64) []float64 {
	z, d := make([]float64, len(x)), len(u.Shift)
	for i, v := range x {
		z[i] = (v - u.Shift[i%d]) / u.Scale[i%d]
	}
	return z
}

// Targets are those of the data in these units.
func (u Units) Targets(y []float64) []float64 {
	z, k := make([]float64, len(y)), len(u.TargetShift)
	for i, v := range y {
		z[i] = (v - u.TargetShift[i%k]) / u.TargetScale[i%k]
	}
	return z
}

// design is the inputs with a last column of ones, the targets and the weights of the
// rows, which sum to 1, all in standardised units.
func (u Units) design(d Data) (x *mat.Dense, y, w []float64) {
	n := d.rows()
	x, w = mat.NewDense(n, d.D+1, nil), make([]float64, n)
	z, sum := u.Inputs(d.X), 0.0
	for i := range n {
		row := x.RawRowView(i)
		copy(row, z[i*d.D:(i+1)*d.D])
		row[d.D] = 1
		for _, j := range d.Suppressed {
			row[j] = 0
		}
		if w[i] = 1; d.Weights != nil {
			w[i] = d.Weights[i]
		}
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	if y = d.Y; len(d.Y) == n*len(u.TargetShift) {
		y = u.Targets(d.Y)
	}
	return x, y, w
}
