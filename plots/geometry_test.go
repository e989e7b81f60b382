package plots_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws conflicting gradients. Their sum is outside the cone of common descent; the
// other directions are inside.
func ExampleGeometry() {
	figure, err := plots.Geometry([]float64{3, 0}, []float64{-1, 1}, []plots.Direction{
		{Name: "P(½)", V: []float64{0.75, 1.25}},
		{Name: "weighted sum", V: []float64{1.0, 0.5}},
		{Name: "MGDA", V: []float64{0.18, 0.70}},
		{Name: "−0.2·g₂", V: []float64{0.2, -0.2}},
	}, plots.Title("g₁ and g₂ in conflict, λ = ½"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/geometry.png"))
	// Output: <nil>
}

func TestGeometry(t *testing.T) {
	wellFormed(t)(plots.Geometry([]float64{1, 0, 0}, []float64{-1, 1, 0}, []plots.Direction{{Name: "zero", V: []float64{0, 0, 0}}}))
	refused(t, "g1 has 1 components, want at least two")(plots.Geometry(one, one, nil))
	refused(t, "1 values of g2, want 2")(plots.Geometry(two, one, nil))
	refused(t, "value 1 of g2 is +Inf")(plots.Geometry(two, []float64{0, inf}, nil))
	refused(t, `direction 0 ("P")`)(plots.Geometry(two, two, []plots.Direction{{Name: "P", V: one}}))
}

// BenchmarkGeometrySVG measures how long it takes to draw the figure again, as a live slider does.
func BenchmarkGeometrySVG(b *testing.B) {
	for b.Loop() {
		figure, err := plots.Geometry([]float64{3, 0}, []float64{-1, 1}, []plots.Direction{
			{Name: "P", V: []float64{0.75, 1.0}}, {Name: "MGDA", V: []float64{0.18, 0.70}},
			{Name: "PCGrad", V: []float64{1.5, 2}}, {Name: "IMTL-G", V: []float64{0.4, 1}},
		})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := figure.SVG(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGeometryPNG(b *testing.B) {
	figure, err := plots.Geometry([]float64{3, 0}, []float64{-1, 1}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := figure.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}
