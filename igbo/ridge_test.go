package igbo_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRidge checks that training a linear model on the squared error with the penalty converges to
// the closed form of ridge regression, (XᵀX/n + p/2·I)·w = Xᵀy/n, with an unpenalised bias. It uses
// Adam with several steps per call, and Armijo's rule.
func TestRidge(t *testing.T) {
	const n, d, penalty = 40, 3, 0.7
	rng := rand.New(rand.NewPCG(4, 0))
	data := igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1}
	for range n {
		row := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		data.X = append(data.X, row...)
		data.Y = append(data.Y, 5+2*row[0]-row[1]+rng.NormFloat64())
	}
	want := closedRidge(data, penalty)
	for _, optimizer := range []igbo.Optimizer{{Name: "adam", LearningRate: 0.05}, {Name: "armijo", LearningRate: 1}} {
		cfg := igbo.DefaultConfig()
		cfg.Ridge, cfg.DType, cfg.BatchSize, cfg.Epochs, cfg.Optimizer = penalty, "float64", n, 1500, optimizer
		cfg.HistoryEvery = 0
		if optimizer.Name == "adam" {
			cfg.StepsPerCall = 50
		}
		trained := must.Of(igbo.Train(context.Background(), backendtest.Open(t), cfg, data, nil)).In(t)
		for path, v := range must.Of(trained.Model.Variables()).In(t) {
			if v.Shape().Rank() == 1 {
				backendtest.Near(t, optimizer.Name+" "+path, tensors.MustCopyFlatData[float64](v), want[:d], 1e-3)
			} else {
				backendtest.Near(t, optimizer.Name+" "+path, tensors.MustCopyFlatData[float64](v), want[d:], 1e-3)
			}
		}
	}
	for _, wrong := range []float64{-1, math.NaN(), math.Inf(1)} {
		cfg := igbo.DefaultConfig()
		if cfg.Ridge = wrong; cfg.Validate(d) == nil {
			t.Errorf("a penalty of %g is taken", wrong)
		}
	}
}

// closedRidge returns the weights and the bias of the closed form.
func closedRidge(data igbo.Data, penalty float64) []float64 {
	d, n := len(data.Features), float64(len(data.Y))
	a, b := mat.NewSymDense(d+1, nil), mat.NewVecDense(d+1, nil)
	for i, y := range data.Y {
		row := mat.NewVecDense(d+1, append(append([]float64{}, data.X[i*d:(i+1)*d]...), 1))
		a.SymRankOne(a, 1/n, row)
		b.AddScaledVec(b, y/n, row)
	}
	for j := range d {
		a.SetSym(j, j, a.At(j, j)+penalty/2)
	}
	var w mat.VecDense
	if err := w.SolveVec(a, b); err != nil {
		panic(err)
	}
	return w.RawVector().Data
}
