package weather

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/samples"
)

// referencePart has the errors of forecasts without a network.
type referencePart struct{ Persistence, Ridge, Penalty float64 }

// refer fits and measures the references.
func refer(_ context.Context, _ *workflow.Work, s windows) (referencePart, error) {
	data, err := s.load()
	if err != nil {
		return referencePart{}, err
	}
	same, err := persisted(data.validation, s.BurnIn)
	if err != nil {
		return referencePart{}, err
	}
	linear, err := fitRidge(data.train, s.BurnIn)
	if err != nil {
		return referencePart{}, err
	}
	return referencePart{same, linear.mse(data.validation), linear.penalty}, nil
}

// persisted returns the error of y_t = temp_max_t over days t ≥ burnIn.
func persisted(data igbo.Data, burnIn int) (float64, error) {
	k := slices.Index(data.Features, "temp_max")
	if k < 0 {
		return 0, fmt.Errorf("weather: feature temp_max not found in %v", data.Features)
	}
	sum, n := 0.0, 0
	for i, y := range data.Y {
		if i%data.Steps >= burnIn {
			miss := y - data.X[i*len(data.Features)+k]
			sum, n = sum+miss*miss, n+1
		}
	}
	return sum / float64(n), nil
}

// ridge is the model y_t = b + Σ_{j ≤ lags} w_j·z_{t−j} with standardised inputs z.
type ridge struct {
	lags         int
	shift, scale []float64 // of the lagged inputs
	weights      []float64
	intercept    float64
	penalty      float64
}

// fitRidge fits ridge regression to days t ≥ lags of every window. The penalty
// minimises generalised cross-validation,
//
//	GCV(p) = n·RSS(p) / (n − df(p))²,   df(p) = 1 + Σ_j s_j²/(s_j² + p),
//
// where s_j are the singular values of the inputs. It does not use validation days.
func fitRidge(data igbo.Data, lags int) (*ridge, error) {
	x, y := lagged(data, lags)
	n, d := x.Dims()
	r := &ridge{lags: lags, shift: make([]float64, d), scale: make([]float64, d), intercept: floats.Sum(y) / float64(n)}
	for j := range d {
		column := mat.Col(nil, j, x)
		r.shift[j], r.scale[j] = samples.MeanScale(column)
		for i, v := range column {
			x.Set(i, j, (v-r.shift[j])/r.scale[j])
		}
	}
	floats.AddConst(-r.intercept, y)
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		return nil, fmt.Errorf("weather: ridge: the singular value decomposition of %d×%d inputs failed", n, d)
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	r.solve(&u, &v, svd.Values(nil), y)
	return r, nil
}

// solve uses the penalty with the smallest GCV.
func (r *ridge) solve(u, v *mat.Dense, s, y []float64) {
	var projected mat.VecDense
	projected.MulVec(u.T(), mat.NewVecDense(len(y), y))
	n, outside := float64(len(y)), floats.Dot(y, y)-mat.Dot(&projected, &projected)
	best := math.Inf(1)
	shrunk := mat.NewVecDense(len(s), nil)
	for e := -3.0; e <= 6; e += 0.25 {
		p, rss, df := math.Pow(10, e), outside, 1.0
		for j, sj := range s {
			keep := sj * sj / (sj*sj + p)
			rest := (1 - keep) * projected.AtVec(j)
			rss, df = rss+rest*rest, df+keep
		}
		if gcv := n * rss / ((n - df) * (n - df)); gcv < best {
			best, r.penalty = gcv, p
		}
	}
	for j, sj := range s {
		shrunk.SetVec(j, sj/(sj*sj+r.penalty)*projected.AtVec(j))
	}
	var w mat.VecDense
	w.MulVec(v, shrunk)
	r.weights = w.RawVector().Data
}

// mse returns the error over days t ≥ lags.
func (r *ridge) mse(data igbo.Data) float64 {
	x, y := lagged(data, r.lags)
	sum := 0.0
	for i, target := range y {
		miss := r.intercept - target
		for j, w := range r.weights {
			miss += w * (x.At(i, j) - r.shift[j]) / r.scale[j]
		}
		sum += miss * miss
	}
	return sum / float64(len(y))
}

// lagged returns a row for each day t ≥ lags of each window, with the inputs of days t − lags … t, and the target.
func lagged(data igbo.Data, lags int) (*mat.Dense, []float64) {
	d := len(data.Features)
	var rows, y []float64
	for i, target := range data.Y {
		if i%data.Steps >= lags {
			rows, y = append(rows, data.X[(i-lags)*d:(i+1)*d]...), append(y, target)
		}
	}
	return mat.NewDense(len(y), (lags+1)*d, rows), y
}
