package plots

import (
	"math"
	"sort"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// lineDashes are those of the i-th of several lines: every other long one is dashed, so
// that two which lie on each other both show.
func lineDashes(i, points int) []vg.Length {
	if points > eachMarked && i%2 == 1 {
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
