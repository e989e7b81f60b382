package canvas

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Settings describes the appearance of a figure.
type Settings struct {
	Name           string // a file name without extension
	Title          string // above the figure
	Alt            string // text description of the figure
	XLabel, YLabel string
	ColorLabel     string      // of the colour bar
	ColorLimit     *float64    // the colours' scale goes from −limit to limit; nil uses the data
	Width, Height  int         // CSS pixels
	XRange, YRange *[2]float64 // of the axes; nil uses the range of the data
	LogX, LogY     bool
	AutoHeight     bool // derive the height from the data
	Equal          bool // use the same scale for both axes
	RulesX, RulesY []Rule
}

// Rule is a named reference value, drawn as a line across the panel of a Chart: a vertical line in
// RulesX, a horizontal one in RulesY.
type Rule struct {
	Name string
	At   float64
}

// Chart returns a figure with one panel. It applies the axis labels, ranges and rules of the
// settings to the panel.
func (s Settings) Chart(p *plot.Plot, legend ...LegendEntry) *Chart {
	legend = append(legend, s.addRules(p)...)
	s.Label(p)
	return s.Row(legend, []float64{1}, p)
}

// addRules draws the rules on a panel and returns their legend entries. It widens the axis ranges
// to include the rules. A rule at zero is solid and dark, like an axis; the others are dashed.
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

// Row returns a figure with several panels side by side, from the left. The widths are relative.
func (s Settings) Row(legend []LegendEntry, widths []float64, panels ...*plot.Plot) *Chart {
	c := &Chart{settings: s, legend: legend, widths: widths}
	for _, p := range panels {
		c.panels = append(c.panels, takePanel(p))
	}
	return c
}

// Label sets the axis labels and ranges of a panel.
func (s Settings) Label(p *plot.Plot) {
	p.X.Label.Text, p.Y.Label.Text = s.XLabel, s.YLabel
	if s.XRange != nil {
		p.X.Min, p.X.Max = s.XRange[0], s.XRange[1]
	}
	if s.YRange != nil {
		p.Y.Min, p.Y.Max = s.YRange[0], s.YRange[1]
	}
}
