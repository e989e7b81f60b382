package reference

import "math"

// Outputs are the numbers by which contenders are compared, flat, by name.
type Outputs map[string][]float64

// Disagreement returns the largest difference between two sets of outputs, each relative to the largest entry of ours:
//
//	max_name max_i |ours_i − theirs_i| / max_i |ours_i|
//
// It is infinite if an output is missing, has another length or is not finite.
func Disagreement(ours, theirs Outputs) float64 {
	worst := 0.0
	for name, a := range ours {
		b, found := theirs[name]
		if !found || len(a) != len(b) {
			return math.Inf(1)
		}
		worst = max(worst, relative(a, b))
	}
	if len(ours) == 0 {
		return math.Inf(1)
	}
	return worst
}

func relative(a, b []float64) float64 {
	size, miss := 0.0, 0.0
	for i := range a {
		d := math.Abs(a[i] - b[i])
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return math.Inf(1)
		}
		size, miss = max(size, math.Abs(a[i])), max(miss, d)
	}
	switch {
	case miss == 0:
		return 0
	case size == 0:
		return math.Inf(1)
	}
	return miss / size
}
