package study

import "github.com/igbolab/igbolab/plots"

// Drawing draws a figure. It returns nil if there is nothing to draw.
type Drawing func() (plots.Figure, error)

// Drawn returns a Drawing that returns this figure and error.
func Drawn(f plots.Figure, err error) Drawing { return func() (plots.Figure, error) { return f, err } }

// Figures calls the drawings one after the other. It returns the first error.
func Figures(drawings ...Drawing) (figures []plots.Figure, err error) {
	for _, draw := range drawings {
		f, err := draw()
		if err != nil {
			return nil, err
		}
		if f != nil {
			figures = append(figures, f)
		}
	}
	return figures, nil
}

// Bars returns a series of bars for each name, with a bar for each group. It omits names that are missing in a group.
func Bars(names []string, groups int, at func(name, group int) (Interval, bool)) (bars []plots.BarSeries) {
	for i, name := range names {
		b := plots.BarSeries{Name: name}
		for g := range groups {
			if v, ok := at(i, g); ok {
				b.AddInterval(v.Mean, v.Low, v.High)
			}
		}
		if len(b.Values) == groups {
			bars = append(bars, b)
		}
	}
	return bars
}

// Lines returns a line for each name over the values of a factor, in order. It omits lines with fewer than two points.
func Lines(names []string, factor []float64, at func(name, value int) (Interval, bool)) (lines []plots.Line) {
	for i, name := range names {
		line := plots.Line{Name: name}
		for j, x := range factor {
			if v, ok := at(i, j); ok {
				line.AddInterval(x, v.Mean, v.Low, v.High)
			}
		}
		if len(line.X) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}
