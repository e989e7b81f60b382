package teacherstudent

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

// Linear is y = w·x + b in float64, whose attributions have a closed form.
type Linear struct {
	w []float64
	b float64
}

// leastSquares fits w and b to a table exactly (QR), the best any linear
// student can do on the training data.
func leastSquares(t datasets.Table) (Linear, error) {
	n, d := len(t.X), len(t.Features)
	design := mat.NewDense(n, d+1, nil)
	for i, row := range t.X {
		design.SetRow(i, append(append([]float64{}, row...), 1))
	}
	var solution mat.VecDense
	if err := solution.SolveVec(design, mat.NewVecDense(n, t.Y)); err != nil {
		return Linear{}, fmt.Errorf("teacherstudent: least squares on %d points of %d features: %w", n, d, err)
	}
	raw := solution.RawVector().Data
	return Linear{w: raw[:d:d], b: raw[d]}, nil
}

// MSE is the mean squared error on a table.
func (l Linear) MSE(t datasets.Table) float64 {
	sum := 0.0
	for i, row := range t.X {
		e := l.b - t.Y[i]
		for k, x := range row {
			e += l.w[k] * x
		}
		sum += e * e
	}
	return sum / float64(len(t.X))
}

// scores is H [N,D] in closed form: at T = 1, h_k = w_k·(x_k − x′_k) averaged
// over the baselines, whatever the path and rule.
func (l Linear) scores(t datasets.Table, cfg attribution.Config) *mat.Dense {
	h := mat.NewDense(len(t.X), len(l.w), nil)
	for i, row := range t.X {
		total := cfg.Epsilon
		shares := make([]float64, len(row))
		for k, x := range row {
			shares[k] = l.w[k] * (x - meanBaseline(cfg.Baselines, k))
			total += math.Abs(shares[k])
		}
		for k, s := range shares {
			if cfg.Score == attribution.Absolute {
				s = math.Abs(s)
			}
			h.Set(i, k, s/total)
		}
	}
	return h
}

func meanBaseline(baselines []attribution.Baseline, k int) float64 {
	sum := 0.0
	for _, b := range baselines {
		if len(b.Values) > 0 {
			sum += b.Values[k] / float64(len(baselines))
		}
	}
	return sum
}

// Evaluate measures the model on a table against a DAG.
func (l Linear) Evaluate(t datasets.Table, how attribution.Config, d *dag.DAG) (igbo.Evaluation, error) {
	value, err := objective.Evaluate(l.scores(t, how), d)
	return igbo.Evaluation{MSE: l.MSE(t), Interpretability: value}, err
}

// Largest is the largest weight (or bias) in size.
func (l Linear) Largest() float64 {
	largest := 0.0
	for _, w := range append([]float64{l.b}, l.w...) {
		largest = max(largest, w, -w)
	}
	return largest
}
