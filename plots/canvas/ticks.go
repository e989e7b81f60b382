package canvas

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LinearTicks places at most Most + 1 labelled ticks at multiples of 1, 2, 2.5 or 5 times a power
// of ten. It implements plot.Ticker.
type LinearTicks struct{ Most float64 }

// Ticks returns the ticks in [lo, hi].
func (l LinearTicks) Ticks(lo, hi float64) []plot.Tick {
	step := niceStep((hi - lo) / l.Most)
	if !(step > 0) || math.IsInf(step, 0) {
		return []plot.Tick{{Value: lo, Label: FormatTick(lo)}}
	}
	var ticks []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9*step; i++ {
		v := i * step
		if math.Abs(v) < step*1e-9 {
			v = 0
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: FormatTick(v)})
	}
	return ticks
}

// niceStep rounds step up to 1, 2, 2.5 or 5 times a power of ten.
func niceStep(step float64) float64 {
	base := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if step <= m*base*(1+1e-9) {
			return m * base
		}
	}
	return 10 * base
}

// FormatTick formats v with as few digits as a tick needs, and with a minus sign instead of a
// hyphen.
func FormatTick(v float64) string {
	label := strconv.FormatFloat(math.Round(v*1e10)/1e10, 'f', -1, 64)
	if v != 0 && (math.Abs(v) >= 1e6 || math.Abs(v) < 1e-4) {
		label = strconv.FormatFloat(v, 'e', -1, 64)
		if len(label) > 8 {
			label = strconv.FormatFloat(v, 'e', 2, 64)
		}
		label = strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(label)
	}
	return strings.ReplaceAll(label, "-", "−")
}

// logTicks labels at most seven powers of ten. On a short range, it also labels 2 and 5 times a
// power of ten. If that gives fewer than two labels, it labels round steps. It implements
// plot.Ticker.
type logTicks struct{}

// Ticks returns the ticks in [lo, hi]. It returns nil if lo ≤ 0 or hi is infinite.
func (logTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(lo > 0) || !(hi <= math.MaxFloat64) {
		return nil
	}
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	decades := math.Log10(hi) - math.Log10(lo) // hi/lo may be infinite
	every := math.Max(1, math.Ceil(decades/7))
	var ticks []plot.Tick
	labels := 0
	for e := first; e <= last; e++ {
		base := math.Pow(10, e)
		for m := 1.0; m < 10; m++ {
			v := m * base
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			labelled := m == 1 && math.Mod(e, every) == 0 || decades < 2.2 && (m == 2 || m == 5)
			switch {
			case labelled:
				labels++
				ticks = append(ticks, plot.Tick{Value: v, Label: FormatTick(v)})
			case m == 1 || decades < 5:
				ticks = append(ticks, plot.Tick{Value: v})
			}
		}
	}
	if labels < 2 && decades < 1 {
		return LinearTicks{Most: 5}.Ticks(lo, hi)
	}
	return ticks
}

// SetLog makes an axis logarithmic. Its range must be positive.
func SetLog(a *plot.Axis) {
	a.Scale = plot.LogScale{}
	a.Tick.Marker = logTicks{}
}

// Nominal labels an axis with names at 0, 1, 2, …, without ticks or an axis line.
func Nominal(a *plot.Axis, names []string) {
	ticks := make([]plot.Tick, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: name}
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
	a.Tick.Length = 0
	a.LineStyle.Width = 0
	a.Padding = vg.Points(3)
}

// Widen extends the range of an axis by a fraction at each end. An empty range becomes a range
// around its value. The fractions apply to the logarithm if the axis is logarithmic.
func Widen(a *plot.Axis, below, above float64) {
	if _, log := a.Scale.(plot.LogScale); log {
		ratio := math.Min(math.Max(a.Max/a.Min, 1.5), math.MaxFloat64)
		a.Min = math.Max(a.Min*math.Pow(ratio, -below), math.SmallestNonzeroFloat64)
		a.Max = math.Min(a.Max*math.Pow(ratio, above), math.MaxFloat64)
		return
	}
	span := math.Min(a.Max-a.Min, math.MaxFloat64)
	if span == 0 {
		span = math.Max(math.Abs(a.Max), 1)
		below, above = 0.5, 0.5
	}
	const most = math.MaxFloat64 / 2 // the range is a finite float64
	a.Min, a.Max = math.Min(math.Max(a.Min-below*span, -most), most/2), math.Min(a.Max+above*span, most)
}

// Grid draws grid lines at the labelled ticks of the given axes.
func Grid(p *plot.Plot, vertical, horizontal bool) {
	p.Add(freeGrid{p: p, vertical: vertical, horizontal: horizontal})
}

// freeGrid is the plotter that Grid adds.
type freeGrid struct {
	p                    *plot.Plot
	vertical, horizontal bool
}

// Plot implements plot.Plotter.
func (g freeGrid) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	style := Stroke(Hair, ThinWidth)
	if g.vertical {
		for _, t := range labelled(plt.X) {
			c.StrokeLine2(style, x(t), c.Min.Y, x(t), c.Max.Y)
		}
	}
	if g.horizontal {
		for _, t := range labelled(plt.Y) {
			c.StrokeLine2(style, c.Min.X, y(t), c.Max.X, y(t))
		}
	}
}

// labelled returns the values of the labelled ticks within the range of an axis.
func labelled(a plot.Axis) []float64 {
	var values []float64
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Label != "" && t.Value >= a.Min && t.Value <= a.Max {
			values = append(values, t.Value)
		}
	}
	return values
}
