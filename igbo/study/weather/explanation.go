package weather

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Explanation says what every day and measurement of a window gave to its forecast,
// beside what a baseline would have given.
type Explanation struct {
	Forecast Forecast `json:"forecast"`
	// Baseline names the window that the forecast is explained against.
	Baseline string `json:"baseline"`
	// Features are the measurements; TIG [days,measurements] is in °C, days in their order.
	Features []string   `json:"features"`
	TIG      *mat.Dense `json:"tig"`
}

// AverageDay is the baseline of seven average days: zero for a model of standardised inputs.
func AverageDay() attribution.Baseline { return attribution.Baseline{Name: "average day"} }

// Zeros is the baseline of seven days of zeros, in the data's units: 0 °C, no wind, no rain.
func Zeros(m *igbo.Model) attribution.Baseline {
	return standardized(m, "zeros", make([]float64, forecastDays*len(m.Normalization.Shift)))
}

// WeekOf is the baseline of the window of another forecast.
func WeekOf(m *igbo.Model, f Forecast) attribution.Baseline {
	return standardized(m, "week to "+f.End, f.Window.X)
}

// standardized brings a window into the model's units.
func standardized(m *igbo.Model, name string, x []float64) attribution.Baseline {
	values, d := make([]float64, len(x)), len(m.Normalization.Shift)
	for i, v := range x {
		values[i] = (v - m.Normalization.Shift[i%d]) / m.Normalization.Scale[i%d]
	}
	return attribution.Baseline{Name: name, Values: values}
}

// Explain attributes a forecast, the last output of its window, to the window's days and
// measurements, once for each baseline. The model is left as it is.
//
// Errors: no baseline, or one that does not fit the model's inputs.
func Explain(m *igbo.Model, f Forecast, baselines ...attribution.Baseline) ([]*Explanation, error) {
	if len(baselines) == 0 {
		return nil, errors.New("weather: no baseline to explain a forecast against, expected at least one")
	}
	var found []*Explanation
	for _, b := range baselines {
		against := *m
		against.Config.Attribution.Baselines = []attribution.Baseline{b}
		tig, err := against.Attribute(f.Window) // [1, output step, input step, feature]
		if err != nil {
			return nil, fmt.Errorf("weather: baseline %q: %w", b.Name, err)
		}
		d := len(f.Window.Features)
		last := mat.NewDense(forecastDays, d, tig[(forecastDays-1)*forecastDays*d:])
		last.Scale(m.Normalization.TargetScale, last)
		found = append(found, &Explanation{Forecast: f, Baseline: b.Name, Features: f.Window.Features, TIG: last})
	}
	return found, nil
}

// Total is the sum of TIG: the forecast less that for the baseline, in °C.
func (e *Explanation) Total() float64 { return mat.Sum(e.TIG) }

// ByFeature sums TIG over the days: h of the last step, in °C.
func (e *Explanation) ByFeature() []float64 {
	h := make([]float64, len(e.Features))
	for k := range h {
		h[k] = mat.Sum(e.TIG.ColView(k))
	}
	return h
}

// Figure draws TIG over days and measurements.
func (e *Explanation) Figure() (plots.Figure, error) {
	return plots.HeatMap(e.Features, []plots.Attribution{{Name: "TIG", Values: e.TIG}}, plots.ColorLabel("°C"),
		plots.Title("What made the forecast for the day after "+e.Forecast.End),
		plots.XLabel(fmt.Sprintf("day of the window (%d is the last)", forecastDays-1)))
}

// ExplanationTable has a row for each explanation: the sum of TIG, and h of each measurement.
func ExplanationTable(of []*Explanation) study.Table {
	t := study.Table{Name: "explanations", Title: "Contributions h to the forecast, °C", Header: []string{"baseline", "F(x) − F(x′)"}}
	data := []string{"baseline", "rise"}
	if len(of) > 0 {
		t.Header, data = append(t.Header, of[0].Features...), append(data, of[0].Features...)
	}
	t.Data = [][]string{data}
	for _, e := range of {
		total := e.Total()
		row, full := []string{e.Baseline, fmt.Sprintf("%.2f", total)}, []string{e.Baseline, study.Full(&total)}
		for _, h := range e.ByFeature() {
			row, full = append(row, fmt.Sprintf("%+.2f", h)), append(full, study.Full(&h))
		}
		t.Rows, t.Data = append(t.Rows, row), append(t.Data, full)
	}
	return t
}

// ExplanationFigure draws h of each measurement, explanation beside explanation.
func ExplanationFigure(of []*Explanation, opts ...plots.Option) (plots.Figure, error) {
	if len(of) == 0 {
		return nil, errors.New("weather: no explanation to draw, expected at least one")
	}
	var bars []plots.BarSeries
	for _, e := range of {
		bars = append(bars, plots.BarSeries{Name: e.Baseline, Values: e.ByFeature()})
	}
	opts = append([]plots.Option{plots.Name("baselines"), plots.YLabel("contribution h, °C")}, opts...)
	return plots.Bars(of[0].Features, bars, opts...)
}
