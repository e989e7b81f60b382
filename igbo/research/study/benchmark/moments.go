package benchmark

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// moments holds a table in standardised units and the numbers that the squared loss needs: the mean of (y − θ·z)² is θᵀgθ −
// 2·bᵀθ + a constant.
type moments struct {
	units samples.Normalization
	n, d  int
	z, y  []float64 // [n·d], [n]
	g     []float64 // ZᵀZ/n [d·d]
	b     []float64 // Zᵀy/n
	yy    float64   // yᵀy/n
}

// moments returns the moments of the training data.
func (p *Problem) moments() moments {
	m := moments{units: p.Units(), n: p.Train.Samples(), d: p.columns()}
	data := m.units.Apply(p.Train)
	m.z, m.y = data.X, data.Y
	m.g, m.b = second(m.z, m.d), make([]float64, m.d)
	for i, y := range m.y {
		floats.AddScaled(m.b, y/float64(m.n), m.z[i*m.d:(i+1)*m.d])
		m.yy += y * y / float64(m.n)
	}
	return m
}

// second returns the mean of z·zᵀ over rows of d numbers.
func second(z []float64, d int) []float64 {
	g, n := make([]float64, d*d), float64(len(z)/d)
	for i := 0; i < len(z); i += d {
		row := z[i : i+d]
		for j, v := range row {
			floats.AddScaled(g[j*d:(j+1)*d], v/n, row)
		}
	}
	return g
}

// ridge returns the minimum of the mean squared error plus ½·strength·‖θ‖², the objective of [linear.Fit].
func (m moments) ridge(strength float64) []float64 {
	return multiplied(inverse(shifted(m.g, m.d, strength/2+tiny), m.d), m.b)
}

// looRidge returns the strength in ridge's grid that has the least leave-one-out error, computed in closed form.
func (m moments) looRidge() (best float64) {
	least := math.Inf(1)
	for _, s := range Grid(strongest, weakest) {
		inv := inverse(shifted(m.g, m.d, s.Strength/2), m.d)
		theta, sum := multiplied(inv, m.b), 0.0
		for i, y := range m.y {
			z := m.z[i*m.d : (i+1)*m.d]
			own := (1 + floats.Dot(z, multiplied(inv, z))) / float64(m.n) // includes the bias
			off := (y - floats.Dot(theta, z)) / (1 - own)
			sum += off * off
		}
		if sum < least {
			best, least = s.Strength, sum
		}
	}
	return best
}

// tiny makes a system solvable that the rows and the penalty do not determine.
const tiny = 1e-9

// shifted returns a symmetric matrix with a number added to its diagonal.
func shifted(a []float64, d int, by float64) []float64 {
	a = append([]float64(nil), a...)
	for j := range d {
		a[j*d+j] += by
	}
	return a
}

// inverse returns the inverse of a positive definite matrix, computed by Gauss–Jordan elimination on a copy.
func inverse(a []float64, d int) []float64 {
	a = append([]float64(nil), a...)
	for k := range d {
		pivot := 1 / a[k*d+k]
		a[k*d+k] = 1
		for j := range d {
			a[k*d+j] *= pivot
		}
		for i := range d {
			if i == k {
				continue
			}
			f := a[i*d+k]
			a[i*d+k] = 0
			floats.AddScaled(a[i*d:(i+1)*d], -f, a[k*d:(k+1)*d])
		}
	}
	return a
}

// multiplied returns a matrix times a vector.
func multiplied(a, v []float64) []float64 {
	w := make([]float64, len(v))
	for i := range w {
		w[i] = floats.Dot(a[i*len(v):(i+1)*len(v)], v)
	}
	return w
}

// line returns the model with these weights in standardised units.
func (m moments) line(theta []float64) Fitted {
	return lines{&linear.Model{Units: m.units, Theta: append(append([]float64(nil), theta...), 0)}}
}

// plainTable returns a check that rejects problems that our versions of other authors' methods do not support: series, classes,
// several outputs and weights.
func plainTable(name string, order, signs bool) func(p *Problem) error {
	return func(p *Problem) error {
		switch {
		case !p.Loss.Is(task.KindSquared):
			return fmt.Errorf("benchmark: %s requires the squared loss, got %s", name, p.Loss)
		case p.outputs() != 1:
			return fmt.Errorf("benchmark: %s requires one output, got %d", name, p.outputs())
		case p.Train.Weights != nil:
			return fmt.Errorf("benchmark: %s requires rows without weights", name)
		}
		return tableWith(name, p, func(p *Problem) error {
			if order && needOrder(p) != nil {
				return errNoOrder
			}
			if signs {
				return needSigns(p)
			}
			return nil
		})
	}
}

// columnRanks returns the rank of each column's feature in the order, 1 for the most important.
func columnRanks(p *Problem) []float64 {
	ranks := make([]float64, p.columns())
	for k, r := range Ranks(p) {
		for _, j := range p.groups()[k] {
			ranks[j] = r
		}
	}
	return ranks
}

// product returns settings for all pairs of a first and a second number.
func product(first, second []float64) (grid []Setting) {
	for _, v := range second {
		for _, s := range first {
			grid = append(grid, Setting{Strength: s, Second: v})
		}
	}
	return grid
}

// spaced returns n numbers with equal ratios.
func spaced(from, to float64, n int) (all []float64) {
	for i := range n {
		all = append(all, from*math.Pow(to/from, float64(i)/float64(n-1)))
	}
	return all
}
