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
// series have the same role, the later ones are lighter. Other series get the next colours of the
// palette that no role in the figure uses. If there are none left, the palette repeats.
func Colors(names ...string) []color.NRGBA {
	colors, count := make([]color.NRGBA, len(names)), map[color.NRGBA]int{}
	for i, name := range names {
		if c, ok := role(name); ok {
			colors[i] = lighter(c, count[c])
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

// lighter mixes a colour with the background. The share of the background is times/(times+2): 0,
// 1/3, 1/2, and so on.
func lighter(c color.NRGBA, times int) color.NRGBA {
	share := float64(times) / float64(times+2)
	if times == 0 {
		return c
	}
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share + 0.5) }
	return color.NRGBA{R: mix(c.R, Paper.R), G: mix(c.G, Paper.G), B: mix(c.B, Paper.B), A: c.A}
}
