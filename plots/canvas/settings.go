package canvas

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Settings is what a figure looks like beside its data.
type Settings struct {
	Name           string // a file name without extension
	Title          string // above the figure
	Alt            string // what the figure shows, in words
	XLabel, YLabel string
	ColorLabel     string      // of the scale of colours
	Width, Height  int         // CSS pixels
	XRange, YRange *[2]float64 // of the axes, nil where the data set them
	LogX, LogY     bool
	AutoHeight     bool // the height follows from the data
	Equal          bool // one unit is as long upwards as to the right
	RulesX, RulesY []Rule
}

// Rule is a named value to hold what is drawn against: a line across the panel of a
// Chart, from the lower to the upper edge (RulesX) or from left to right (RulesY).
type Rule struct {
	Name string
	At   float64
}

// Chart makes a figure of one panel, and takes its axes' labels and ranges and its
// rules from the settings.
func (s Settings) Chart(p *plot.Plot, legend ...LegendEntry) *Chart {
	legend = append(legend, s.addRules(p)...)
	s.Label(p)
	return s.Row(legend, []float64{1}, p)
}

// addRules draws the rules on a panel, whose ranges it widens to take them, and returns
// their legend. The one at zero is an axis, solid and dark, the others are dashed.
func (s Settings) addRules(p *plot.Plot) (legend []LegendEntry) {
	add := func(rules []Rule, a *plot.Axis, line func(float64, draw.LineStyle) FreePainter) {
		for _, r := range rules {
			style := Dashed(SeriesColor(6+6*len(legend)), vg.Points(1.2))
			if c, ok := role(r.Name); ok {
				style.Color = c
			}
			if r.At == 0 {
				style = Stroke(Ink, vg.Points(1.4))
			}
			if r.At < a.Min || r.At > a.Max {
				a.Min, a.Max = min(a.Min, r.At), max(a.Max, r.At)
				Widen(a, 0.02, 0.02)
			}
			p.Add(line(r.At, style))
			legend = append(legend, LineEntry(r.Name, style))
		}
	}
	add(s.RulesY, &p.Y, RuleY)
	add(s.RulesX, &p.X, RuleX)
	return legend
}

// Row makes a figure of panels beside each other, from the left; widths are relative.
func (s Settings) Row(legend []LegendEntry, widths []float64, panels ...*plot.Plot) *Chart {
	c := &Chart{settings: s, legend: legend, widths: widths}
	for _, p := range panels {
		c.panels = append(c.panels, takePanel(p))
	}
	return c
}

// Label puts the axis labels and ranges on a panel.
func (s Settings) Label(p *plot.Plot) {
	p.X.Label.Text, p.Y.Label.Text = s.XLabel, s.YLabel
	if s.XRange != nil {
		p.X.Min, p.X.Max = s.XRange[0], s.XRange[1]
	}
	if s.YRange != nil {
		p.Y.Min, p.Y.Max = s.YRange[0], s.YRange[1]
	}
}
