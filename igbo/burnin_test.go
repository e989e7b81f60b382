package igbo

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestBurnIn checks that targets of the first BurnIn steps affect neither the trained model nor its
// error, that later targets do, and that the error is the mean over the later steps.
func TestBurnIn(t *testing.T) {
	const steps, burnIn = 6, 2
	cfg, data := DefaultConfig(), modeltest.Series(8, steps)
	cfg.Model, cfg.Epochs, cfg.BurnIn = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 4}}, 3, burnIn
	predict := func(step int) (*Model, []float64) {
		moved := data
		moved.Y = slices.Clone(data.Y)
		for i := step; i < len(moved.Y); i += steps {
			moved.Y[i] += 5
		}
		m := mustTrain(t, cfg, moved, nil).Model
		y := must.Of(m.Predict(data)).In(t)
		return m, y
	}
	m, want := predict(0)
	for step := range steps {
		_, got := predict(step)
		if moved := !slices.Equal(got, want); moved != (step >= burnIn) {
			t.Errorf("the target of step %d moves the model: %v, want %v", step, moved, step >= burnIn)
		}
	}
	sum := 0.0
	for i, y := range want {
		if i%steps >= burnIn {
			sum += (y - data.Y[i]) * (y - data.Y[i])
		}
	}
	e, err := m.Evaluate(data, nil)
	if mean := sum / (8 * (steps - burnIn)); err != nil || math.Abs(e.MSE-mean) > 1e-12*mean {
		t.Errorf("MSE %g (%v), want %g", e.MSE, err, mean)
	}
	_, err = m.Evaluate(modeltest.Series(8, burnIn), nil)
	refusal.Check(t, err, "more than the burn-in of 2", "data as short as the burn-in")
}

func TestBurnInMustLeaveAStep(t *testing.T) {
	for burnIn, want := range map[int]string{-1: "BurnIn is -1", 6: "burn-in of 6 steps is too large for T = 6"} {
		cfg := DefaultConfig()
		cfg.BurnIn = burnIn
		_, err := Train(context.Background(), backendtest.Open(t), cfg, modeltest.Series(2, 6), nil)
		modeltest.Refused(t, err, want)
	}
}
