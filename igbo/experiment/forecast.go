package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
)

// forecastDays is the window of the weather forecasts.
const forecastDays = 7

// ForecastWeather trains a model to forecast the next day's maximum
// temperature from seven days of weather (datasets.Weather), on standardised
// inputs in 64-bit floats. progress may be nil.
func ForecastWeather(ctx context.Context, backend compute.Backend, spec models.Spec, progress Progress) (*igbo.Model, error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return nil, err
	}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Standardize, cfg.DType, cfg.Epochs, cfg.HistoryEvery = spec, true, "float64", 15, 0
	cfg.Optimizer.LearningRate = 5e-3
	m := &meter{progress: progress, total: cfg.Epochs * ((split.Train.Windows() + cfg.BatchSize - 1) / cfg.BatchSize)}
	trained, err := igbo.Train(ctx, backend, m.follow(cfg), windows(split.Train), nil)
	if err != nil {
		return nil, fmt.Errorf("experiment: forecast: %w", err)
	}
	return trained.Model, nil
}

func windows(s *datasets.Series) igbo.Data {
	return igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y}
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

// ExtremeForecasts returns the lowest and the highest forecast of the year
// held out, each with its window.
func ExtremeForecasts(m *igbo.Model) (lowest, highest Forecast, err error) {
	split, err := datasets.Weather(forecastDays, 1)
	if err != nil {
		return lowest, highest, err
	}
	test := split.Validation
	y, err := m.Predict(windows(test))
	if err != nil {
		return lowest, highest, err
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
	return forecastOf(test, y, low), forecastOf(test, y, high), nil
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
	e, err := m.Evaluate(windows(test), nil)
	if err != nil {
		return 0, 0, err
	}
	sum := 0.0
	for i, y := range test.Y { // the first column is today's maximum
		sum += (y - test.X[i*len(test.Features)]) * (y - test.X[i*len(test.Features)])
	}
	return math.Sqrt(e.MSE), math.Sqrt(sum / float64(len(test.Y))), nil
}

// ScoresConfig says whose scores are computed.
type ScoresConfig struct {
	// Base is the experiment; its first seed's teacher is scored as Base says.
	Base Config `json:"base"`
	// Points is the number of fresh points.
	Points int `json:"points"`
}

// TeacherScores trains the teacher of the teacher–student experiment's first
// seed, in 64-bit floats, and scores fresh points of its task: H [points,D].
func TeacherScores(ctx context.Context, backend compute.Backend, settings ScoresConfig, progress Progress) (*mat.Dense, error) {
	c, seed := settings.Base, settings.Base.Seed0
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if settings.Points < 1 {
		return nil, fmt.Errorf("experiment: scores of %d points, expected at least 1", settings.Points)
	}
	if err := checkMemory(need{fmt.Sprintf("%d points", settings.Points), 8 * tableCopy * float64(settings.Points) * float64(c.Task.Features+1)}); err != nil {
		return nil, err
	}
	task, err := datasets.TeacherStudent(c.Task, uint64(seed))
	if err != nil {
		return nil, err
	}
	fresh := task.Fresh(settings.Points, 1)
	train, err := igbo.Tabular(task.Train.Features, task.Train.X, task.Train.Y)
	if err != nil {
		return nil, err
	}
	scored, err := igbo.Tabular(fresh.Features, fresh.X, fresh.Y)
	if err != nil {
		return nil, err
	}
	cfg := c.teacher(seed)
	cfg.DType = "float64"
	m := newMeter(c, progress)
	m.total /= c.Seeds * (1 + 2*len(c.Optimizers)) // one teacher
	trained, err := igbo.Train(ctx, backend, m.follow(cfg), train, nil)
	if err != nil {
		return nil, fmt.Errorf("experiment: teacher of seed %d: %w", seed, err)
	}
	return trained.Model.Scores(scored)
}
