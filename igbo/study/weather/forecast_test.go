package weather

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestForecast: a trained forecaster beats persistence, and its extreme
// forecasts are in the right seasons.
func TestForecast(t *testing.T) {
	last, of := 0, 0
	m, err := TrainForecaster(t.Context(), backendtest.Open(t), models.MLPSpec(models.DefaultMLPConfig()), func(done, total int) { last, of = done, total })
	if err != nil {
		t.Fatal(err)
	}
	if last != of || of == 0 {
		t.Errorf("progress ended at %d of %d", last, of)
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
