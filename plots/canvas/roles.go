package canvas

import (
	"image/color"
	"strings"
)

// roles maps lower-case names to the colours that they have in all figures.
var roles = map[string]color.NRGBA{
	"teacher": Blue, "truth": Ink,
	// A model without an order, one that satisfies it, and one that satisfies the opposite order.
	"baseline": Orange, "unconstrained": Orange, "no order": Orange, "without the order": Orange,
	"igbo": Green, "obeying": Green, "with the order": Green,
	"upside-down order": Vermillion,
	// Rules that combine two gradients.
	"p": Blue, "paper": Blue, "weighted-sum": Orange, "continuous": Green, "mgda": Purple, "feasibility-first": Vermillion,
	// Paths from a baseline to an input.
	"straight": Vermillion, "oracle": Blue, "knn geodesic": Purple, "along the data": Green, "along the curve": Green,
}

// Colors returns the colours of the named series. The text of a name before its first comma, colon
// or parenthesis can be a role, such as teacher, which has the same colour in all figures. If several
// series have the same role, the later ones are darker or lighter. Other series get the next colours
// of the palette that no role in the figure uses. If there are none left, the palette repeats.
func Colors(names ...string) []color.NRGBA {
	colors, count := make([]color.NRGBA, len(names)), map[color.NRGBA]int{}
	for i, name := range names {
		if c, ok := role(name); ok {
			colors[i] = shade(c, count[c])
			count[c]++
		}
	}
	var free []color.NRGBA
	for k := range paletteSize {
		if count[SeriesColor(k)] == 0 {
			free = append(free, SeriesColor(k))
		}
	}
	if len(free) == 0 {
		free = []color.NRGBA{Muted}
	}
	next := 0
	for i, name := range names {
		if _, ok := role(name); !ok {
			colors[i] = free[next%len(free)]
			next++
		}
	}
	return colors
}

// role returns the colour of the role that the name contains, and whether there is one.
func role(name string) (color.NRGBA, bool) {
	head := strings.ToLower(name)
	if end := strings.IndexAny(head, ",:("); end >= 0 {
		head = head[:end]
	}
	c, ok := roles[strings.TrimSpace(head)]
	return c, ok
}

// shade returns a shade of a colour: the colour itself for 0, then by turns a darker and a lighter
// one. They are mixed with the colour of the text and with the background.
func shade(c color.NRGBA, times int) color.NRGBA {
	if times == 0 {
		return c
	}
	n := float64((times + 1) / 2)
	other, share := Ink, n/(n+1)
	if times%2 == 0 {
		other, share = Paper, n/(n+2)
	}
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share + 0.5) }
	return color.NRGBA{R: mix(c.R, other.R), G: mix(c.G, other.G), B: mix(c.B, other.B), A: c.A}
}
