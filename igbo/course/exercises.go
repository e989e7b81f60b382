//go:build !igbograded

package course

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// withoutAnswers reports whether this program is being graded and contains no right answers.
const withoutAnswers = false

// exercises holds all questions that can be checked, by the notebook's subject and number.
var exercises = map[string]exercise{
	"go 1": {right: []float64{3, 3.5, 3.5, 3, 1}, slips: []slip{
		{[]float64{3.5, 3.5, 3.5, 3.5, 1}, "two whole numbers divide to a whole number: Go cuts off the fraction"},
		{[]float64{3, 3.5, 3.5, 3.5, 1}, "in the fourth one the division comes first, and float64 converts its result"},
		{[]float64{3, 3.5, 3, 3, 1}, "in the third one float64 converts the 7 before the division"},
	}},
	"go 2": {right: func(x, baseline []float64) []float64 { return floats.SubTo(make([]float64, len(x)), x, baseline) }, slips: []slip{
		{func(x, baseline []float64) []float64 { return floats.AddTo(make([]float64, len(x)), x, baseline) }, "that is the sum, and the difference is asked for"},
		{func(x, baseline []float64) []float64 { return make([]float64, len(x)) }, "make gives zeros: assign each difference to its place"},
	}},
	"go 3": {right: func(m int) []float64 { return placed(m, 0.5) }, slips: []slip{
		{func(m int) []float64 { return placed(m, 0) }, "these are the left ends: add half a part to each"},
		{func(m int) []float64 { return placed(m, 1) }, "these are the right ends: the middle is half a part before each"},
		{func(m int) []float64 { return make([]float64, m) }, "i/m of two whole numbers is 0 here: convert one of them with float64"},
		{func(m int) []float64 {
			return floats.AddScaledTo(make([]float64, m), make([]float64, m), float64(m), placed(m, 0.5))
		}, "divide by m: the last middle is below 1"},
	}},
	"go 4": {right: func(f func(float64) float64, m int) float64 { return area(f, m, 0.5) }, slips: []slip{
		{func(f func(float64) float64, m int) float64 { return float64(m) * area(f, m, 0.5) }, "that is the sum of the values: each part has the width 1/m"},
		{func(f func(float64) float64, m int) float64 { return area(f, m, 0) }, "that takes f at the left ends, and the middles are asked for"},
		{func(f func(float64) float64, m int) float64 { return area(f, m, 1) }, "that takes f at the right ends, and the middles are asked for"},
		{func(f func(float64) float64, m int) float64 { return f(0.5) }, "that is f in the middle of the whole, and not of each part"},
	}},
	"path 1": {right: []float64{3, 3, 0, 6}, slips: []slip{
		{[]float64{3, 3, 3, 3}, "the second path gives the interaction to one input alone"},
		{[]float64{3, 3, 6, 0}, "along the second path the first input moves while the other is still 0"},
	}},
	"path 2": {right: 0.4498, tolerance: 5e-3, slips: []slip{{4.498, "M is missing"}, {0.8996, "a factor of two: half a triangle is missed"}}},
	"path 3": {right: []float64{16.66, 11.18, 0.56, 0.19}, tolerance: 2e-2, count: 3},
	"path 4": {right: 2.0, tolerance: 0.06},
	"graph 1": {right: func(n int) float64 { return float64(n-1) / float64(n) }, slips: []slip{
		{func(n int) float64 { return 1 / float64(n) }, "that is the share of rows in which the first loses"},
	}},
	"graph 2": {right: []float64{0.01, 0.01, 0.02, 0.01, 0.01, 0.05}, holds: intransitive},
	"graph 3": {right: func(alpha, sigma float64) float64 { return distuv.UnitNormal.Quantile(alpha) * sigma }, slips: []slip{
		{func(alpha, sigma float64) float64 { return alpha * sigma }, "α is a probability: its quantile is needed"},
		{func(alpha, sigma float64) float64 { return distuv.UnitNormal.CDF(alpha) * sigma }, "that is Φ(α), and Φ⁻¹(α) is needed"},
		{func(alpha, sigma float64) float64 { return distuv.UnitNormal.Quantile(alpha) }, "σ is missing"},
	}},
	"graph 4": {right: interval, slips: []slip{
		{func(mu, sigma float64) (float64, float64) { return mu - sigma, mu + sigma }, "the lower end is at least 0.005"},
		{func(mu, sigma float64) (float64, float64) { return max(mu-2*sigma, 0.005), mu + 2*sigma }, "it is one standard deviation on each side"},
		{func(mu, sigma float64) (float64, float64) { return max(mu-sigma/2, 0.005), mu + sigma/2 }, "it is a whole standard deviation on each side"},
	}},
	"noise 1": {right: []float64{0.468, 0.223, 0.036}, tolerance: 2e-2, slips: []slip{
		{[]float64{0.576, 0.25, 0.012}, "these are the shares of consecutive batches"},
	}},
	"noise 2": {right: func(n, m, features int) float64 { return float64(n*m) / float64(features*(features-1)) }, slips: []slip{
		{func(n, m, features int) float64 { return 2 * float64(n*m) / float64(features*(features-1)) }, "an edge of a pair has two possible directions, and only one recurs"},
		{func(n, m, features int) float64 { return float64(n*m) / float64(features*features) }, "a feature has no edge to itself"},
		{func(n, m, features int) float64 { return float64(m) / float64(features*(features-1)) }, "that is the probability that one given edge recurs: multiply by the number of edges"},
	}},
	"noise 3": {right: func(alpha, rate float64) float64 { return math.Ceil(enough(alpha, rate/2)) }, slips: []slip{
		{func(alpha, rate float64) float64 { return math.Ceil(enough(alpha, rate)) }, "a pair can get a false edge in two directions, each with half of the rate"},
		{func(alpha, rate float64) float64 { return enough(alpha, rate/2) }, "a number of batches is whole: round up"},
		{func(alpha, rate float64) float64 { return math.Floor(enough(alpha, rate/2)) }, "so few batches leave the rate too high: round up"},
		{func(alpha, rate float64) float64 { return math.Ceil(math.Sqrt(enough(alpha, rate/2))) }, "that is √n"},
		{func(alpha, rate float64) float64 { return 32 * math.Ceil(enough(alpha, rate/2)) }, "these are rows: the number of batches is required"},
	}},
	"noise 4": {right: holm, slips: []slip{
		{bonferroni, "that is Bonferroni's correction: after each rejection Holm divides by one test less"},
		{benjaminiHochberg, "that is Benjamini and Hochberg's correction"},
		{count, "that is without a correction"},
	}},
	"step 1": {right: fromProducts, slips: []slip{
		{func(g1, g2, v []float64) (float64, float64) { return fromProducts(g2, g1, v) }, "the two gradients have changed places"},
	}},
	"step 2": {right: []float64{140.285, 108.966, 93.923}, angle: true, slips: []slip{
		{[]float64{180, 108.966, 93.923}, "for the smallest λ it is the first loss that rises, not the second"},
	}},
	"rules 1": {right: func(g1, g2 []float64) float64 { return square(g1) / (square(g1) + square(g2)) }, slips: []slip{
		{func(g1, g2 []float64) float64 { return square(g2) / (square(g1) + square(g2)) }, "that is 1 − λ: under conflict λ is the part of the second"},
		{func(g1, g2 []float64) float64 {
			return math.Sqrt(square(g1)) / (math.Sqrt(square(g1)) + math.Sqrt(square(g2)))
		}, "that is the bisector's, with lengths and not their squares"},
	}},
	"rules 2": {right: []float64{0.429, 0.693, 0.776}, tolerance: 2e-2},
	"rules 3": {right: []bool{false, false, false, true, true, false, true}, slips: []slip{
		{[]bool{false, false, true, true, true, false, true}, "the shortest mixture is nearer to the shorter gradient, so MGDA depends on the length"},
		{[]bool{false, false, false, true, true, false, false}, "Normalized scales both gradients to length one"},
	}},
	"student 1": {right: func(w, b, x, x0 float64) float64 { return w * (x - x0) }, slips: []slip{
		{func(w, b, x, x0 float64) float64 { return w*x + b }, "that is the output, and not a difference to the baseline's"},
		{func(w, b, x, x0 float64) float64 { return w*(x-x0) + b }, "the intercept is in both outputs"},
		{func(w, b, x, x0 float64) float64 { return w * x }, "that is the contribution at the baseline 0"},
	}},
	"student 2": {right: 40.0, tolerance: 1e-2, slips: []slip{
		{41.4, "these are the edges drawn"}, {2.3, "these appear again at the baseline 0"}, {34.6, "that is the absolute score's"},
	}},
	"series 1": {right: func(x1, x2 float64) []float64 { return []float64{0.8 * x1, x2} }, slips: []slip{
		{func(x1, x2 float64) []float64 { return []float64{x1, 0.8 * x2} }, "the earlier input has gone through the recurrence, not the later"},
	}},
	"series 2": {right: []float64{0.75, 0.5, 5.0 / 6}, slips: []slip{{[]float64{0.75, 0.5, 0.5}, "the third input, at saliency 0, is found in the end"}}},
	"route 2":  {right: func(phase float64) (float64, float64) { return math.Cos(phase / 2), phase / 2 / math.Sin(phase/2) }},
	"claims 1": {right: func(g1, g2 []float64, a1, a2 float64) (float64, float64) {
		v := slices.Clone(g1)
		for i := range v {
			v[i] = a1*g1[i] + a2*g2[i]
		}
		return fromProducts(g1, g2, v)
	}, slips: []slip{
		{func(g1, g2 []float64, a1, a2 float64) (float64, float64) { return a1 / (a1 + a2), a1 + a2 }, "that holds where c ≥ 0"},
	}},
	"prior 1": {right: func(w1, w2 float64) float64 { return (w1 - w2) * (w1 - w2) / 2 }, slips: []slip{
		{func(w1, w2 float64) float64 { return 2 * (w1 - w2) * (w1 - w2) }, "weights nearer to the true ones also satisfy the wrong order"},
	}},
	"compression 1": {right: []bool{true, false, true, false}, slips: []slip{
		{[]bool{true, false, true, true}, "with 5z and −5z the contributions of the first two units are the largest"},
		{[]bool{true, true, true, false}, "magnitude depends on the weights, and those of the first two units are large"},
	}},
	"data 1": {right: func(w1, w2, rho float64) float64 { return 2 * (1 - rho) * (w1 - w2) * (w1 - w2) }, slips: []slip{
		{func(w1, w2, rho float64) float64 { return 2 * (w1 - w2) * (w1 - w2) }, "that is so where the inputs are not correlated"},
	}},
	"by-hand 1": {right: 2.0 / 3, slips: []slip{
		{1.5, "that is w1/w2, and the other ratio is asked"}, {0.8, "a difference of shares, not of weights, is to be 0.2"},
	}},
	"by-hand 2": {right: weighted, slips: []slip{{func(g1, g2 []float64, lambda float64) []float64 { return weighted(g2, g1, lambda) }, "λ is the part of the first gradient"}}},
	"by-hand 3": {right: []float64{1.097, 1.565}, tolerance: 5e-3, slips: []slip{
		{[]float64{1.625, 0.858}, "this is the end with the edge as it was"},
	}},
	"data 5": {right: func(j int, ratio float64) float64 { return math.Sqrt(1 + float64(j)*ratio) }, slips: []slip{
		{func(j int, ratio float64) float64 { return 1 + float64(j)*ratio }, "that is the ratio of the variances: an interval goes with the square root"},
		{func(j int, ratio float64) float64 { return math.Sqrt(1/float64(j) + ratio) }, "that is the whole square root, and not its ratio to that of 1/J"},
	}},
	"data 6": {right: shares, slips: []slip{
		{func(tig []float64) []float64 { return scaled(shares(tig), floats.Norm(tig, 1)) }, "the sizes are right: divide by their sum"},
		{func(tig []float64) []float64 { return scaled(tig, 1/floats.Norm(tig, 1)) }, "these are signed: the score is of absolute values"},
		{func(tig []float64) []float64 { return scaled(tig, 1/floats.Sum(tig)) }, "parts of the signed sum can be negative, or above 1"},
	}},
	"data 7": {right: func(c float64) float64 { return math.Log(1 + c/100) }, slips: []slip{
		{func(c float64) float64 { return c / 100 }, "that is near for small changes only: take the logarithm of the ratio"},
		{func(c float64) float64 { return math.Log10(1 + c/100) }, "that is the logarithm to base 10: use math.Log"},
	}},
	"step 4": {right: without, slips: []slip{
		{func(g1, g2 []float64) []float64 { return without(g2, g1) }, "that is g₂ without its part along g₁"},
		{func(g1, g2 []float64) []float64 { return floats.SubTo(make([]float64, len(g1)), g1, without(g1, g2)) }, "that is the part along g₂, and the other one is asked for"},
		{func(g1, g2 []float64) []float64 {
			return floats.AddScaledTo(make([]float64, len(g1)), g1, -floats.Dot(g1, g2), g2)
		}, "divide by the square of the length of g₂"},
	}},
	"step 5": {right: func(lambda float64) float64 { return math.Abs(2*lambda-1) * math.Sqrt2 }, slips: []slip{
		{func(lambda float64) float64 { return math.Abs(2*lambda - 1) }, "the gradients are √2 apart"},
		{func(lambda float64) float64 { return (2*lambda - 1) * math.Sqrt2 }, "a length is not negative"},
	}},
	"arrival 1": {right: func(g1, g2 []float64) float64 { return shortest(g1, g2, 0, 1) }, slips: []slip{
		{func(g1, g2 []float64) float64 { return shortest(g1, g2, math.Inf(-1), math.Inf(1)) }, "the shortest vector is outside of the segment: limit the part of each gradient to [0, 1]"},
		{func(g1, g2 []float64) float64 { return shortest(g1, g2, 0.5, 0.5) }, "that is the length of the middle: the shortest mixture is elsewhere"},
		{func(g1, g2 []float64) float64 { return math.Pow(shortest(g1, g2, 0, 1), 2) }, "that is the squared length"},
		{func(g1, g2 []float64) float64 { return min(math.Sqrt(square(g1)), math.Sqrt(square(g2))) }, "that is the shorter gradient: a mixture can be shorter than both"},
	}},
	"arrival 2": {right: func(lambda float64) float64 { return math.Abs(2*lambda-1) / math.Sqrt2 }, slips: []slip{
		{func(lambda float64) float64 { return math.Abs(2*lambda-1) * math.Sqrt2 }, "that is the whole jump: half of the draws are on each side"},
		{func(lambda float64) float64 { return math.Abs(2*lambda-1) / 2 }, "the gradients are √2 apart"},
		{func(lambda float64) float64 { return (2*lambda - 1) / math.Sqrt2 }, "a length is not negative"},
	}},
	"arrival 3": {right: func(factor, share float64) float64 { return math.Log(share) / math.Log(factor) }, slips: []slip{
		{func(factor, share float64) float64 { return math.Log(share) / (factor - 1) }, "that is an approximation for factors near 1: take the logarithm of the factor"},
		{func(factor, share float64) float64 { return math.Log(share) }, "divide by the logarithm of the factor"},
		{func(factor, share float64) float64 { return (1 - share) / (1 - factor) }, "that is so if each step subtracts the same: here each step multiplies"},
	}},
	"arrival 4": {right: backtrack, slips: []slip{
		{func(after func(float64) float64, slope float64) float64 { return 1 }, "the first step is tried only: halve it until the loss has fallen enough"},
		{func(after func(float64) float64, slope float64) float64 {
			step := 1.0
			for ; after(step) > after(0)-1e-4*step*slope; step /= 10 {
			}
			return step
		}, "halve the step, and do not divide it by ten"},
	}},
	"by-hand 5": {right: func(d, low, high float64) float64 { return max(low-d, 0) + max(d-high, 0) }, slips: []slip{
		{func(d, low, high float64) float64 { return max(low-d, 0) }, "the upper end is missing"},
		{func(d, low, high float64) float64 { return max(d-low, 0) + max(high-d, 0) }, "the two differences have the wrong sign: inside of the interval the loss is 0"},
		{func(d, low, high float64) float64 { return max(low-d, d-high) }, "that is negative inside of the interval"},
	}},
	"student 6": {right: func(way, rate float64) float64 { return way / rate }, slips: []slip{
		{func(way, rate float64) float64 { return way * rate }, "that is the distance after so many steps: divide the distance by the rate"},
	}},
	"student 7": {right: 100 * (291.8/1004.4 - 1), slips: []slip{
		{100 * (1004.4/291.8 - 1), "that is the rise from IGBO to the baseline"},
		{100 * 291.8 / 1004.4, "that is what is left, and the change is asked for"},
	}},
	"series 6": {right: func(x float64, i, t int) float64 { return x * math.Pow(0.9, float64(t-i)) }, slips: []slip{
		{func(x float64, i, t int) float64 { return x }, "it fades before step t"},
		{func(x float64, i, t int) float64 { return x * math.Pow(0.9, float64(t)) }, "it fades from step i on, not from the start"},
	}},
	"series 7": {right: recurrent, slips: []slip{
		{func(x []float64) float64 { return floats.Sum(x) }, "earlier inputs have faded"},
		{func(x []float64) float64 { r := slices.Clone(x); slices.Reverse(r); return recurrent(r) }, "the first input has faded most, not the last"},
	}},
	"route 6": {right: func(i, k int) float64 { return 1 / float64(k-i+2) }, slips: []slip{
		{func(i, k int) float64 { return 1 / float64(k-i+1) }, "after the last anchor there is one piece more, up to x"},
		{func(i, k int) float64 { return float64(i) / float64(k+1) }, "that is a share of the whole way, and not of what is left"},
	}},
	"route 7": {right: pathLoss, slips: []slip{
		{func(path []float64) float64 { return pathLoss(path) / float64(len(path)-1) }, "the factor K + 1 is missing: there are as many steps"},
		{func(path []float64) float64 { return pathLoss(path) * math.Pow(path[len(path)-1]-path[0], 2) }, "divide by the square of the way from first to last"},
		{func(path []float64) float64 { return pathLoss(path) * float64(len(path)) / float64(len(path)-1) }, "the path has one step less than points"},
	}},
	"route 8": {right: func(a, b float64) float64 { return (a - b) * (a - b) / 4 }, slips: []slip{
		{func(a, b float64) float64 { return (a - b) * (a - b) / 2 }, "a factor of two: the curve is at ((a+b)/2)² − 1"},
		{func(a, b float64) float64 { return (a*a + b*b) / 2 }, "subtract the curve at the same place"},
	}},
	"claims 5": {right: func(alpha float64, n int) float64 {
		return 2 * distuv.UnitNormal.CDF(-distuv.UnitNormal.Quantile(alpha)*math.Sqrt(float64(n)))
	}, slips: []slip{
		{func(alpha float64, n int) float64 {
			return distuv.UnitNormal.CDF(-distuv.UnitNormal.Quantile(alpha) * math.Sqrt(float64(n)))
		}, "an edge can be wrong in two directions"},
		{func(alpha float64, n int) float64 { return 2 * (1 - alpha) }, "that would be so for a single batch"},
	}},
	"claims 6": {right: 226.0, slips: []slip{
		{227.0, "the first term is ½, that of k = 1"},
		{83.0, "you started with 1: start with ½"},
	}},
	"claims 7": {right: func(q float64) float64 { return q / (1 - q) }, slips: []slip{
		{func(q float64) float64 { return 1 / (1 - q) }, "the sum begins with q, and not with 1"},
	}},
	"prior 4": {right: func(sigma, b float64) float64 { return sigma * sigma / b }, slips: []slip{
		{func(sigma, b float64) float64 { return sigma / b }, "the variance is the square of σ"},
	}},
	"prior 5": {right: func(n int) float64 { return float64(n*(n-1)) / 2 }, slips: []slip{
		{func(n int) float64 { return float64(n * (n - 1)) }, "each pair is counted twice"},
		{func(n int) float64 { return float64(n - 1) }, "these are the neighbours: a ranking orders all pairs"},
	}},
	"prior 6": {right: between, slips: []slip{
		{func(sizes []int) float64 {
			n := 0
			for _, s := range sizes {
				n += s
			}
			return float64(n*(n-1)) / 2
		}, "pairs within a tier are not ordered"},
		{func(sizes []int) float64 {
			n := 0.0
			for i := range sizes[1:] {
				n += float64(sizes[i] * sizes[i+1])
			}
			return n
		}, "a tier is above all later ones, and not above the next alone"},
	}},
	"compression 4": {right: importance, slips: []slip{
		{func(h [][]float64, j int) float64 { return importance(h, j) * float64(len(h)) }, "that is a sum over the rows: divide by their number"},
		{ratioOfMeans, "that is the ratio of two means: the share is taken in each row, and then the mean"},
		{func(h [][]float64, j int) float64 {
			s := 0.0
			for _, row := range h {
				s += row[j] / floats.Norm(row, 1)
			}
			return s / float64(len(h))
		}, "that is signed"},
	}},
	"compression 5": {right: func(inputs, units int) float64 { return float64(units*(inputs+2) + 1) }, slips: []slip{
		{func(inputs, units int) float64 { return float64(units * (inputs + 1)) }, "the intercepts are missing"},
		{func(inputs, units int) float64 { return float64(units * (inputs + 2)) }, "the output has an intercept, too"},
	}},
	"compression 6": {right: func(v []float64) float64 { return floats.Norm(v, 1) }, slips: []slip{
		{func(v []float64) float64 { return math.Abs(floats.Sum(v)) }, "signs of tanh can differ, so nothing needs to cancel"},
		{func(v []float64) float64 { return floats.Norm(v, 2) }, "that is the length: the worst case adds up sizes"},
	}},
	"rules 5": {right: func(g1, g2 []float64) []float64 {
		return floats.AddTo(make([]float64, len(g1)), without(g1, g2), without(g2, g1))
	}, slips: []slip{
		{func(g1, g2 []float64) []float64 { return floats.AddTo(make([]float64, len(g1)), g1, g2) }, "that is the plain sum, without a projection"},
	}},
}

// fromProducts returns λ and η of v = η·P(λ), for gradients in conflict, from the products of v with both.
func fromProducts(g1, g2, v []float64) (lambda, eta float64) {
	n1, n2, c := square(g1), square(g2), floats.Dot(g1, g2)
	first, second := n2*floats.Dot(v, g1), n1*floats.Dot(v, g2)
	return second / (first + second), (first + second) / (n1*n2 - c*c)
}

func square(g []float64) float64 { return floats.Dot(g, g) }

// intransitive checks that for μ_uv, μ_vw, μ_uw and σ_uv, σ_vw, σ_uw at α = 0.7 there are edges u→v and v→w, but no u→w.
func intransitive(v []float64) string {
	const z = 0.5244005127080407 // Φ⁻¹(0.7)
	edge := func(i int) bool { return v[i] > z*v[i+3] }
	switch {
	case v[3] < 0 || v[4] < 0 || v[5] < 0:
		return "a deviation is negative"
	case math.Abs(v[0]+v[1]-v[2]) > 1e-9:
		return "the means belong to the same rows, so one of them follows from the other two"
	case !edge(0) || !edge(1):
		return "one of the edges u→v and v→w is missing"
	case edge(2):
		return "there is an edge u→w, so the order is transitive"
	}
	return ""
}

// interval returns the ends of an edge's interval as [dag.DefaultOptions] sets them.
func interval(mu, sigma float64) (low, high float64) { return max(mu-sigma, 0.005), mu + sigma }

// enough returns the number of batches at which a pair with equal means gets an edge in one
// direction with the given probability.
func enough(alpha, rate float64) float64 {
	return math.Pow(distuv.UnitNormal.Quantile(1-rate)/distuv.UnitNormal.Quantile(alpha), 2)
}

// count returns the number of values that are at most the limit.
func count(p []float64, limit float64) (n float64) {
	for _, v := range p {
		if v <= limit {
			n++
		}
	}
	return n
}

func bonferroni(p []float64, level float64) float64 { return count(p, level/float64(len(p))) }

// holm returns the number of p-values that Holm's correction rejects.
func holm(p []float64, level float64) float64 {
	for i, v := range slices.Sorted(slices.Values(p)) {
		if v > level/float64(len(p)-i) {
			return float64(i)
		}
	}
	return float64(len(p))
}

// benjaminiHochberg returns the number of p-values that the correction rejects.
func benjaminiHochberg(p []float64, level float64) (rejected float64) {
	for i, v := range slices.Sorted(slices.Values(p)) {
		if v <= level*float64(i+1)/float64(len(p)) {
			rejected = float64(i + 1)
		}
	}
	return rejected
}

// shortest returns the length of the shortest convex combination of two gradients, with the weight
// of the second between least and most.
func shortest(g1, g2 []float64, least, most float64) float64 {
	c := floats.Dot(g1, g2)
	part := min(max((square(g1)-c)/(square(g1)+square(g2)-2*c), least), most)
	return floats.Norm(weighted(g1, g2, 1-part), 2)
}

// backtrack returns the first of the steps 1, ½, ¼, … after which the loss has fallen by at least 1e-4·step·slope.
func backtrack(after func(step float64) float64, slope float64) float64 {
	step := 1.0
	for after(step) > after(0)-1e-4*step*slope {
		step /= 2
	}
	return step
}

func weighted(g1, g2 []float64, lambda float64) []float64 {
	v := slices.Clone(g1)
	for i := range v {
		v[i] = lambda*g1[i] + (1-lambda)*g2[i]
	}
	return v
}

// placed returns one point in each of m equal parts of [0, 1], at the given fraction of the part.
func placed(m int, share float64) []float64 {
	points := make([]float64, m)
	for i := range points {
		points[i] = (float64(i) + share) / float64(m)
	}
	return points
}

// area returns the mean of f at the points of placed.
func area(f func(float64) float64, m int, share float64) (mean float64) {
	for _, x := range placed(m, share) {
		mean += f(x) / float64(m)
	}
	return mean
}

// shares returns the absolute values, normalised to sum to 1.
func shares(tig []float64) []float64 {
	h := make([]float64, len(tig))
	for k, v := range tig {
		h[k] = math.Abs(v) / floats.Norm(tig, 1)
	}
	return h
}

// without returns the component of g1 orthogonal to g2.
func without(g1, g2 []float64) []float64 {
	return floats.AddScaledTo(make([]float64, len(g1)), g1, -floats.Dot(g1, g2)/square(g2), g2)
}

// recurrent returns the last output of y_t = 0.9·y_{t−1} + x_t.
func recurrent(x []float64) (y float64) {
	for _, v := range x {
		y = 0.9*y + v
	}
	return y
}

// pathLoss returns L_path of a path of numbers.
func pathLoss(path []float64) (sum float64) {
	steps := len(path) - 1
	for i := range steps {
		sum += math.Pow(path[i+1]-path[i], 2)
	}
	return float64(steps) * sum / math.Pow(path[steps]-path[0], 2)
}

// between returns the number of pairs that tiers of the given sizes order.
func between(sizes []int) float64 {
	pairs, before := 0, 0
	for _, s := range sizes {
		pairs, before = pairs+before*s, before+s
	}
	return float64(pairs)
}

// importance returns the mean over rows of the share of unit j.
func importance(h [][]float64, j int) (mean float64) {
	for _, row := range h {
		mean += shares(row)[j] / float64(len(h))
	}
	return mean
}

// ratioOfMeans returns the share of unit j in the contributions of all rows together.
func ratioOfMeans(h [][]float64, j int) float64 {
	part, whole := 0.0, 0.0
	for _, row := range h {
		part, whole = part+math.Abs(row[j]), whole+floats.Norm(row, 1)
	}
	return part / whole
}
