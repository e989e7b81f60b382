package assessor

import (
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/plots"
)

// errUncalibrated is the error of the figures of nothing.
var errUncalibrated = errors.New("assessor: no calibration, expected one of Calibrate")

// ReliabilityFigure draws rates that were predicted against those observed: D, where
// there is one, and the share of data above each quantile of the energy.
func (c *Calibration) ReliabilityFigure() (*plots.Chart, error) {
	if c == nil || len(c.Reliability)+len(c.Exceedance) == 0 {
		return nil, errUncalibrated
	}
	var lines []plots.Line
	for _, l := range []struct {
		name string
		bins []Bin
	}{{"data among points of this D", c.Reliability}, {"data above a quantile of the energy", c.Exceedance}} {
		line := plots.Line{Name: l.name}
		for _, b := range l.bins {
			line.Add(b.Predicted, b.Observed)
		}
		if len(line.X) > 0 {
			lines = append(lines, line)
		}
	}
	return plots.Calibration(lines, plots.Name("assessor-reliability"), plots.Title(fmt.Sprintf("Assessor %s: what its numbers are worth", c.Kind)),
		plots.XLabel("predicted share"), plots.YLabel("observed share"))
}

// DetectionFigure draws for each size of noise, and for chords, the share of it
// above a threshold against the share of data above it.
func (c *Calibration) DetectionFigure() (*plots.Chart, error) {
	if c == nil || len(c.Noise) == 0 {
		return nil, errUncalibrated
	}
	var lines []plots.Line
	for _, d := range c.Noise {
		name := d.What
		if d.What == "noise" {
			name = fmt.Sprintf("noise of deviation %g", d.Size)
		}
		lines = append(lines, plots.Line{Name: fmt.Sprintf("%s, AUC %.2f", name, d.AUC), X: d.False, Y: d.True})
	}
	lines = append(lines, plots.Line{Name: "chance", X: []float64{0, 1}, Y: []float64{0, 1}})
	return plots.Lines(lines, plots.Name("assessor-detection"), plots.Title(fmt.Sprintf("Assessor %s: data told from noise and chords", c.Kind)),
		plots.XLabel("share of data above the threshold"), plots.YLabel("share of the others above it"))
}
