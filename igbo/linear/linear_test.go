package linear_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// names returns column names.
func names(d int) (all []string) {
	for j := range d {
		all = append(all, fmt.Sprint("x", j))
	}
	return all
}

// draw returns a table of n rows of correlated inputs in unusual units, with targets for a loss.
func draw(loss task.Loss, outputs, n, d int, seed uint64) samples.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	data := samples.Data{Features: names(d), Steps: 1}
	if !loss.Is(task.KindSoftmax) {
		data.Outputs = outputs
	}
	for range n {
		common, f := rng.NormFloat64(), make([]float64, outputs)
		for j := range d {
			x := 3*float64(j) + float64(j+1)*(rng.NormFloat64()+0.5*common)
			data.X = append(data.X, x)
			for o := range outputs {
				f[o] += math.Sin(float64(j+o+1)) * (x/float64(j+1) - 3*float64(j)/float64(j+1))
			}
		}
		switch {
		case loss.Is(task.KindSquared):
			for o := range outputs {
				data.Y = append(data.Y, 7+4*f[o]+rng.NormFloat64())
			}
		case loss.Is(task.KindLogistic):
			y := 0.0
			if rng.Float64() < 1/(1+math.Exp(-f[0])) {
				y = 1
			}
			data.Y = append(data.Y, y)
		case loss.Is(task.KindPoisson): // counts, some in the thousands
			for o := range outputs {
				data.Y = append(data.Y, math.Floor(math.Exp(2*f[o]+rng.NormFloat64())))
			}
		default:
			best := 0
			for o := range f {
				if f[o]+rng.NormFloat64() > f[best] {
					best = o
				}
			}
			data.Y = append(data.Y, float64(best))
		}
		data.Weights = append(data.Weights, 0.5+rng.Float64())
	}
	return data
}

// value computes the objective by its definition, from weights in standardised units.
func value(d samples.Data, loss task.Loss, outputs int, p linear.Penalty, m *linear.Model) float64 {
	f := m.Predict(d.X)
	y := d.Y
	if loss.ScalesTarget() {
		y = m.Units.Targets(d).Y
		d.Y = f
		f = m.Units.Targets(d).Y
	}
	l, err := loss.Value(task.Predictions{Outputs: outputs, Values: f, Targets: y, Weights: d.Weights})
	if err != nil {
		panic(err)
	}
	if !loss.Is(task.KindSoftmax) {
		l *= float64(outputs)
	}
	for o := range outputs {
		for j := range len(d.Features) {
			v := m.Theta[o*(len(d.Features)+1)+j]
			if p.Centre != nil {
				v -= p.Centre[o*len(d.Features)+j]
			}
			l += p.Strengths[j] / 2 * v * v
		}
	}
	return l
}

// TestFitIsTheMinimum checks that no small step along a coordinate that respects its sign decreases the
// objective, for combinations of losses, outputs, centres and signs.
func TestFitIsTheMinimum(t *testing.T) {
	const d = 5
	for _, c := range []struct {
		loss    task.Loss
		outputs int
	}{{task.Loss{}, 1}, {task.Loss{}, 2}, {task.Loss{Kind: task.KindLogistic}, 1}, {task.Loss{Kind: task.KindSoftmax}, 3}, {task.Loss{Kind: task.KindPoisson}, 1}, {task.Loss{Kind: task.KindPoisson}, 2}} {
		for variant := range 8 {
			data := draw(c.loss, c.outputs, 30, d, uint64(variant))
			p := linear.Penalty{Strengths: []float64{0.1, 0.3, 0.02, 1, 0.1}}
			if variant&1 > 0 {
				for i := range d * c.outputs {
					p.Centre = append(p.Centre, math.Cos(float64(i)))
				}
			}
			if variant&2 > 0 && c.outputs == 1 {
				p.Signs = []int{1, -1, 0, -1, 1}
			}
			t.Run(fmt.Sprintf("%s/outputs=%d/%d", c.loss, c.outputs, variant), func(t *testing.T) {
				m := must.Of(linear.Fit(t.Context(), data.View(nil), c.loss, c.outputs, p)).In(t)
				best := value(data, c.loss, c.outputs, p, m)
				for i, v := range m.Theta {
					for _, step := range []float64{1e-4, -1e-4} {
						j := i % (d + 1)
						signed := p.Signs != nil && j < d
						if signed && float64(p.Signs[j])*v < 0 {
							t.Errorf("θ_%d = %g against its sign %d", j, v, p.Signs[j])
						}
						if signed && float64(p.Signs[j])*(v+step) < 0 {
							continue
						}
						m.Theta[i] = v + step
						if got := value(data, c.loss, c.outputs, p, m); got < best-1e-10 {
							t.Errorf("θ_%d + %g: %.12g, want no less than %.12g", j, step, got, best)
						}
						m.Theta[i] = v
					}
				}
			})
		}
	}
}

// TestLeaveOneOut compares the error with that of models that were fitted without the row.
func TestLeaveOneOut(t *testing.T) {
	data := draw(task.Loss{}, 1, 12, 3, 4)
	p := linear.Uniform(0.2, 3)
	got := must.Of(linear.LeaveOneOut(t.Context(), data.View(nil), p)).In(t)
	all := samples.Standardization(data.View(nil), true)
	sum, total := 0.0, 0.0
	for i := range data.Y {
		// units of all rows, with weight 0 for the excluded row: its weight is not redistributed, as in the
		// closed form
		z := all.Apply(data)
		w := z.Weights[i]
		total += w
		f := without(t, z, p, i)
		sum += w * (z.Y[i] - f) * (z.Y[i] - f)
	}
	if want := sum / total; math.Abs(got-want) > 1e-8 {
		t.Errorf("%.10g, want %.10g", got, want)
	}
}

// without solves the normal equations for all standardised rows except one by Gauss–Seidel, and returns the
// prediction for that row.
func without(t *testing.T, z samples.Data, p linear.Penalty, left int) float64 {
	t.Helper()
	d, k, total := len(z.Features), len(z.Features)+1, 0.0
	for _, w := range z.Weights {
		total += w
	}
	row := func(i int) []float64 { return append(slices.Clone(z.X[i*d:(i+1)*d]), 1) }
	theta := make([]float64, k)
	for range 20000 {
		for j := range k {
			top, bottom := 0.0, 0.0
			if j < d {
				bottom = p.Strengths[j] / 2
			}
			for i := range z.Y {
				if i == left {
					continue
				}
				r, w := row(i), z.Weights[i]/total
				rest := z.Y[i]
				for c := range k {
					if c != j {
						rest -= r[c] * theta[c]
					}
				}
				top, bottom = top+w*r[j]*rest, bottom+w*r[j]*r[j]
			}
			theta[j] = top / bottom
		}
	}
	f := 0.0
	for j, v := range row(left) {
		f += v * theta[j]
	}
	return f
}

// TestExcluded checks that excluded columns have weight 0 and that the others are fitted as if they did not
// exist.
func TestExcluded(t *testing.T) {
	data := draw(task.Loss{}, 1, 20, 3, 9)
	p := linear.Uniform(0.1, 3)
	p.Excluded = []int{1}
	m := must.Of(linear.Fit(t.Context(), data.View(nil), task.Loss{}, 1, p)).In(t)
	want := must.Of(linear.Fit(t.Context(), data.View(nil).Columns([]int{0, 2}), task.Loss{}, 1, linear.Uniform(0.1, 2))).In(t)
	got, other := m.Weights(), want.Weights()
	if got[1] != 0 || math.Abs(got[0]-other[0]) > 1e-12 || math.Abs(got[2]-other[1]) > 1e-12 {
		t.Errorf("weights %v, want %v with 0 between", got, other)
	}
}

// TestRefusals checks that arguments that do not match are rejected.
func TestRefusals(t *testing.T) {
	data := draw(task.Loss{}, 1, 5, 2, 1)
	for name, c := range map[string]struct {
		loss    task.Loss
		outputs int
		p       linear.Penalty
	}{
		"strengths": {task.Loss{}, 1, linear.Uniform(1, 3)},
		"negative":  {task.Loss{}, 1, linear.Uniform(-1, 2)},
		"loss":      {task.Loss{Kind: task.KindPoisson}, 1, linear.Uniform(1, 2)},
		"outputs":   {task.Loss{}, 2, linear.Uniform(1, 2)},
		"signs":     {task.Loss{}, 1, linear.Penalty{Strengths: []float64{1, 1}, Signs: []int{2, 0}}},
		"excluded":  {task.Loss{}, 1, linear.Penalty{Strengths: []float64{1, 1}, Excluded: []int{2}}},
		"centre":    {task.Loss{}, 1, linear.Penalty{Strengths: []float64{1, 1}, Centre: []float64{2}}},
	} {
		if _, err := linear.Fit(t.Context(), data.View(nil), c.loss, c.outputs, c.p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
