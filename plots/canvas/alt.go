package canvas

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Alt returns a text description of the chart: the text in its settings, or else its title, legend
// and axes.
func (c *Chart) Alt() string {
	if c.settings.Alt != "" {
		return c.settings.Alt
	}
	c.mu.Lock() // drawing changes the ranges temporarily
	defer c.mu.Unlock()
	var parts []string
	if c.settings.Title != "" {
		parts = append(parts, c.settings.Title)
	}
	var names []string
	for _, entry := range c.legend {
		if entry.name != "" {
			names = append(names, entry.name)
		}
	}
	if len(names) > 0 {
		parts = append(parts, strings.Join(names, "; "))
	}
	for _, p := range c.panels {
		if text := p.words(); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ". ")
}

// words describes the axes of a panel.
func (p panel) words() string {
	x, y := axisWords(&p.X, p.xLabel, "from left to right"), axisWords(&p.Y, p.yLabel, "upwards")
	text := strings.TrimPrefix(x+", "+y, ", ")
	text = strings.TrimSuffix(text, ", ")
	if p.title != "" && text != "" {
		return p.title + ": " + text
	}
	return p.title + text
}

// most is the largest number of names of an axis that a description lists.
const most = 12

// axisWords describes an axis by its names, or by its label and range. It returns "" if the axis is
// hidden.
func axisWords(a *plot.Axis, label, direction string) string {
	label = cmp.Or(label, direction)
	if ticks, named := a.Tick.Marker.(plot.ConstantTicks); named {
		var names []string
		for _, t := range ticks {
			if t.Label != "" {
				names = append(names, t.Label)
			}
		}
		if len(names) == 0 {
			return ""
		}
		if len(names) > most {
			names = append(names[:most:most], fmt.Sprintf("and %d more", len(names)-most))
		}
		return label + ": " + strings.Join(names, ", ")
	}
	short := func(v float64) string { return strings.Replace(strconv.FormatFloat(v, 'g', 2, 64), "-", "−", 1) }
	return fmt.Sprintf("%s from %s to %s", label, short(a.Min), short(a.Max))
}
