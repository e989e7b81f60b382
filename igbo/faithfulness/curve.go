package faithfulness

// A Curve describes F while an increasing fraction of the inputs is replaced.
type Curve struct {
	// Share holds the fractions of replaced inputs, 0, 1/n, …, 1. Output holds F at these fractions.
	Share  []float64 `json:"share"`
	Output []float64 `json:"output"`
}

// Area returns the area under the curve by the trapezoid rule:
//
//	∫₀¹ F dq ≈ (1/n)·(½F_0 + F_1 + … + F_{n−1} + ½F_n)
func (c Curve) Area() float64 {
	area := 0.0
	for i := 1; i < min(len(c.Share), len(c.Output)); i++ {
		area += (c.Share[i] - c.Share[i-1]) * (c.Output[i] + c.Output[i-1]) / 2
	}
	return area
}

// Deletion computes the deletion curve of x (Petsiuk, Das and Saenko, "RISE", BMVC 2018; Samek et al.,
// "Evaluating the Visualization of What a Deep Neural Network Has Learned", 2017). It replaces the inputs of x
// by those of the reference r, in the order of decreasing attribution. S_q contains the first q inputs in this
// order:
//
//	F_q = F(x with x_i := r_i for i ∈ S_q),   q = 0 … n
//
// The curve starts at F(x) and ends at F(r). The order depends on the sign, because positive attributions mark
// inputs that raise F. If the output is above F(r) and the attributions are faithful, the curve falls early and
// its area is small. If the output is below F(r), negate F and the attributions first. Mixtures of x and r may
// be unlike any data.
//
// It returns an error if the lengths differ, if f is nil or fails, or if a number is not finite.
func Deletion(f Function, x, reference, attributions []float64) (Curve, error) {
	return replaced(f, x, reference, attributions)
}

// Insertion computes the insertion curve of x. It replaces the inputs of the reference r by those of x, in the
// order of decreasing attribution:
//
//	F_q = F(r with r_i := x_i for i ∈ S_q),   q = 0 … n
//
// where S_q is as in [Deletion]. The curve starts at F(r) and ends at F(x). If the attributions are faithful,
// it rises early and its area is large.
//
// It returns the same errors as Deletion.
func Insertion(f Function, x, reference, attributions []float64) (Curve, error) {
	return replaced(f, reference, x, attributions)
}

// replaced replaces the numbers of one point by those of another in the order of decreasing attribution.
func replaced(f Function, from, by, attributions []float64) (Curve, error) {
	if err := check(f, from, by, attributions); err != nil {
		return Curve{}, err
	}
	n := len(from)
	point, c := append([]float64(nil), from...), Curve{}
	points := append([]float64(nil), from...)
	for _, i := range descending(attributions) {
		point[i] = by[i]
		points = append(points, point...)
	}
	var err error
	if c.Output, err = f.at(points, n); err != nil {
		return Curve{}, err
	}
	for q := range n + 1 {
		c.Share = append(c.Share, float64(q)/float64(n))
	}
	return c, nil
}
