package igbo

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestOldCheckpointsAreReadAndResumed loads a checkpoint of format 1 from testdata, after 7 of 12
// steps, written before losses, outputs and the step driver existed. The resumed training must
// reproduce the old predictions up to 1e-3. The tolerance is necessary because the backends round
// differently: at step 12, g2 is 1e-7, all rounding error, and its sign determines the step.
func TestOldCheckpointsAreReadAndResumed(t *testing.T) {
	const folder = "step-000000007"
	then := map[int]float64{0: 7.406685240705603, 11: 8.500454153412724}
	now := map[int]float64{0: 7.40772987689977, 11: 8.50086490786877}
	cfg := DefaultConfig()
	cfg.Model, cfg.Standardize, cfg.Epochs, cfg.BatchSize = models.MLPSpec(models.MLPConfig{Hidden: []int{3}, Activation: "tanh"}), true, 4, 5
	cfg.Attribution.Points = 3
	data := Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 12 {
		data.X = append(data.X, float64(i%5)-2, float64(i%7)/3)
		data.Y = append(data.Y, float64(i%5)+float64(i%7)*2)
	}
	d := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil)).In(t)
	cfg.EarlyStopping = EarlyStopping{Data: data, Patience: 30}
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 7, Resume: true}
	old := filepath.Join("testdata", "format1", folder)
	m := must.Of(Load(backendtest.Open(t), old)).In(t)
	must.Of(m.Evaluate(data, d)).In(t)
	must.Do(t, os.CopyFS(filepath.Join(cfg.Checkpoints.Dir, folder), os.DirFS(old)))
	r := mustTrain(t, cfg, data, d)
	if len(r.Damaged) > 0 || r.Steps != 12 || len(r.History.Steps) != 12 {
		t.Fatalf("%d steps, history of %d, damaged %v", r.Steps, len(r.History.Steps), r.Damaged)
	}
	y := must.Of(r.Model.Predict(data)).In(t)
	want, tolerance := then, 1e-3
	if backendtest.Embedded() {
		want, tolerance = now, 1e-6
	}
	for i, want := range want {
		backendtest.Near(t, "prediction", []float64{y[i]}, []float64{want}, tolerance)
	}
}
