package diagram

import (
	"testing"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// TestNameSize checks that a name in a shrunk drawing has the normal label size if its box has
// enough space for it, and is shrunk otherwise.
func TestNameSize(t *testing.T) {
	const scale = 0.6
	wide := canvas.TextWidth("precipitation", canvas.LabelSize, font.WeightNormal)
	for _, c := range []struct {
		name string
		box  vg.Point
		want vg.Length
	}{
		{"x1", vg.Point{X: 40, Y: 16}, canvas.LabelSize},
		{"precipitation", vg.Point{X: scale * (wide + 17), Y: 16}, canvas.LabelSize * scale},
		{"x1", vg.Point{X: 40, Y: 4}, canvas.LabelSize * scale},
	} {
		if got := nameSize(c.name, c.box, scale); got < c.want-0.01 || got > canvas.LabelSize || c.want < canvas.LabelSize && got > 0.8*canvas.LabelSize {
			t.Errorf("%s in %v has size %.2f, want about %.2f", c.name, c.box, got, c.want)
		}
	}
}
