package weather

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// forecastDays is the length of a window for a forecast.
const forecastDays = 7

// TrainForecaster trains a model that forecasts the next day's maximum temperature from seven days of weather
// (datasets.Weather), on standardised inputs in 64-bit floats. progress can be nil.
func TrainForecaster(ctx context.Context, backend compute.Backend, spec models.Spec, progress func(done, total int)) (*igbo.Model, error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return nil, err
	}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Standardize, cfg.DType, cfg.Epochs, cfg.HistoryEvery = spec, true, "float64", 15, 0
	cfg.Optimizer.LearningRate = 5e-3
	if total := training.Steps(cfg.Epochs, split.Train.Windows(), cfg.BatchSize); progress != nil {
		cfg.OnStep = func(step int) { progress(step, total) }
	}
	trained, err := igbo.Train(ctx, backend, cfg, training.Series(split.Train), nil)
	if err != nil {
		return nil, fmt.Errorf("weather: forecast: %w", err)
	}
	return trained.Model, nil
}

// Forecast is the last forecast of one window of the held-out year.
type Forecast struct {
	// Window is the window, and End the name of its last day.
	Window igbo.Data `json:"window"`
	End    string    `json:"end"`
	// Value is the forecast for the following day, and Observed the measured value, both in °C.
	Value    float64 `json:"value"`
	Observed float64 `json:"observed"`
}

// Extremes are the lowest and the highest forecast of a year.
type Extremes struct {
	Lowest  Forecast `json:"lowest"`
	Highest Forecast `json:"highest"`
}

// ExtremeForecasts returns the lowest and the highest forecast of the held-out year, each with its window.
func ExtremeForecasts(m *igbo.Model) (Extremes, error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return Extremes{}, err
	}
	test := split.Validation
	y, err := m.Predict(training.Series(test))
	if err != nil {
		return Extremes{}, err
	}
	last := records.Column(y, forecastDays, forecastDays-1)
	return Extremes{Lowest: forecastOf(test, y, floats.MinIdx(last)), Highest: forecastOf(test, y, floats.MaxIdx(last))}, nil
}

func forecastOf(s *datasets.Series, y []float64, i int) Forecast {
	width := forecastDays * len(s.Features)
	last := (i+1)*forecastDays - 1
	return Forecast{
		Window: igbo.Data{
			Features: s.Features, Steps: forecastDays,
			X: s.X[i*width : (i+1)*width], Y: s.Y[i*forecastDays : (i+1)*forecastDays],
		},
		End: s.Ends[i], Value: y[last], Observed: s.Y[last],
	}
}

// ForecastErrors returns the root mean squared errors over the held-out year in °C, of the model and of persistence, which
// forecasts today's value.
func ForecastErrors(m *igbo.Model) (model, persistence float64, err error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return 0, 0, err
	}
	data := training.Series(split.Validation)
	e, err := m.Evaluate(data, nil)
	if err != nil {
		return 0, 0, err
	}
	persistence, err = persisted(data, 0)
	return math.Sqrt(e.MSE), math.Sqrt(persistence), err
}

// Explanation has the contribution of every day and measurement of a window to its forecast, relative to a baseline.
type Explanation struct {
	Forecast Forecast `json:"forecast"`
	// Baseline is the name of the baseline window.
	Baseline string `json:"baseline"`
	// Features are the measurements. TIG [days,measurements] is in °C, in the order of the days.
	Features []string   `json:"features"`
	TIG      *mat.Dense `json:"tig"`
}

// AverageDay returns the baseline of seven average days, which is zero for a model with standardised inputs.
func AverageDay() attribution.Baseline { return attribution.Baseline{Name: "average day"} }

// Zeros returns the baseline of seven days of zeros in the data's units: 0 °C, no wind, no rain.
func Zeros(m *igbo.Model) attribution.Baseline {
	return standardized(m, "zeros", make([]float64, forecastDays*len(m.Normalization.Shift)))
}

// WeekOf returns the baseline of the window of another forecast.
func WeekOf(m *igbo.Model, f Forecast) attribution.Baseline {
	return standardized(m, "week to "+f.End, f.Window.X)
}

// standardized converts a window to the model's units.
func standardized(m *igbo.Model, name string, x []float64) attribution.Baseline {
	values, d := make([]float64, len(x)), len(m.Normalization.Shift)
	for i, v := range x {
		values[i] = (v - m.Normalization.Shift[i%d]) / m.Normalization.Scale[i%d]
	}
	return attribution.Baseline{Name: name, Values: values}
}

// Explain attributes a forecast, which is the last output of its window, to the window's days and
// measurements, once for each baseline. It does not change the model.
//
// It returns an error if there is no baseline, or if one does not fit the model's inputs.
func Explain(m *igbo.Model, f Forecast, baselines ...attribution.Baseline) ([]*Explanation, error) {
	if len(baselines) == 0 {
		return nil, errors.New("weather: at least one baseline is required")
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

// Total returns the sum of TIG, which is the forecast minus that for the baseline, in °C.
func (e *Explanation) Total() float64 { return mat.Sum(e.TIG) }

// ByFeature returns the sums of TIG over the days, which are h of the last step, in °C.
func (e *Explanation) ByFeature() []float64 {
	h := make([]float64, len(e.Features))
	for k := range h {
		h[k] = mat.Sum(e.TIG.ColView(k))
	}
	return h
}

// largest returns the measurement and the day with the largest TIG.
func (e *Explanation) largest() (feature string, day int) {
	most := math.Inf(-1)
	for i := range forecastDays {
		for k, name := range e.Features {
			if v := e.TIG.At(i, k); v > most {
				most, feature, day = v, name, i
			}
		}
	}
	return feature, day
}

// Figure draws TIG over days and measurements.
func (e *Explanation) Figure() (plots.Figure, error) {
	feature, day := e.largest()
	return plots.HeatMap(e.Features, []plots.Attribution{{Name: "TIG", Values: e.TIG}}, plots.ColorLabel("°C"),
		plots.Title(fmt.Sprintf("%s of day %d adds most to the forecast for the day after %s", feature, day, e.Forecast.End)),
		plots.XLabel(fmt.Sprintf("day of the window (%d is the last)", forecastDays-1)))
}

// ExplanationTable has a row for each explanation: the sum of TIG, and h of each measurement.
func ExplanationTable(of []*Explanation) tabulate.Table {
	t := tabulate.Table{Name: "explanations", Title: "Contributions h to the forecast, °C"}
	t.Columns("baseline", "baseline")
	t.Columns("F(x) − F(x′)", "rise")
	if len(of) > 0 {
		for _, f := range of[0].Features {
			t.Columns(f, f)
		}
	}
	for _, e := range of {
		t.Add(tabulate.Words(e.Baseline), tabulate.Number("%.2f", e.Total()), tabulate.Number("%+.2f", e.ByFeature()...))
	}
	return t
}

// ExplanationFigure draws h of each measurement for all explanations side by side.
func ExplanationFigure(of []*Explanation, opts ...plots.Option) (plots.Figure, error) {
	if len(of) == 0 {
		return nil, errors.New("weather: at least one explanation is required")
	}
	dots := study.Each(of, func(e *Explanation) plots.BarSeries { return plots.BarSeries{Name: e.Baseline, Values: e.ByFeature()} })
	opts = append([]plots.Option{plots.Name("baselines"), plots.XLabel("contribution h, °C")}, opts...)
	return plots.Dots(of[0].Features, dots, opts...)
}
