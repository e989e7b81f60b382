package linear

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// A Model is a linear model. Its weights and biases are in the standardised units of the data that it was
// fitted to. For series, it treats each step separately.
type Model struct {
	Units samples.Normalization `json:"units"`
	// Theta holds D weights and a bias for each output.
	Theta []float64 `json:"theta"`
}

// dims returns D and the number of outputs K.
func (m *Model) dims() (columns, outputs int) {
	columns = len(m.Units.Shift)
	return columns, len(m.Theta) / (columns + 1)
}

// Predict returns K outputs for each row of D inputs, in the data's units, row by row. They are logits for classes
// and logarithms of rates for counts.
func (m *Model) Predict(x []float64) []float64 {
	d, k := m.dims()
	z := make([]float64, d)
	y := make([]float64, 0, len(x)/d*k)
	for i := 0; i+d <= len(x); i += d {
		for j, v := range x[i : i+d] {
			z[j] = m.Units.Input(v, j)
		}
		for o := range k {
			theta := m.Theta[o*(d+1) : (o+1)*(d+1)]
			y = append(y, m.Units.Restore(floats.Dot(theta[:d], z)+theta[d], o))
		}
	}
	return y
}

// PredictRows is like [Model.Predict] for the rows of a view. It reads them in blocks, so it does not copy
// them.
func (m *Model) PredictRows(v samples.View) []float64 { return m.predictRows(nil, v) }

// predictRows is like PredictRows but allocates the outputs in the given space, or on the heap if it is nil.
func (m *Model) predictRows(space *spool.Space, v samples.View) []float64 {
	d, k := m.dims()
	theta := mat.NewDense(d+1, k, nil)
	for o := range k {
		theta.SetCol(o, m.Theta[o*(d+1):(o+1)*(d+1)])
	}
	y := spool.Scratch[float64](space, v.Rows()*k)[:0]
	newDesign(context.Background(), v, m.Units).blocks(func(b block) {
		var f mat.Dense
		f.Mul(b.x, theta)
		y = append(y, f.RawMatrix().Data...)
	})
	for i := range y {
		y[i] = m.Units.Restore(y[i], i%k)
	}
	return y
}

// Metrics computes the metrics of the model on the rows of a view.
func (m *Model) Metrics(loss task.Loss, v samples.View) (task.Metrics, error) {
	_, k := m.dims()
	space := v.Scratch()
	defer space.Close()
	return loss.Metrics(task.Predictions{Outputs: k, Values: m.predictRows(space, v), Targets: v.TargetsIn(space), Weights: v.WeightsIn(space), Like: space})
}

// Weights returns the weights of the columns in the data's units, output by output [K·D].
func (m *Model) Weights() []float64 {
	d, k := m.dims()
	_, _, _, scale := m.Units.Units(k)
	w := make([]float64, 0, k*d)
	for o := range k {
		for j := range d {
			w = append(w, m.Theta[o*(d+1)+j]*scale[o]/m.Units.Scale[j])
		}
	}
	return w
}
