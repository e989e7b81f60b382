package weather

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestForecast checks that a trained forecaster beats persistence, and that its extreme forecasts are in the right seasons.
func TestForecast(t *testing.T) {
	last, of := 0, 0
	m := must.Of(TrainForecaster(t.Context(), backendtest.Open(t), models.MLPSpec(models.DefaultMLPConfig()), func(done, total int) { last, of = done, total })).In(t)
	if last != of || of == 0 {
		t.Errorf("progress ended at %d of %d", last, of)
	}
	if model, persistence, err := ForecastErrors(m); err != nil || !(model < 0.95*persistence) {
		t.Errorf("error %.2f °C, of persistence %.2f °C, %v", model, persistence, err)
	}
	extremes := must.Of(ExtremeForecasts(m)).In(t)
	low, high := extremes.Lowest, extremes.Highest
	if low.Value > 0 || high.Value < 30 || math.Abs(high.Value-high.Observed) > 10 {
		t.Errorf("forecasts from %.1f to %.1f °C, observed %.1f", low.Value, high.Value, high.Observed)
	}
	y, err := m.Predict(high.Window)
	if err != nil || math.Abs(y[forecastDays-1]-high.Value) > 1e-9 {
		t.Errorf("the window's own forecast is %v (%v), want %.3f", y, err, high.Value)
	}
	explained(t, m, extremes)
}

// explained checks that each explanation of the highest forecast is complete, also for a baseline in the data's own units.
func explained(t *testing.T, m *igbo.Model, of Extremes) {
	m.Config.Attribution.Points = 200
	explanations := must.Of(Explain(m, of.Highest, AverageDay(), Zeros(m), WeekOf(m, of.Lowest))).In(t)
	zeros := of.Highest.Window
	zeros.X = make([]float64, len(zeros.X))
	for i, start := range []igbo.Data{{}, zeros, of.Lowest.Window} {
		e := explanations[i]
		if math.Abs(floats.Sum(e.ByFeature())-e.Total()) > 1e-9 {
			t.Errorf("%s: features give %.3f, want the total %.3f", e.Baseline, e.ByFeature(), e.Total())
		}
		if start.X == nil {
			continue
		}
		from := must.Of(m.Predict(start)).In(t)
		if rise := of.Highest.Value - from[forecastDays-1]; math.Abs(e.Total()-rise) > 0.2 {
			t.Errorf("%s: TIG sum to %.3f °C, want the rise %.3f", e.Baseline, e.Total(), rise)
		}
	}
	table := ExplanationTable(explanations)
	if len(table.Rows) != 3 || len(table.Header) != 2+len(of.Highest.Window.Features) || len(table.Data) != 4 {
		t.Errorf("table %v", table)
	}
	must.Of(explanations[0].Figure()).In(t)
	must.Of(ExplanationFigure(explanations)).In(t)
	if len(m.Config.Attribution.Baselines) != 1 || m.Config.Attribution.Baselines[0].Name != "zero" {
		t.Errorf("the model's baselines are now %v", m.Config.Attribution.Baselines)
	}
	if _, err := Explain(m, of.Highest); err == nil {
		t.Error("no baseline, want an error")
	}
}
