package linear

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// members is the number of draws that predict. With 256 draws, the error of a mean probability is at most 0.03,
// and usually less than 0.01.
const members = 256

// thin returns evenly spaced draws from all chains, the same number from each posterior.
func thin(list []*posterior.Posterior) (draws [][]float64) {
	for _, c := range posterior.Pool(list).Chains {
		for i, w := range c.Weights {
			draws = append(draws, append(append([]float64(nil), w...), c.Intercept[i]))
		}
	}
	if len(draws) <= members {
		return draws
	}
	kept := make([][]float64, members)
	for k := range kept {
		kept[k] = draws[(2*k+1)*len(draws)/(2*members)]
	}
	return kept
}

// Predict returns one output for each row of D inputs. It is a logit for classes and the logarithm of a rate for
// counts.
func (f Fitted) Predict(x []float64) []float64 {
	if len(f.Members) == 0 {
		return f.Model.Predict(x)
	}
	return averaged(f.Members, x)
}

// averaged returns the logits of the mean probability of the draws.
func averaged(draws [][]float64, x []float64) []float64 {
	d := len(draws[0]) - 1
	logits := make([]float64, len(x)/d)
	for i := range logits {
		var yes, no float64
		for _, m := range draws {
			z := max(-models.Surest, min(models.Surest, floats.Dot(m[:d], x[i*d:(i+1)*d])+m[d]))
			yes, no = yes+1/(1+math.Exp(-z)), no+1/(1+math.Exp(z))
		}
		logits[i] = math.Log(yes / no)
	}
	return logits
}

// between is the number of generated rows on which a mean probability is projected.
const between = 400

// smoothed generates rows from a kernel density of the data's rows with the same mean and covariance: x̄ + (x_i
// + h·(x_j − x_k)/√2 − x̄)/√(1 + h²), with h by Scott's rule. A linear model that is fitted only to a few rows
// may be far from the mean probability between them.
func smoothed(d samples.Data) []float64 {
	r, n, width := rand.New(rand.NewPCG(1, 2)), len(d.Y), len(d.Features)
	mean := make([]float64, width)
	for i, v := range d.X {
		mean[i%width] += v / float64(n)
	}
	h := math.Pow(float64(n), -1/float64(width+4))
	x := make([]float64, 0, between*width)
	for range between {
		i, j, k := r.IntN(n)*width, r.IntN(n)*width, r.IntN(n)*width
		for c, m := range mean {
			x = append(x, m+(d.X[i+c]-m+h*(d.X[j+c]-d.X[k+c])/math.Sqrt2)/math.Sqrt(1+h*h))
		}
	}
	return x
}

// rates returns the mean rates of the draws. Each rate is limited to e^30 times the mean count, because larger
// ones overflow.
func rates(draws [][]float64, x []float64, count float64) []float64 {
	d, most := len(draws[0])-1, math.Log(count)+models.Surest
	means := make([]float64, len(x)/d)
	for i := range means {
		for _, m := range draws {
			means[i] += math.Exp(min(most, floats.Dot(m[:d], x[i*d:(i+1)*d])+m[d])) / float64(len(draws))
		}
	}
	return means
}

// nearest returns the linear model that is nearest to the mean probability or rate of the draws. Rows of the
// data and generated rows have equal total weight.
func nearest(ctx context.Context, d samples.Data, loss task.Loss, draws [][]float64) (*Model, error) {
	n := len(d.Y)
	all := samples.Data{Features: d.Features, Steps: 1, X: append(append([]float64(nil), d.X...), smoothed(d)...)}
	if loss.Is(task.KindPoisson) {
		all.Y = rates(draws, all.X, stat.Mean(d.Y, nil))
	} else {
		all.Y = averaged(draws, all.X)
		loss.Response(all.Y, 1)
	}
	for i := range all.Y {
		share := 1.0 / between
		if i < n {
			share = 1 / float64(n)
		}
		all.Weights = append(all.Weights, share)
	}
	m, err := Fit(ctx, all.View(nil), loss, 1, Uniform(1e-8, len(d.Features)))
	if err != nil {
		return nil, err
	}
	return inUnits(m, samples.Standardization(d.View(nil), false)), nil
}

// inUnits converts a model to other units.
func inUnits(m *Model, u samples.Normalization) *Model {
	w, d := m.Weights(), len(u.Shift)
	other := &Model{Units: u, Theta: make([]float64, d+1)}
	other.Theta[d] = u.Target(m.Predict(u.Shift)[0], 0)
	for j, v := range w {
		other.Theta[j] = v * u.Scale[j] / u.TargetScale
	}
	return other
}

// project returns the linear model for the mean prediction of posteriors.
func project(ctx context.Context, d samples.Data, loss task.Loss, list []*posterior.Posterior) (*Model, error) {
	if !loss.Is(task.KindSquared) {
		return nearest(ctx, d, loss, thin(list))
	}
	u, k := samples.Standardization(d.View(nil), true), len(d.Features)
	m := &Model{Units: u, Theta: make([]float64, k+1)}
	m.Theta[k] = -u.TargetShift / u.TargetScale
	for _, p := range list {
		w, b := p.Mean()
		share := 1 / (float64(len(list)) * u.TargetScale)
		for j, v := range w {
			m.Theta[j] += share * v * u.Scale[j]
			m.Theta[k] += share * v * u.Shift[j]
		}
		m.Theta[k] += share * b
	}
	return m, nil
}
