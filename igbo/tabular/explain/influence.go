package explain

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// influence accumulates how much the mean of each statement depends on each row of the background.
//
// A statement is about T = mean_i g(φ(i)) over the n samples, where φ(i) = mean_j Φ(i,j) over the m
// background rows and Φ_l(i,j) is the value of column l in sample i against background row j alone.
// To first order in the empirical distributions, sample i and background row j change T by h1_i/n
// and h2_j/m with
//
//	h1_i = g(φ(i)) − T
//	h2_j = mean_i Σ_l ∂g/∂φ_l(φ(i)) · (Φ_l(i,j) − φ_l(i))
//
// With s = sign φ, A = Σ|φ| and A_ε = ε + A, the derivatives are
//
//	∂H_k/∂φ_l = s_l·(δ_kl − H_k)/A_ε            of the absolute score H_k = |φ_k|/A_ε
//	∂H_k/∂φ_l = (δ_kl − s_l·H_k)/A_ε            of the signed score H_k = φ_k/A_ε
//	∂R_k/∂φ_l = d_k·(δ_kl − s_l·φ_k/A)/A        of the direction R_k = d_k·φ_k/A, d_k = sign(x_k − x′_k)
//
// The sign d_k is constant except at x_k = x′_k. If the reference x′_k, the mean of the background,
// shifts, d_k changes its sign for the samples nearby. With the standard error δ of x′_k, the slope
// of T is
//
//	∂T/∂x′_k ≈ −2/(n·δ) · Σ φ_k(i)/A(i)
//
// over the samples with 0 < x_k(i) − x′_k < δ (a shift upwards), or over those with
// −δ < x_k(i) − x′_k < 0 (a shift downwards). At a step of the model near x′_k, the two slopes have
// opposite signs. The one of larger magnitude, times z_k(j) − x′_k, is added to h2_j.
//
// The influence of a difference of scores is the difference of their influences. The standard error
// of T is
//
//	SE² = S₁₁/n² + S₂₂/m² + 2·S₁₂/(n·m)
//
// with S₁₁ = n/(n−1)·Σ h1², S₂₂ = m/(m−1)·Σ h2², and S₁₂ = √(n/(n−1)·m/(m−1))·Σ h1·h2 over the rows
// that are both sample and background. The number of degrees of freedom is Satterthwaite's, between
// min(n, m) − 1 and the number of rows − 1. The errors of sampled values are independent between
// samples, so h1 includes them.
type influence struct {
	kind    attribution.ScoreKind
	epsilon float64
	m, k    int
	n       float64      // number of samples so far
	scores  []float64    // n·Σ_l ∂H_k/∂φ_l·Φ_l of background row j, [m·k]
	rises   []float64    // the same sums for R; nil without directions
	z, from []float64    // the background as numbers [m·k], and x′
	width   []float64    // δ
	slopes  [2][]float64 // n·∂T/∂x′ below and above x′
	roles   []int        // number of each sample among the background rows, or −1
}

// newInfluence returns an influence with zero sums. chosen and behind are the row numbers of the
// samples and of the background.
func newInfluence(c Config, k int, chosen, behind []int, z, from []float64) *influence {
	f := &influence{
		kind: c.Attribution.Score, epsilon: c.Attribution.Epsilon, m: len(behind), k: k, z: z, from: from,
		scores: make([]float64, len(behind)*k), rises: make([]float64, len(behind)*k), slopes: [2][]float64{make([]float64, k), make([]float64, k)}, width: make([]float64, k),
	}
	for j := range k {
		var column spread
		for i := j; i < len(z); i += k {
			if z[i] == z[i] {
				column.add(z[i])
			}
		}
		f.width[j] = column.error()
	}
	for _, row := range chosen {
		at, found := slices.BinarySearch(behind, row)
		if !found {
			at = -1
		}
		f.roles = append(f.roles, at)
	}
	return f
}

// add adds a sample x with its values φ [k] and their contributions Φ [m·k].
func (f *influence) add(x, phi, parts []float64) {
	f.n++
	size := floats.Norm(phi, 1)
	if size == 0 {
		return
	}
	total := size + f.epsilon
	signs, shares, turns := make([]float64, f.k), make([]float64, f.k), make([]float64, f.k)
	for l, v := range phi {
		signs[l], shares[l], turns[l] = sign(v), v/total, sign(x[l]-f.from[l])/size
	}
	for j := range f.m {
		along := floats.Dot(signs, parts[j*f.k:(j+1)*f.k])
		for l, v := range parts[j*f.k : (j+1)*f.k] {
			if at := j*f.k + l; f.kind == attribution.Absolute {
				f.scores[at] += signs[l] * (v - shares[l]*along) / total
			} else {
				f.scores[at] += (v - shares[l]*along) / total
			}
			f.rises[j*f.k+l] += turns[l] * (v - phi[l]/size*along)
		}
	}
	for l, v := range phi {
		if away := x[l] - f.from[l]; away != 0 && math.Abs(away) < f.width[l] {
			side := map[bool]int{true: 1, false: 0}[away > 0]
			f.slopes[side][l] -= 2 * v / size / f.width[l]
		}
	}
}

// sign returns −1, 0 or 1; 0 for NaN.
func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// slope returns the slope of larger magnitude of a column.
func (f *influence) slope(column int) float64 {
	below, above := f.slopes[0][column], f.slopes[1][column]
	if math.Abs(below) > math.Abs(above) {
		return below
	}
	return above
}

// note stores the value of sample i in own at its background row, if the sample is part of the
// background.
func (f *influence) note(own []float64, i int, value float64) []float64 {
	if own == nil {
		own = slices.Repeat([]float64{math.NaN()}, f.m)
	}
	if at := f.roles[i]; at >= 0 {
		own[at] = value
	}
	return own
}

// of returns h2 of a statement. Its mean over the background is 0.
func (f *influence) of(c *claim) []float64 {
	h := make([]float64, f.m)
	for j := range h {
		at := j * f.k
		switch {
		case c.sign != 0:
			h[j] = c.sign * f.rises[at+c.column]
			if away := f.z[at+c.column] - f.from[c.column]; away == away {
				h[j] += c.sign * f.slope(c.column) * away
			}
		case c.v >= 0:
			h[j] = f.scores[at+c.u] - f.scores[at+c.v]
		default:
			h[j] = f.scores[at+c.u]
		}
	}
	floats.Scale(1/f.n, h)
	floats.AddConst(-floats.Sum(h)/float64(f.m), h)
	return h
}

// uncertainty returns the standard error of a statement's mean and its degrees of freedom.
func (f *influence) uncertainty(c *claim) (se, freedom float64) {
	n, m, h2 := c.values.n, float64(f.m), f.of(c)
	one := c.values.error() * c.values.error()
	if f.m < 2 {
		return math.Sqrt(one), n - 1
	}
	two, both, shared := floats.Dot(h2, h2)/m/(m-1), 0.0, 0.0
	for j, v := range c.own {
		if v == v {
			both, shared = both+(v-c.values.mean)*h2[j], shared+1
		}
	}
	square := max(0, one+two+2*both*math.Sqrt(n/(n-1)*m/(m-1))/n/m)
	least, most := min(n, m)-1, n+m-shared-1
	if freedom = square * square / (one*one/(n-1) + two*two/(m-1)); freedom != freedom {
		freedom = least
	}
	return math.Sqrt(square), min(max(freedom, least), most)
}
