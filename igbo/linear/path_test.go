package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestPathIsOptimal checks that at the solution the gradient of the penalised loss is zero, by finite
// differences of the loss in package task, with and without sample weights. At another point, it compares the
// gradient and Hessian of the Newton steps with finite differences.
func TestPathIsOptimal(t *testing.T) {
	const n, d, penalty = 30, 3, 0.05
	for _, c := range []struct {
		kind    task.Kind
		outputs int
	}{{task.KindSquared, 1}, {task.KindLogistic, 1}, {task.KindSoftmax, 3}, {task.KindPoisson, 1}} {
		for _, weighted := range []bool{false, true} {
			rng := rand.New(rand.NewPCG(3, 0))
			data, loss := samples.Data{Features: []string{"a", "b", "c"}, Steps: 1}, task.Loss{Kind: c.kind}
			for range n {
				x := []float64{rng.NormFloat64(), 5 * rng.NormFloat64(), 1 + rng.NormFloat64()}
				data.X = append(data.X, x...)
				y := x[0] + x[1]/5 + rng.NormFloat64()
				switch c.kind {
				case task.KindLogistic:
					y = map[bool]float64{true: 1}[y > 0]
				case task.KindPoisson:
					y = float64(int(math.Exp(1 + y)))
				case task.KindSoftmax:
					y = map[bool]float64{true: 1}[y > -1] + map[bool]float64{true: 1}[y > 1]
				}
				data.Y = append(data.Y, y)
				if weighted {
					data.Weights = append(data.Weights, rng.Float64())
				}
			}
			fits := must.Of(Path(t.Context(), data.View(nil), loss, c.outputs, []float64{1, penalty})).In(t)
			z := newDesign(t.Context(), data.View(nil), fits[0].Units)
			objective := func(flat []float64) float64 {
				return z.objective(loss, mat.NewDense(d+1, c.outputs, append([]float64{}, flat...)), penalty)
			}
			what := fmt.Sprintf("%s, weighted %t", c.kind, weighted)
			at := make([]float64, 0, (d+1)*c.outputs)
			for row := range d + 1 {
				for o := range c.outputs {
					at = append(at, fits[1].Theta[o*(d+1)+row])
				}
			}
			zero := make([]float64, len(at))
			backendtest.Near(t, what, fd.Gradient(nil, objective, at, &fd.Settings{Formula: fd.Central}), zero, 1e-7)
			if c.kind == task.KindSquared {
				continue
			}
			start := make([]float64, len(at))
			for i := range start {
				start[i] = rng.NormFloat64()
			}
			theta := mat.NewDense(d+1, c.outputs, append([]float64{}, start...))
			gradient, hessian := z.curvature(loss, theta, penalty)
			want := fd.Gradient(nil, objective, start, &fd.Settings{Formula: fd.Central})
			var second mat.SymDense
			fd.Hessian(&second, objective, start, &fd.Settings{Formula: fd.Central})
			for i := range start {
				row, o := i/c.outputs, i%c.outputs
				backendtest.Near(t, what+", gradient", gradient[o*(d+1)+row:o*(d+1)+row+1], want[i:i+1], 1e-6)
				for j := range start {
					r, p := j/c.outputs, j%c.outputs
					backendtest.Near(t, what+", Hessian", []float64{hessian.At(o*(d+1)+row, p*(d+1)+r)}, []float64{second.At(i, j)}, 1e-4)
				}
			}
		}
	}
}
