package ordered

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// members is how many draws are kept to predict by: with so many the mean of a probability is off by at most .03, and
// mostly by less than .01.
const members = 256

// thin takes draws from all chains, evenly, and as many from each posterior.
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

// Predict is f of rows of D inputs: logits for classes.
func (f Fitted) Predict(x []float64) []float64 {
	if len(f.Members) == 0 {
		return f.Model.Predict(x)
	}
	return averaged(f.Members, x)
}

// averaged are the logits of the mean probability of draws.
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

// between is how many rows between those of the data a mean probability is projected on.
const between = 400

// smoothed are rows from a density of the data's rows with their mean and spread: x̄ + (x_i + h·(x_j − x_k)/√2 − x̄)/√(1 + h²) with Scott's h. On the
// rows of the data alone, of which there are few, a linear model would be near the mean probability there and anywhere elsewhere.
func smoothed(d linear.Data) []float64 {
	r, n := rand.New(rand.NewPCG(1, 2)), len(d.Y)
	mean := make([]float64, d.D)
	for i, v := range d.X {
		mean[i%d.D] += v / float64(n)
	}
	h := math.Pow(float64(n), -1/float64(d.D+4))
	x := make([]float64, 0, between*d.D)
	for range between {
		i, j, k := r.IntN(n)*d.D, r.IntN(n)*d.D, r.IntN(n)*d.D
		for c, m := range mean {
			x = append(x, m+(d.X[i+c]-m+h*(d.X[j+c]-d.X[k+c])/math.Sqrt2)/math.Sqrt(1+h*h))
		}
	}
	return x
}

// rates are the mean rates of draws. None is more than e^30 times the mean count, beyond which are numbers too large to hold.
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

// nearest is the linear model nearest to the mean probability or rate of draws, half on the rows of the data and half between them.
func nearest(ctx context.Context, d linear.Data, loss task.Loss, draws [][]float64) (*linear.Model, error) {
	n := len(d.Y)
	all := linear.Data{D: d.D, X: append(append([]float64(nil), d.X...), smoothed(d)...)}
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
	m, err := linear.Fit(ctx, all, loss, 1, linear.Uniform(1e-8, d.D))
	if err != nil {
		return nil, err
	}
	return inUnits(m, linear.Measure(d, loss, 1)), nil
}

// inUnits is the same model in other units.
func inUnits(m *linear.Model, u linear.Units) *linear.Model {
	w, d := m.Weights(), len(u.Shift)
	other := &linear.Model{Units: u, Theta: make([]float64, d+1)}
	other.Theta[d] = (m.Predict(u.Shift)[0] - u.TargetShift[0]) / u.TargetScale[0]
	for j, v := range w {
		other.Theta[j] = v * u.Scale[j] / u.TargetScale[0]
	}
	return other
}

// project is the linear model of the mean prediction of posteriors.
func project(ctx context.Context, d linear.Data, loss task.Loss, list []*posterior.Posterior) (*linear.Model, error) {
	if !loss.Is(task.KindSquared) {
		return nearest(ctx, d, loss, thin(list))
	}
	u := linear.Measure(d, loss, 1)
	m := &linear.Model{Units: u, Theta: make([]float64, d.D+1)}
	m.Theta[d.D] = -u.TargetShift[0] / u.TargetScale[0]
	for _, p := range list {
		w, b := p.Mean()
		share := 1 / (float64(len(list)) * u.TargetScale[0])
		for j, v := range w {
			m.Theta[j] += share * v * u.Scale[j]
			m.Theta[d.D] += share * v * u.Shift[j]
		}
		m.Theta[d.D] += share * b
	}
	return m, nil
}
