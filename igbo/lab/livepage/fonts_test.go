package livepage

import (
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestWidths checks that without outlines a font has a fifth of its size, and that all widths and kernings are unchanged.
func TestWidths(t *testing.T) {
	whole := liberationsansregular.TTF
	light := must.Of(widths(whole)).In(t)
	if 3*len(light) > 2*len(whole) {
		t.Errorf("%d of %d bytes are left", len(light), len(whole))
	}
	a := must.Of(sfnt.Parse(whole)).In(t)
	b := must.Of(sfnt.Parse(light)).In(t)
	var buffer sfnt.Buffer
	size := fixed.I(12)
	same := func(what string, f func(*sfnt.Font) (any, error)) {
		x, errX := f(a)
		y, errY := f(b)
		if errX != errY || x != y {
			t.Errorf("%s is %v (%v), expected %v (%v)", what, y, errY, x, errX)
		}
	}
	for g := range sfnt.GlyphIndex(a.NumGlyphs()) {
		same("a glyph's width", func(f *sfnt.Font) (any, error) { return f.GlyphAdvance(&buffer, g, size, font.HintingNone) })
	}
	for _, r := range "ABCfiλμ²→" {
		same("the glyph of "+string(r), func(f *sfnt.Font) (any, error) { return f.GlyphIndex(&buffer, r) })
	}
	same("the height", func(f *sfnt.Font) (any, error) { return f.Metrics(&buffer, size, font.HintingNone) })
	for _, cut := range []int{0, 11, 12, 100, 5000, len(whole) / 2} {
		if _, err := widths(whole[:cut]); err == nil {
			t.Errorf("a font cut at %d is taken", cut)
		}
	}
}
