package weather

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// forecastDays is the window of the weather forecasts.
const forecastDays = 7

// TrainForecaster trains a model to forecast the next day's maximum
// temperature from seven days of weather (datasets.Weather), on standardised
// inputs in 64-bit floats. progress may be nil.
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

// Forecast is the last forecast of one window of the year held out.
type Forecast struct {
	// Window is the window, End names its last day.
	Window igbo.Data `json:"window"`
	End    string    `json:"end"`
	// Value is the forecast for the day after, Observed what came, both in °C.
	Value    float64 `json:"value"`
	Observed float64 `json:"observed"`
}

// Extremes are the lowest and the highest forecast of a year.
type Extremes struct {
	Lowest  Forecast `json:"lowest"`
	Highest Forecast `json:"highest"`
}

// ExtremeForecasts returns the lowest and the highest forecast of the year
// held out, each with its window.
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
	low, high := 0, 0
	for i := range test.Windows() {
		at := func(j int) float64 { return y[(j+1)*forecastDays-1] }
		if at(i) < at(low) {
			low = i
		}
		if at(i) > at(high) {
			high = i
		}
	}
	return Extremes{Lowest: forecastOf(test, y, low), Highest: forecastOf(test, y, high)}, nil
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

// ForecastErrors returns the root mean squared errors, in °C over the year
// held out, of the model and of persistence, "tomorrow is like today".
func ForecastErrors(m *igbo.Model) (model, persistence float64, err error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return 0, 0, err
	}
	test := split.Validation
	e, err := m.Evaluate(training.Series(test), nil)
	if err != nil {
		return 0, 0, err
	}
	sum := 0.0
	for i, y := range test.Y { // the first column is today's maximum
		sum += (y - test.X[i*len(test.Features)]) * (y - test.X[i*len(test.Features)])
	}
	return math.Sqrt(e.MSE), math.Sqrt(sum / float64(len(test.Y))), nil
}
