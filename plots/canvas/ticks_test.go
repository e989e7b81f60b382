package canvas

import (
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
)

func TestLinearTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 1, "0 0.2 0.4 0.6 0.8 1"},
		{-0.09, 0.18, "−0.05 0 0.05 0.1 0.15"},
		{-2e6, 2e6, "−2e6 −1e6 0 1e6 2e6"},
		{0, 3e-7, "0 5e−8 1e−7 1.5e−7 2e−7 2.5e−7 3e−7"},
		{5, 5, "5"},
	} {
		var labels []string
		for _, tick := range (LinearTicks{Most: 7}).Ticks(c.lo, c.hi) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("ticks on [%g, %g]: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{1, 1000, "1 10 100 1000"},
		{2, 128, "2 5 10 20 50 100"},
		{2.1, 4.9, "3 4"},
		{0.97, 1.03, "0.98 1 1.02"},
		{4, 12, "5 10"},
		{6, 12, "6 8 10 12"},
		{3e-9, 3.1e-9, "3e−9 3.02e−9 3.04e−9 3.06e−9 3.08e−9 3.10e−9"},
		{1e-16, 1, "1e−15 1e−12 1e−9 1e−6 0.001 1"},
	} {
		var labels []string
		for _, tick := range (logTicks{}).Ticks(c.lo, c.hi) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("ticks on [%g, %g]: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

// TestWidestAxes checks that a logarithmic axis over the full float64 range works and has few
// labels.
func TestWidestAxes(t *testing.T) {
	for _, c := range [][2]float64{{math.SmallestNonzeroFloat64, math.MaxFloat64}, {1e-9, 1e300}, {math.MaxFloat64, math.MaxFloat64}, {1, 1}} {
		p := plot.New()
		SetLog(&p.Y)
		p.Y.Min, p.Y.Max = c[0], c[1]
		Widen(&p.Y, 0.04, 0.06)
		if !(p.Y.Min > 0) || !(p.Y.Max > p.Y.Min) || math.IsInf(p.Y.Max, 0) {
			t.Fatalf("%g is widened to [%g, %g]", c, p.Y.Min, p.Y.Max)
		}
		labels := 0
		for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if tick.Label != "" {
				labels++
			}
		}
		if labels < 1 || labels > 10 {
			t.Errorf("%d labels on %g", labels, c)
		}
	}
	for _, c := range [][2]float64{{-math.MaxFloat64, math.MaxFloat64}, {0, math.MaxFloat64}, {math.MaxFloat64, math.MaxFloat64}} {
		p := plot.New()
		p.Y.Min, p.Y.Max = c[0], c[1]
		if Widen(&p.Y, 0.04, 0.06); math.IsInf(p.Y.Max-p.Y.Min, 0) || math.IsNaN(p.Y.Norm(0)) {
			t.Errorf("%g is widened to [%g, %g]", c, p.Y.Min, p.Y.Max)
		}
	}
	for _, c := range [][2]float64{{0, 1}, {-1, 1}, {1, math.Inf(1)}, {math.NaN(), 1}, {1, math.NaN()}} {
		if ticks := (logTicks{}).Ticks(c[0], c[1]); len(ticks) > 0 {
			t.Errorf("%d ticks on %g", len(ticks), c)
		}
	}
}

// TestFontHasGlyphs checks that the font has glyphs for all tick labels and all texts that figures
// add.
func TestFontHasGlyphs(t *testing.T) {
	face := plot.DefaultTextHandler.Cache().Lookup(sans(TickSize, font.WeightNormal), TickSize).Face
	for _, r := range "−₁₂αδελμσ·Σ∂θ½≤≥→′[]|²³…×" {
		if i, err := face.GlyphIndex(nil, r); err != nil || i == 0 {
			t.Errorf("the font has no glyph for %q", r)
		}
	}
}
