package course

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// exercises are all questions that can be checked, by the notebook's subject and number.
var exercises = map[string]exercise{
	"path 1": {right: []float64{3, 3, 0, 6}, slips: []slip{
		{[]float64{3, 3, 3, 3}, "the second path gives the interaction to one input alone"},
		{[]float64{3, 3, 6, 0}, "along the second path the first input moves while the other is still 0"},
	}},
	"path 2": {right: 0.4498, tolerance: 5e-3, slips: []slip{{4.498, "M is missing"}, {0.8996, "a factor of two: half a triangle is missed"}}},
	"path 3": {right: []float64{16.66, 11.18, 0.56, 0.19}, tolerance: 2e-2},
	"path 4": {right: 2.0, tolerance: 0.06},
	"graph 1": {right: func(n int) float64 { return float64(n-1) / float64(n) }, points: [][]any{{3}, {4}, {10}}, slips: []slip{
		{func(n int) float64 { return 1 / float64(n) }, "that is the share of rows in which the first loses"},
	}},
	"graph 2": {right: []float64{0.01, 0.01, 0.02, 0.01, 0.01, 0.05}, holds: intransitive},
	"graph 3": {right: []float64{0.468, 0.223, 0.036}, tolerance: 2e-2, slips: []slip{
		{[]float64{0.576, 0.25, 0.012}, "these are the shares of consecutive batches"},
	}},
	"step 1": {right: fromProducts, points: inConflict, slips: []slip{
		{func(g1, g2, v []float64) (float64, float64) { return fromProducts(g2, g1, v) }, "the two gradients have changed places"},
	}},
	"step 2": {right: []float64{140.285, 108.966, 93.923}, slips: []slip{
		{[]float64{2.4484, 1.9018, 1.6393}, "these are radians"},
		{[]float64{180, 108.966, 93.923}, "for the smallest λ it is the first loss that rises, not the second"},
	}},
	"rules 1": {right: func(g1, g2 []float64) float64 { return square(g1) / (square(g1) + square(g2)) },
		points: [][]any{{[]float64{1, 0}, []float64{-1, 2}}, {[]float64{2, 1}, []float64{-3, 1}}}, slips: []slip{
			{func(g1, g2 []float64) float64 { return square(g2) / (square(g1) + square(g2)) }, "that is 1 − λ: under conflict λ is the part of the second"},
			{func(g1, g2 []float64) float64 {
				return math.Sqrt(square(g1)) / (math.Sqrt(square(g1)) + math.Sqrt(square(g2)))
			}, "that is the bisector's, with lengths and not their squares"},
		}},
	"rules 2": {right: []float64{0.429, 0.693, 0.776}, tolerance: 2e-2},
	"rules 3": {right: []bool{false, false, false, true, true, false, true}},
	"student 1": {right: func(w, b, x, x0 float64) float64 { return w * (x - x0) }, points: [][]any{{2.0, 5.0, 1.0, -3.0}, {-1.5, 1.0, 0.5, 0.0}, {0.7, -2.0, -4.0, 1.0}}, slips: []slip{
		{func(w, b, x, x0 float64) float64 { return w*x + b }, "that is the output, and not a difference to the baseline's"},
		{func(w, b, x, x0 float64) float64 { return w*(x-x0) + b }, "the intercept is in both outputs"},
		{func(w, b, x, x0 float64) float64 { return w * x }, "that is the contribution at the baseline 0"},
	}},
	"student 2": {right: 40.0, tolerance: 1e-2, slips: []slip{
		{41.4, "these are the edges drawn"}, {2.3, "these come again at the baseline 0"}, {34.6, "that is the absolute score's"},
	}},
	"series 1": {right: func(x1, x2 float64) []float64 { return []float64{0.8 * x1, x2} }, points: [][]any{{0.5, 0.5}, {-0.2, 0.3}, {1.0, -0.1}}, slips: []slip{
		{func(x1, x2 float64) []float64 { return []float64{x1, 0.8 * x2} }, "the earlier input has gone through the recurrence, not the later"},
	}},
	"series 2": {right: []float64{0.75, 0.5, 5.0 / 6}, slips: []slip{{[]float64{0.75, 0.5, 0.5}, "the third input, at saliency 0, is found in the end"}}},
	"route 2":  {right: func(phase float64) (float64, float64) { return math.Cos(phase / 2), phase / 2 / math.Sin(phase/2) }, points: [][]any{{2.4}, {1.0}, {3.0}}},
	"claims 1": {right: func(g1, g2 []float64, a1, a2 float64) (float64, float64) {
		v := slices.Clone(g1)
		for i := range v {
			v[i] = a1*g1[i] + a2*g2[i]
		}
		return fromProducts(g1, g2, v)
	}, points: [][]any{{[]float64{1, 0}, []float64{-1, 2}, 2.0, 1.0}, {[]float64{2, 1}, []float64{-3, 1}, 1.0, 0.7}}, slips: []slip{
		{func(g1, g2 []float64, a1, a2 float64) (float64, float64) { return a1 / (a1 + a2), a1 + a2 }, "that holds where c ≥ 0"},
	}},
	"prior 1": {right: func(w1, w2 float64) float64 { return (w1 - w2) * (w1 - w2) / 2 }, points: [][]any{{2.0, 1.0}, {1.0, 0.2}, {5.0, 4.5}}, slips: []slip{
		{func(w1, w2 float64) float64 { return 2 * (w1 - w2) * (w1 - w2) }, "that is what it costs to exchange the weights, and a nearer place keeps the order too"},
	}},
	"compression 1": {right: []bool{true, false, true, false}},
	"data 1": {right: func(w1, w2, rho float64) float64 { return 2 * (1 - rho) * (w1 - w2) * (w1 - w2) }, points: [][]any{{2.0, 1.0, 0.5}, {-1.0, 0.3, 0.87}, {0.4, 0.9, 0.0}}, slips: []slip{
		{func(w1, w2, rho float64) float64 { return 2 * (w1 - w2) * (w1 - w2) }, "that is so where the inputs are not correlated"},
	}},
	"by-hand 1": {right: 2.0 / 3, slips: []slip{
		{1.5, "that is w1/w2, and the other ratio is asked"}, {0.8, "a difference of shares, not of weights, is to be 0.2"},
	}},
	"by-hand 2": {right: weighted, points: [][]any{
		{[]float64{1, 0}, []float64{0, 1}, 0.25}, {[]float64{1, 2}, []float64{-3, 0.5}, 0.9}, {[]float64{-1, 1}, []float64{2, -2}, 0.5},
	}, slips: []slip{{func(g1, g2 []float64, lambda float64) []float64 { return weighted(g2, g1, lambda) }, "λ is the part of the first gradient"}}},
	"by-hand 3": {right: []float64{1.097, 1.565}, tolerance: 5e-3, slips: []slip{
		{[]float64{1.625, 0.858}, "this is the end with the edge as it was"},
	}},
}

// inConflict are pairs of gradients in conflict, with a vector inside of their cone.
var inConflict = [][]any{
	{[]float64{1, 0}, []float64{-1, 2}, []float64{1, 2}}, {[]float64{2, 1}, []float64{-3, 1}, []float64{0, 3}}, {[]float64{1, 1, 0}, []float64{-1, 0, 2}, []float64{0.2, 1, 1}},
}

// fromProducts are λ and η of v = η·P(λ), for gradients in conflict, from the products of v with both.
func fromProducts(g1, g2, v []float64) (lambda, eta float64) {
	n1, n2, c := square(g1), square(g2), floats.Dot(g1, g2)
	first, second := n2*floats.Dot(v, g1), n1*floats.Dot(v, g2)
	return second / (first + second), (first + second) / (n1*n2 - c*c)
}

func square(g []float64) float64 { return floats.Dot(g, g) }

// intransitive asks of μ_uv, μ_vw, μ_uw and σ_uv, σ_vw, σ_uw that at α = 0.7 there are edges u→v and v→w, and none u→w.
func intransitive(v []float64) string {
	const z = 0.5244005127080407 // Φ⁻¹(0.7)
	edge := func(i int) bool { return v[i] > z*v[i+3] }
	switch {
	case v[3] < 0 || v[4] < 0 || v[5] < 0:
		return "a deviation is negative"
	case math.Abs(v[0]+v[1]-v[2]) > 1e-9:
		return "the means are those of the same rows, so that one of them follows from the other two"
	case !edge(0) || !edge(1):
		return "one of the edges u→v and v→w is missing"
	case edge(2):
		return "there is an edge u→w, so that nothing is broken"
	}
	return ""
}

func weighted(g1, g2 []float64, lambda float64) []float64 {
	v := slices.Clone(g1)
	for i := range v {
		v[i] = lambda*g1[i] + (1-lambda)*g2[i]
	}
	return v
}
