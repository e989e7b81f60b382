package training

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestLossesOfAFunctionsOwnObjective checks that early stopping uses the task loss and the mean of the function's
// objective over all held-out samples, for any batch size.
func TestLossesOfAFunctionsOwnObjective(t *testing.T) {
	cfg, all, _ := modeltest.Small(t)
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("shy"), attribution.Unmasked(modeltest.Shy), "float64"
	data, few := all.Part(0, 40), all.Part(40, 64)
	held := few
	for held.Samples() <= 1024 { // more than fits into one graph
		held.X, held.Y = append(held.X, few.X...), append(held.Y, few.Y...)
	}
	cfg.EarlyStopping = settings.EarlyStopping{Data: held, Patience: 3, Monitor: settings.MonitorSum}
	m := must.Of(trained.For(backendtest.Open(t), cfg, data, nil, nil)).In(t)
	s := must.Of(newStopper(m, nil, &best{})).In(t)
	defer s.close()
	l, h, err := s.losses()
	if err != nil {
		t.Fatal(err)
	}
	y := must.Of(evaluation.Predict(m, held)).In(t)
	var wantL, wantH float64
	for i, v := range y {
		wantL += (v - held.Y[i]) * (v - held.Y[i]) / float64(len(y))
		wantH += v * v / float64(len(y))
	}
	if math.Abs(l-wantL) > 1e-9*wantL || math.Abs(h-wantH) > 1e-9*wantH {
		t.Errorf("losses %g and %g, want %g and %g", l, h, wantL, wantH)
	}
}
