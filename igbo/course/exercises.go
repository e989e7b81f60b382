package course

import (
	"math"
	"slices"
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
