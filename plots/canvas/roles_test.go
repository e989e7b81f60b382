package canvas_test

import (
	"image/color"
	"testing"

	"github.com/igbolab/igbolab/plots/canvas"
)

// TestColors checks that a role has the same colour in every figure, that series of the same role
// differ, and that other series avoid the colours of roles while the palette has others.
func TestColors(t *testing.T) {
	alone := map[string]color.NRGBA{}
	for _, name := range []string{"teacher", "baseline", "IGBO", "mgda", "feasibility-first"} {
		alone[name] = canvas.Colors(name)[0]
		for other, c := range alone {
			if other != name && c == alone[name] {
				t.Errorf("%s and %s have one colour", name, other)
			}
		}
	}
	for name, as := range map[string]string{"IGBO (error 0.93)": "IGBO", "baseline, adam 0.01": "baseline", "unconstrained": "baseline", "igbo, paper": "IGBO", "without the order": "baseline", "with the order: half the gradient": "IGBO"} {
		if canvas.Colors("x", "y", "z", name)[3] != alone[as] {
			t.Errorf("%s has not the colour of %s", name, as)
		}
	}
	if c := canvas.Colors("IGBO", "IGBO, upside down"); c[0] == c[1] {
		t.Error("two series of one role have one colour")
	}
	paths := canvas.Colors("straight", "oracle, K = 8", "kNN geodesic", "along the data", "the data")
	for i, c := range paths {
		for _, d := range paths[:i] {
			if c == d {
				t.Errorf("two of five paths have the colour %v", c)
			}
		}
	}
	seen := map[color.NRGBA]bool{}
	for _, c := range canvas.Colors("teacher", "baseline", "a", "b", "c", "d", "IGBO") {
		if seen[c] {
			t.Errorf("the colour %v twice among seven", c)
		}
		seen[c] = true
	}
}
