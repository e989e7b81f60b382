package plots

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
)

// Option changes how a figure looks, never what its data are.
type Option func(*settings)

// settings collects what options may change.
type settings struct {
	name          string
	title         string
	alt           string
	xLabel        string
	yLabel        string
	width, height int
	xRange        *[2]float64
	yRange        *[2]float64
	logX, logY    bool
	autoHeight    bool // the height follows from the data
}

// Name sets the figure's name, from which Show makes a file name.
func Name(name string) Option { return func(s *settings) { s.name = name } }

// Title sets the title above the figure.
func Title(title string) Option { return func(s *settings) { s.title = title } }

// Alt says in words what the figure shows, for those who cannot see it.
func Alt(text string) Option { return func(s *settings) { s.alt = text } }

// XLabel sets the label of the horizontal axis (of the lowest panel).
func XLabel(label string) Option { return func(s *settings) { s.xLabel = label } }

// YLabel sets the label of the vertical axis (of a figure with one panel).
func YLabel(label string) Option { return func(s *settings) { s.yLabel = label } }

// Size sets the figure's size in CSS pixels; a notebook is about 720 wide.
func Size(width, height int) Option {
	return func(s *settings) { s.width, s.height, s.autoHeight = width, height, false }
}

// XRange fixes the range of the horizontal axis.
func XRange(lo, hi float64) Option {
	return func(s *settings) { s.xRange = &[2]float64{lo, hi} }
}

// YRange fixes the range of the vertical axis (of a figure with one panel).
func YRange(lo, hi float64) Option {
	return func(s *settings) { s.yRange = &[2]float64{lo, hi} }
}

// LogX makes the horizontal axis logarithmic; its values must be positive.
func LogX() Option { return func(s *settings) { s.logX = true } }

// LogY makes the vertical axis logarithmic; its values must be positive.
func LogY() Option { return func(s *settings) { s.logY = true } }

// apply overrides the defaults s by the options and checks them.
func (s settings) apply(opts []Option) (settings, error) {
	for _, opt := range opts {
		opt(&s)
	}
	if s.name == "" {
		return s, fmt.Errorf("plots: the figure's name is empty, expected a file name without extension")
	}
	if strings.ContainsAny(s.name, `/\`) {
		return s, fmt.Errorf("plots: the figure's name is %q, expected a file name without folder", s.name)
	}
	if s.width < 120 || s.height < 80 || s.width > 8000 || s.height > 8000 {
		return s, fmt.Errorf("plots: %s: size %d×%d pixels, expected 120×80 to 8000×8000", s.name, s.width, s.height)
	}
	for _, r := range []*[2]float64{s.xRange, s.yRange} {
		if r != nil && !(r[0] < r[1] && r[1]-r[0] <= math.MaxFloat64) {
			return s, fmt.Errorf("plots: %s: axis range [%g, %g], expected finite ends, the first below the second", s.name, r[0], r[1])
		}
	}
	if s.logX && s.xRange != nil && s.xRange[0] <= 0 || s.logY && s.yRange != nil && s.yRange[0] <= 0 {
		return s, fmt.Errorf("plots: %s: axis range from a number not above zero, expected a positive one on a logarithmic axis", s.name)
	}
	return s, nil
}

// label puts the axis labels and ranges on a panel.
func (s settings) label(p *plot.Plot) {
	p.X.Label.Text, p.Y.Label.Text = s.xLabel, s.yLabel
	if s.xRange != nil {
		p.X.Min, p.X.Max = s.xRange[0], s.xRange[1]
	}
	if s.yRange != nil {
		p.Y.Min, p.Y.Max = s.yRange[0], s.yRange[1]
	}
}
