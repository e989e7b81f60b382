package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws a wave on two paths: a mixture flattens it, and a shift does not.
func ExampleRidges() {
	wave := func(phase float64) (w []float64) {
		for t := range 32 {
			w = append(w, math.Sin(2*math.Pi*float64(t)/16-phase))
		}
		return w
	}
	mixed, shifted := plots.Ridge{Name: "mixed", Noted: "distance"}, plots.Ridge{Name: "shifted"}
	from, to := wave(0), wave(2.5)
	for i := range 7 {
		at := float64(i) / 6
		mixture := wave(0)
		for t := range mixture {
			mixture[t] = (1-at)*from[t] + at*to[t]
		}
		for _, r := range []*plots.Ridge{&mixed, &shifted} {
			r.At = append(r.At, at)
		}
		mixed.Series, shifted.Series = append(mixed.Series, mixture), append(shifted.Series, wave(2.5*at))
		mixed.Off, mixed.Notes = append(mixed.Off, i > 1 && i < 5), append(mixed.Notes, fmt.Sprintf("%.1f", 1-math.Abs(2*at-1)))
	}
	figure, err := plots.Ridges([]plots.Ridge{mixed, shifted})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/ridges.png"))
	// Output: <nil>
}

func TestRidges(t *testing.T) {
	wellFormed(t)(plots.Ridges([]plots.Ridge{{At: two, Series: [][]float64{two, two}}}))
	refused(t, "no stacks")(plots.Ridges(nil))
	refused(t, `stack 0 ("r") has 1 positions, want at least 2`)(plots.Ridges([]plots.Ridge{{Name: "r", At: one}}))
	refused(t, `2 values of series 1 of stack 0 (""), want 1`)(plots.Ridges([]plots.Ridge{{At: two, Series: [][]float64{one, two}}}))
	refused(t, "1 values of Off")(plots.Ridges([]plots.Ridge{{At: two, Series: [][]float64{one, one}, Off: []bool{true}}}))
}
