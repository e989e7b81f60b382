package training

import (
	"context"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// trains runs a training and fails the test if it returns an error.
func trains(t testing.TB, cfg settings.Config, data samples.Data, d *dag.DAG) *Result {
	t.Helper()
	return must.Of(Train(context.Background(), backendtest.Open(t), cfg, data, d)).In(t)
}

func outcomeOf(t testing.TB, r *Result) modeltest.Outcome {
	t.Helper()
	return modeltest.OutcomeOf(t, r.Model, r.History, r.Steps, r.BestStep, r.Stopped)
}
