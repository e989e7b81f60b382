package canvas

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Alt says in words what the chart shows: what its settings say, else its title, its legend and its axes.
func (c *Chart) Alt() string {
	if c.settings.Alt != "" {
		return c.settings.Alt
	}
	c.mu.Lock() // drawing moves ranges for its time
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

// words says what a panel's axes show.
func (p panel) words() string {
	x, y := axisWords(&p.X, p.xLabel, "from left to right"), axisWords(&p.Y, p.yLabel, "upwards")
	text := strings.TrimPrefix(x+", "+y, ", ")
	text = strings.TrimSuffix(text, ", ")
	if p.title != "" && text != "" {
		return p.title + ": " + text
	}
	return p.title + text
}

// most is how many names of an axis are told.
const most = 12

// axisWords says what an axis shows: its names, or its label and range; nothing where it is hidden.
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
