package training

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestDamagedCheckpoint checks that a damaged checkpoint is never resumed. Training resumes from the older checkpoint and
// gives the same result bit for bit. The test completes the training for every 200th kind of damage; for the others it
// only checks that reading fails.
func TestDamagedCheckpoint(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.HistoryEvery = 12, 3
	want := outcomeOf(t, trains(t, cfg, data, d))
	cfg.Checkpoints = settings.Checkpoints{Dir: t.TempDir(), Every: 8, Keep: 2}
	trains(t, cfg, data, d)
	cfg.Checkpoints.Resume = true
	m := must.Of(trained.For(backendtest.Open(t), cfg, data, d, nil)).In(t)
	checkpointer := must.Of(newCheckpointer(m, func() (string, error) { return digestOf(data, m) })).In(t)
	found, err := checkpointer.folders()
	checkpointer.close()
	if err != nil || len(found) != 2 {
		t.Fatalf("checkpoints %v, %v, want 2", found, err)
	}
	good, older := modeltest.ReadAll(t, found[0]), modeltest.ReadAll(t, found[1])
	all := modeltest.Mutants(good)
	for _, name := range slices.Sorted(maps.Keys(good)) { // replaced by the file of the older checkpoint
		if !bytes.Equal(good[name], older[name]) {
			all = append(all, modeltest.Mutant{What: name + " of the older checkpoint", File: name, Content: older[name]})
		}
	}
	resumed := 0
	for i, bad := range all {
		mend := bad.Apply(t, found[0], good)
		if _, err := checkpointer.read(found[0]); err == nil {
			t.Fatalf("%s: it is read", bad.What)
		}
		if i%200 == 0 || i >= len(all)-len(good) {
			wantOlder(t, cfg, data, found[0], want, bad.What)
			resumed++
			restoreFolder(t, found[0], good)
			restoreFolder(t, found[1], older)
			continue
		}
		mend()
	}
	t.Logf("%d damaged checkpoints of %d files, %d resumed", len(all), len(good), resumed)
	if _, err := checkpointer.read(found[0]); err != nil {
		t.Error(err)
	}
}

// wantOlder checks that training resumes from the older checkpoint if the newest one is damaged.
func wantOlder(t *testing.T, cfg settings.Config, data samples.Data, newest string, want modeltest.Outcome, what string) {
	t.Helper()
	_, _, d := modeltest.Small(t)
	var reported []string
	cfg.Checkpoints.OnDamaged = func(folder string, err error) { reported = append(reported, folder) }
	r := trains(t, cfg, data, d)
	if got := outcomeOf(t, r); !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: the result is another", what)
	}
	if len(r.Damaged) != 1 || !strings.Contains(r.Damaged[0], newest) || !slices.Equal(reported, []string{newest}) {
		t.Fatalf("%s: told %q and %q, want %s", what, r.Damaged, reported, newest)
	}
}

// restoreFolder restores the contents of a folder.
func restoreFolder(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	must.Do(t, errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o777)))
	for name, content := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), content, 0o666))
	}
}
