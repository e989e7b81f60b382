package canvas

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Size and drop of a subscript digit, relative to the size of the text.
const (
	subscriptSize = 0.72
	subscriptDrop = 0.17
)

// raster is an image canvas that draws the digits ₀ to ₉ as smaller digits below the baseline. The
// glyphs of the font are too small for an image.
type raster struct{ *vgimg.Canvas }

// FillString implements vg.Canvas.
func (r raster) FillString(f font.Face, at vg.Point, text string) {
	small := f
	small.Font.Size *= subscriptSize
	for _, part := range subscripts(text) {
		if part.digits == "" {
			r.Canvas.FillString(f, at, part.text)
			at.X += f.Width(part.text)
			continue
		}
		r.Canvas.FillString(small, vg.Point{X: at.X, Y: at.Y - subscriptDrop*f.Font.Size}, part.digits)
		at.X += max(f.Width(part.text), small.Width(part.digits))
	}
}

// script is a part of a text: a run of subscripts with their ordinary digits, or other text.
type script struct{ text, digits string }

// subscripts divides a text into runs of subscript digits and the text between them.
func subscripts(text string) (parts []script) {
	isDigit := func(r rune) bool { return '₀' <= r && r <= '₉' }
	for text != "" {
		end := strings.IndexFunc(text, isDigit)
		if end < 0 {
			end = len(text)
		}
		if end > 0 {
			parts = append(parts, script{text: text[:end]})
		}
		rest := strings.TrimLeftFunc(text[end:], isDigit)
		if run := strings.TrimSuffix(text[end:], rest); run != "" {
			digits := strings.Map(func(r rune) rune { return r - '₀' + '0' }, run)
			parts = append(parts, script{run, digits})
		}
		text = rest
	}
	return parts
}
