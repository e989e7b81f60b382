package plots_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/canvas"
)

// This example draws two sweeps over λ with their hypervolumes, and two models to compare them
// with.
func ExampleParetoFront() {
	paper, weighted := plots.ParetoSet{Name: "P(λ)"}, plots.ParetoSet{Name: "weighted sum"}
	for i := range 12 {
		t := float64(i+1) / 13
		paper.L, paper.H = append(paper.L, 0.2+0.75*t*t), append(paper.H, 0.05+0.75*(1-t)*(1-t))
		weighted.L, weighted.H = append(weighted.L, 0.25+0.7*t+0.05*math.Sin(9*t)), append(weighted.H, 0.12+0.7*(1-t)*(1-t)+0.04*math.Sin(20*t))
	}
	weighted.Labels = make([]string, 12)
	weighted.Labels[0], weighted.Labels[11] = "λ = 0.9", "λ = 0.1"
	figure, err := plots.ParetoFront([]plots.ParetoSet{paper, weighted}, []plots.ParetoMark{
		{Name: "least squares", L: 0.19, H: 0.86},
		{Name: "unconstrained", L: 0.24, H: 0.80},
	}, &[2]float64{1, 0.9})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/pareto.png"))
	// Output: <nil>
}

func TestParetoFront(t *testing.T) {
	wellFormed(t)(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: two, H: two}}, nil, nil))
	refused(t, "0 values of H of set 0")(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: one}}, nil, nil))
	refused(t, "2 values of Labels of set 0")(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: one, H: one, Labels: []string{"", ""}}}, nil, nil))
	refused(t, "value 0 of the reference point is NaN")(plots.ParetoFront([]plots.ParetoSet{{L: one, H: one}}, nil, &[2]float64{nan, 1}))
}

// TestParetoSetsAreToldApart checks that each set has its own marker shape, filled or hollow, that
// labels are drawn, and that the legend names the earlier set with which a set coincides.
func TestParetoSetsAreToldApart(t *testing.T) {
	draw := func(sets ...plots.ParetoSet) string {
		figure, err := plots.ParetoFront(sets, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	l, h := []float64{1, 2, 3}, []float64{3, 1, 2}
	first := plots.ParetoSet{Name: "sum", L: l, H: h, Labels: []string{"λ = 0.9", "", ""}}
	near := plots.ParetoSet{Name: "twin", L: []float64{1, 2.001, 3}, H: h}
	away := plots.ParetoSet{Name: "away", L: []float64{1, 2, 2.5}, H: h}
	text := draw(first, near, away)
	for _, want := range []string{"twin (on sum)", "λ = 0.9", ">away<"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the figure", want)
		}
	}
	shapes := map[canvas.Polygon]bool{}
	for i := range 7 {
		filled, hollow := canvas.SeriesPolygon(i, false), canvas.SeriesPolygon(i, true)
		shapes[filled] = true
		if filled.Hollow || !hollow.Hollow || filled.Corners != hollow.Corners {
			t.Errorf("markers %v and %v of series %d", filled, hollow, i)
		}
	}
	if len(shapes) != 7 {
		t.Errorf("%d markers of 7 series", len(shapes))
	}
}
