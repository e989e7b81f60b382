package plots

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Curve samples y = f(x) at 321 equidistant points of [from, to], for Lines, which draws it as the function that it is:
// without markers.
func Curve(name string, f func(x float64) float64, from, to float64) Line {
	return sampled(name, f, from, to, 321)
}

// sampled is a function at n equidistant points.
func sampled(name string, f func(x float64) float64, from, to float64, n int) Line {
	l := Line{Name: name, Smooth: true}
	for i := range n {
		x := from + (to-from)*float64(i)/float64(n-1)
		l.Add(x, f(x))
	}
	return l
}

// Piecewise samples y = f(x) as Curve does, for a function that jumps at the places given,
// increasing and inside (from, to): the line is broken there, and comes as near to each
// from either side as a billionth of the whole.
func Piecewise(name string, f func(x float64) float64, from, to float64, jumps ...float64) Line {
	l, near := Line{Name: name, Smooth: true}, 1e-9*(to-from)
	for _, end := range append(slices.Clone(jumps), math.Inf(1)) {
		last := min(end-near, to)
		piece := Curve(name, f, from, last)
		if l.X != nil {
			l.Break()
		}
		l.X, l.Y = append(l.X, piece.X...), append(l.Y, piece.Y...)
		from = end + near
	}
	return l
}

// WithBand returns the curve with the band Y ± half.
func (l Line) WithBand(half float64) Line {
	l.Low, l.High = make([]float64, len(l.Y)), make([]float64, len(l.Y))
	for i, y := range l.Y {
		l.Low[i], l.High[i] = y-half, y+half
	}
	return l
}

// SampleIntegrand samples the gradient of a feature at 101 equidistant positions of the
// path, [0, 1], and at the quadrature points, for Integrand.
func SampleIntegrand(feature string, gradient func(position float64) float64, nodes []float64) IntegrandCurve {
	along := sampled(feature, gradient, 0, 1, 101)
	c := IntegrandCurve{Feature: feature, S: along.X, Gradient: along.Y, Nodes: nodes}
	for _, at := range nodes {
		c.NodeGradients = append(c.NodeGradients, gradient(at))
	}
	return c
}

// ColumnMeans returns the mean of every column of rows [N,D] with an interval of two
// standard errors each way, ± 2·deviation/√N; one row has no interval.
func ColumnMeans(name string, rows mat.Matrix) BarSeries {
	n, d := rows.Dims()
	s := BarSeries{Name: name}
	for k := range d {
		mean, deviation := stat.MeanStdDev(mat.Col(nil, k, rows), nil)
		if n < 2 {
			s.Add(mean)
			continue
		}
		half := 2 * deviation / math.Sqrt(float64(n))
		s.AddInterval(mean, mean-half, mean+half)
	}
	return s
}

// lineDashes are those of the i-th of several lines, so that two which lie on each other both show: every other long one
// is dashed, and each of four functions, which have no markers, has dashes of its own.
func lineDashes(i int, l Line) []vg.Length {
	switch {
	case l.Smooth:
		patterns := [...][]vg.Length{nil, twinDashes(true), {vg.Points(9), vg.Points(3), vg.Points(2), vg.Points(3)}, {vg.Points(2), vg.Points(2)}}
		return patterns[i%len(patterns)]
	case len(l.X) > eachMarked && i%2 == 1:
		return twinDashes(true)
	}
	return canvas.SeriesDashes(i)
}

// twinDashes are those of a curve that shares its colour with the one before.
func twinDashes(twin bool) []vg.Length {
	if !twin {
		return nil
	}
	return []vg.Length{vg.Points(5), vg.Points(3)}
}

// eachMarked is the number of points up to which every one has a marker.
const eachMarked = 40

// landmarks are the points of the i-th of several curves that get markers: one in each
// fifth of the axis, in other places for the next curves.
func landmarks(xs, ys []float64, i int, log bool) (mx, my []float64) {
	position := func(x float64) float64 { return x }
	if log {
		position = math.Log
	}
	start, length := position(xs[0]), position(xs[len(xs)-1])-position(xs[0])
	const marks, places = 5, 4
	for k := range marks {
		at := start + length*(float64(k)+(float64(i%places)+0.5)/places)/marks
		n := sort.Search(len(xs)-1, func(n int) bool { return position(xs[n]) >= at })
		mx, my = append(mx, xs[n]), append(my, ys[n])
	}
	return mx, my
}

// thin keeps at most about n points of a curve: first, lowest, highest and last
// of each of n/4 stretches of the axis, so that no peak is lost.
func thin(xs, ys []float64, n int, log bool) (tx, ty []float64) {
	if len(xs) <= n {
		return xs, ys
	}
	position := func(x float64) float64 { return x }
	if log {
		position = math.Log
	}
	start, length := position(xs[0]), position(xs[len(xs)-1])-position(xs[0])
	stretch := func(x float64) int {
		if length == 0 {
			return 0
		}
		return int((position(x) - start) / length * float64(n/4))
	}
	for from := 0; from < len(xs); {
		low, high, to := from, from, from
		for ; to < len(xs) && stretch(xs[to]) == stretch(xs[from]); to++ {
			if ys[to] < ys[low] {
				low = to
			}
			if ys[to] > ys[high] {
				high = to
			}
		}
		last := -1
		for _, i := range []int{from, min(low, high), max(low, high), to - 1} {
			if i > last {
				tx, ty = append(tx, xs[i]), append(ty, ys[i])
				last = i
			}
		}
		from = to
	}
	return tx, ty
}
