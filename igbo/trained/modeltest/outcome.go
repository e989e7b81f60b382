package modeltest

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// Outcome holds the results of a training that a resumed training must reproduce.
type Outcome struct {
	Weights     map[string][]float64
	Steps       []train.Step
	Counts      map[projection.Case]int
	Taken, Best int
	Stopped     string
}

// OutcomeOf returns the outcome of a training with the given number of steps taken and best step.
func OutcomeOf(t testing.TB, m *trained.Model, h *train.History, taken, best int, stopped string) Outcome {
	t.Helper()
	o := Outcome{map[string][]float64{}, h.Steps, h.Counts, taken, best, stopped}
	for path, value := range must.Of(m.Variables()).In(t) {
		o.Weights[path] = must.Of(wide.Floats(value)).In(t)
	}
	if len(o.Weights) == 0 {
		t.Fatal("a model without variables")
	}
	return o
}
