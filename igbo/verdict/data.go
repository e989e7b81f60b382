package verdict

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// Subset returns the samples of these numbers, of data with one step and without a mask.
func Subset(d igbo.Data, rows []int) igbo.Data {
	k, outputs := len(d.Features), max(d.Outputs, 1)
	s := d
	s.X, s.Y, s.Weights = make([]float64, 0, len(rows)*k), make([]float64, 0, len(rows)*outputs), nil
	for _, i := range rows {
		s.X = append(s.X, d.X[i*k:(i+1)*k]...)
		s.Y = append(s.Y, d.Y[i*outputs:(i+1)*outputs]...)
		if d.Weights != nil {
			s.Weights = append(s.Weights, d.Weights[i])
		}
	}
	return s
}

// checkData asks for a table with one target.
func checkData(d igbo.Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if d.Steps != 1 || d.Mask != nil || max(d.Outputs, 1) != 1 {
		return fmt.Errorf("verdict: data of T = %d steps with %d targets, expected a table, T = 1, with one target and without a mask", d.Steps, max(d.Outputs, 1))
	}
	return nil
}

// units are shift and scale of inputs and target, as igbo.Config.Standardize has them.
type units struct {
	shift, scale             []float64
	targetShift, targetScale float64
}

// measure finds them on the data to train on.
func measure(d igbo.Data, loss task.Loss) units {
	u := units{targetScale: 1}
	k := len(d.Features)
	column := make([]float64, d.Samples())
	for j := range k {
		for i := range column {
			column[i] = d.X[i*k+j]
		}
		shift, scale := meanScale(column)
		u.shift, u.scale = append(u.shift, shift), append(u.scale, scale)
	}
	if loss.ScalesTarget() {
		u.targetShift, u.targetScale = meanScale(d.Y)
	}
	return u
}

func meanScale(values []float64) (mean, scale float64) {
	mean, scale = stat.PopMeanStdDev(values, nil)
	if scale == 0 {
		scale = 1
	}
	return mean, scale
}

// design is the standardised inputs with a last column of ones, the targets and the
// weights of the samples, which sum to 1.
type design struct {
	x *mat.Dense
	y []float64
	w []float64
}

func (u units) design(d igbo.Data) design {
	n, k := d.Samples(), len(d.Features)
	z := design{x: mat.NewDense(n, k+1, nil), y: make([]float64, n), w: make([]float64, n)}
	sum := 0.0
	for i := range n {
		row := z.x.RawRowView(i)
		for j := range k {
			row[j] = (d.X[i*k+j] - u.shift[j]) / u.scale[j]
		}
		row[k] = 1
		z.y[i] = (d.Y[i] - u.targetShift) / u.targetScale
		if z.w[i] = 1; d.Weights != nil {
			z.w[i] = d.Weights[i]
		}
		sum += z.w[i]
	}
	for i := range z.w {
		z.w[i] /= sum
	}
	return z
}
