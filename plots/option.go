package plots

import (
	"fmt"
	"image/color"
	"math"
	"sort"
	"strings"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Option changes the appearance of a figure, never its data.
type Option func(*canvas.Settings)

// Name sets the figure's name. Show and Files derive file names from it, so it must not be empty or
// contain / or \.
func Name(name string) Option { return func(s *canvas.Settings) { s.Name = name } }

// Title sets the title above the figure.
func Title(title string) Option { return func(s *canvas.Settings) { s.Title = title } }

// Alt sets a text description of the figure, for readers who cannot see it.
func Alt(text string) Option { return func(s *canvas.Settings) { s.Alt = text } }

// XLabel sets the label of the horizontal axis.
func XLabel(label string) Option { return func(s *canvas.Settings) { s.XLabel = label } }

// YLabel sets the label of the vertical axis.
func YLabel(label string) Option { return func(s *canvas.Settings) { s.YLabel = label } }

// ColorLabel sets the label of a heat map's colour bar.
func ColorLabel(label string) Option { return func(s *canvas.Settings) { s.ColorLabel = label } }

// ColorLimit fixes the scale of a heat map's colours: it goes from −limit to limit, and values beyond
// it have the colour of its end. Use it to compare several heat maps, such as the frames of a slider.
// The limit must be positive.
func ColorLimit(limit float64) Option {
	return func(s *canvas.Settings) { s.ColorLimit = &limit }
}

// Size sets the figure's size in CSS pixels, from 120×80 to 8000×8000. A notebook is about 720 pixels
// wide.
func Size(width, height int) Option {
	return func(s *canvas.Settings) { s.Width, s.Height, s.AutoHeight = width, height, false }
}

// XRange fixes the range of the horizontal axis.
func XRange(lo, hi float64) Option {
	return func(s *canvas.Settings) { s.XRange = &[2]float64{lo, hi} }
}

// YRange fixes the range of the vertical axis. It applies to figures with one panel.
func YRange(lo, hi float64) Option {
	return func(s *canvas.Settings) { s.YRange = &[2]float64{lo, hi} }
}

// LogX makes the horizontal axis logarithmic; its values must be positive.
func LogX() Option { return func(s *canvas.Settings) { s.LogX = true } }

// LogY makes the vertical axis logarithmic; its values must be positive.
func LogY() Option { return func(s *canvas.Settings) { s.LogY = true } }

// RuleX draws a dashed vertical line at a value of the horizontal axis and adds its name to the
// legend. A line at zero is solid. It applies to figures with one panel. If XRange is set, the value
// must be inside it; otherwise, the figure returns an error.
func RuleX(name string, at float64) Option {
	return func(s *canvas.Settings) { s.RulesX = append(s.RulesX, canvas.Rule{Name: name, At: at}) }
}

// RuleY draws a dashed horizontal line at a value of the vertical axis, such as a random baseline,
// and adds its name to the legend. A line at zero is solid. It applies to figures with one panel. If
// YRange is set, the value must be inside it; otherwise, the figure returns an error.
func RuleY(name string, at float64) Option {
	return func(s *canvas.Settings) { s.RulesY = append(s.RulesY, canvas.Rule{Name: name, At: at}) }
}

// apply applies the options to the defaults s. It then checks the settings and the figure's input.
func apply(s canvas.Settings, opts []Option, input func(c *checker)) (canvas.Settings, error) {
	for _, opt := range opts {
		opt(&s)
	}
	if s.Name == "" {
		return s, fmt.Errorf("plots: the name of the figure is empty; it must be a file name without extension")
	}
	if strings.ContainsAny(s.Name, `/\`) {
		return s, fmt.Errorf("plots: the name of the figure is %q; it must be a file name without folder", s.Name)
	}
	if s.Width < 120 || s.Height < 80 || s.Width > 8000 || s.Height > 8000 {
		return s, fmt.Errorf("plots: %s: size %d×%d pixels must be from 120×80 to 8000×8000", s.Name, s.Width, s.Height)
	}
	for _, r := range []*[2]float64{s.XRange, s.YRange} {
		if r != nil && !(r[0] < r[1] && r[1]-r[0] <= math.MaxFloat64) {
			return s, fmt.Errorf("plots: %s: axis range [%g, %g] must have finite ends, the first below the second", s.Name, r[0], r[1])
		}
	}
	if s.LogX && s.XRange != nil && s.XRange[0] <= 0 || s.LogY && s.YRange != nil && s.YRange[0] <= 0 {
		return s, fmt.Errorf("plots: %s: the range of a logarithmic axis must start above zero", s.Name)
	}
	c := &checker{Settings: s}
	c.rules(s.RulesX, s.XRange, s.LogX)
	c.rules(s.RulesY, s.YRange, s.LogY)
	if c.err == nil {
		input(c)
	}
	return s, c.err
}

// rules requires values that the axis can show.
func (c *checker) rules(rules []canvas.Rule, within *[2]float64, log bool) {
	for _, r := range rules {
		what := fmt.Sprintf("the rule %q", r.Name)
		c.finite(what, []float64{r.At})
		if log {
			c.positive(what, []float64{r.At})
		}
		if within != nil && (r.At < within[0] || r.At > within[1]) {
			c.failf("%s must be in the axis range [%g, %g], got %g", what, within[0], within[1], r.At)
		}
	}
}

// checker records the first error in the input of a figure.
type checker struct {
	canvas.Settings
	err error
}

// failf records an error unless one has been recorded already.
func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("plots: %s: %s", c.Name, fmt.Sprintf(format, args...))
	}
}

// notEmpty requires at least one item.
func (c *checker) notEmpty(what string, n int) {
	if n == 0 {
		c.failf("no %s (want at least one)", what)
	}
}

// length requires the wanted number of values.
func (c *checker) length(what string, got, want int, of string) {
	if got != want {
		c.failf("%d values of %s, want %d, one for each %s", got, what, want, of)
	}
}

// finite requires finite values.
func (c *checker) finite(what string, values []float64) {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			c.failf("value %d of %s is %v, want a finite number", i, what, v)
			return
		}
	}
}

// positive requires finite values above zero, as logarithmic axes do.
func (c *checker) positive(what string, values []float64) {
	c.finite(what, values)
	for i, v := range values {
		if v <= 0 {
			c.failf("value %d of %s is %g, want a positive number", i, what, v)
			return
		}
	}
}

// interval requires low ≤ value ≤ high for each value, if the bounds are given.
func (c *checker) interval(what string, low, values, high []float64) {
	if low == nil && high == nil {
		return
	}
	c.length("Low of "+what, len(low), len(values), "value")
	c.length("High of "+what, len(high), len(values), "value")
	c.finite("Low of "+what, low)
	c.finite("High of "+what, high)
	if c.err != nil {
		return
	}
	for i, v := range values {
		if low[i] > v || v > high[i] {
			c.failf("interval %d of %s, [%g, %g], must contain %g", i, what, low[i], high[i], v)
			return
		}
	}
}

// curve requires points with increasing X.
func (c *checker) curve(what string, xs, ys []float64) {
	c.notEmpty("points in "+what, len(xs))
	c.length("Y of "+what, len(ys), len(xs), "X")
	c.finite("X of "+what, xs)
	c.finite("Y of "+what, ys)
	if !sort.Float64sAreSorted(xs) {
		c.failf("X of %s is not sorted (values must increase)", what)
	}
}

// breaks requires increasing indices of points.
func (c *checker) breaks(what string, l Line) {
	last := 0
	for i, at := range l.Breaks {
		if at < last || at > len(l.X) {
			c.failf("break %d of %s is %d; breaks must be increasing indices of the %d points", i, what, at, len(l.X))
		}
		last = at
	}
}

// colorsOf returns the colours of named items.
func colorsOf[T any](items []T, name func(T) string) []color.NRGBA {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = name(item)
	}
	return canvas.Colors(names...)
}
