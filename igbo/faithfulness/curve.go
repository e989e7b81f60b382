package faithfulness

// Curve is F at an input of which a growing share is replaced.
type Curve struct {
	// Share of the inputs that are replaced, 0, 1/n, …, 1; Output is F there.
	Share  []float64 `json:"share"`
	Output []float64 `json:"output"`
}

// Area is that under the curve by the trapezoid rule,
//
//	∫₀¹ F dq ≈ (1/n)·(½F_0 + F_1 + … + F_{n−1} + ½F_n)
func (c Curve) Area() float64 {
	area := 0.0
	for i := 1; i < min(len(c.Share), len(c.Output)); i++ {
		area += (c.Share[i] - c.Share[i-1]) * (c.Output[i] + c.Output[i-1]) / 2
	}
	return area
}

// Deletion is F while the inputs are replaced by those of a reference, in the order of
// falling attribution (Petsiuk, Das and Saenko, "RISE", BMVC 2018; Samek et al.,
// "Evaluating the Visualization of What a Deep Neural Network Has Learned", 2017): with
// π the order and S_q the first q of it,
//
//	F_q = F(x with x_i := r_i for i ∈ S_q),   q = 0 … n
//
// It begins at F(x) and ends at F(r). The order goes by sign: attributions say what
// raises F. For faithful ones of an output above F(r) the curve falls early and its
// area is small; of an output below F(r) negate F and the attributions, as the
// measure is of what speaks for an output. A model may be asked off its data here, as
// mixtures of x and r need not look like any.
//
// Errors: slices of different lengths, no function or one that fails, NaN or Inf.
func Deletion(f Function, x, reference, attributions []float64) (Curve, error) {
	return replaced(f, x, reference, attributions)
}

// Insertion is F while the inputs of a reference are replaced by those of x, in the order of
// falling attribution,
//
//	F_q = F(r with r_i := x_i for i ∈ S_q),   q = 0 … n
//
// as in [Deletion], from F(r) to F(x): faithful attributions raise it early, and
// its area is large.
//
// Errors: those of Deletion.
func Insertion(f Function, x, reference, attributions []float64) (Curve, error) {
	return replaced(f, reference, x, attributions)
}

// replaced replaces the numbers of one point by those of another, by falling attribution.
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
