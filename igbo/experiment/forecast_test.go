package experiment

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestForecast: a trained forecaster beats persistence, and its extreme
// forecasts are in the right seasons.
func TestForecast(t *testing.T) {
	m, err := ForecastWeather(context.Background(), backendtest.Open(t), models.MLPSpec(models.DefaultMLPConfig()), nil)
	if err != nil {
		t.Fatal(err)
	}
	model, persistence, err := ForecastErrors(m)
	if err != nil {
		t.Fatal(err)
	}
	if !(model < 0.95*persistence) {
		t.Errorf("error %.2f °C, of persistence %.2f °C", model, persistence)
	}
	low, high, err := ExtremeForecasts(m)
	if err != nil {
		t.Fatal(err)
	}
	if low.Value > 0 || high.Value < 30 || math.Abs(high.Value-high.Observed) > 10 {
		t.Errorf("forecasts from %.1f to %.1f °C, observed %.1f", low.Value, high.Value, high.Observed)
	}
	y, err := m.Predict(high.Window)
	if err != nil || math.Abs(y[forecastDays-1]-high.Value) > 1e-9 {
		t.Errorf("the window's own forecast is %v (%v), want %.3f", y, err, high.Value)
	}
}

// TestTeacherScoresAreShares: absolute shares of a sample sum to one.
func TestTeacherScoresAreShares(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Attribution.Score = attribution.Absolute
	h, err := TeacherScores(context.Background(), backendtest.Open(t), ScoresConfig{cfg, 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if sum := floats.Sum(mat.Row(nil, i, h)); math.Abs(sum-1) > 1e-6 {
			t.Errorf("row %d sums to %g", i, sum)
		}
	}
}
