package igbo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestDamagedModel checks that damaged models do not load.
func TestDamagedModel(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.Standardize = 1, true
	dir := filepath.Join(t.TempDir(), "model")
	must.Do(t, mustTrain(t, cfg, data, d).Model.Save(dir))
	good, backend := modeltest.ReadAll(t, dir), backendtest.Open(t)
	all := modeltest.Mutants(good)
	for _, m := range all {
		mend := m.Apply(t, dir, good)
		_, err := Load(backend, dir)
		var damage *durable.DamageError
		if !errors.As(err, &damage) && !errors.Is(err, durable.ErrNoManifest) {
			t.Fatalf("%s: %v, want a damage", m.What, err)
		}
		mend()
	}
	if _, err := Load(backend, dir); err != nil {
		t.Error(err)
	}
	t.Logf("%d damaged models of %d files", len(all), len(good))
}

// TestExchangedCheckpoints checks that an intact checkpoint under another one's name counts as
// damaged.
func TestExchangedCheckpoints(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs = 12
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 4, Keep: 4}
	mustTrain(t, cfg, data, d)
	cfg.Checkpoints.Resume = true
	at := func(step int) string { return filepath.Join(cfg.Checkpoints.Dir, fmt.Sprintf("step-%09d", step)) }
	must.Do(t, errors.Join(os.RemoveAll(at(24)), os.Rename(at(16), at(24)), os.Rename(at(20), at(16))))
	r := mustTrain(t, cfg, data, d)
	if len(r.Damaged) != 2 || !reflect.DeepEqual(outcomeOf(t, r), want) {
		t.Errorf("after %q the result is another", r.Damaged)
	}
}
