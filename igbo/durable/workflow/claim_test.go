package workflow

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// state, if set, is called with each folder for the state of a cell, and can block.
var state func(folder string) error

// keepState saves its state in its folder, as a training does.
func keepState(_ context.Context, w *Work, seed int) (int, error) {
	done.Add(1)
	if w.Scratch != "" {
		if err := durable.MakeFolder(w.Scratch); err != nil {
			return 0, err
		}
		unlock, err := durable.Lock(w.Scratch)
		if err != nil {
			return 0, err
		}
		defer func() { _ = unlock() }()
	}
	return seed * seed, state(w.Scratch)
}

// unfinishedOf lists the folders of unfinished cells.
func unfinishedOf(t *testing.T, dir string) []string {
	t.Helper()
	left := must.Of(filepath.Glob(filepath.Join(dir, unfinished, "*"))).In(t)
	return left
}

// TestStateOfAFinishedCell checks that any process removes the saved state of a killed run once the part
// exists. The state of a failed cell must be kept for the next run.
func TestStateOfAFinishedCell(t *testing.T) {
	o := Options{Dir: t.TempDir(), Checkpoints: 1}
	state = func(folder string) error {
		return errors.Join(os.WriteFile(filepath.Join(folder, "state"), nil, 0o666), errors.New("killed"))
	}
	if _, err := Run(t.Context(), nil, odd(keepState, 3), o); err == nil {
		t.Fatal("no error")
	}
	if left := unfinishedOf(t, o.Dir); len(left) != 1 {
		t.Fatalf("%v are left, want one folder", left)
	}
	state = func(string) error { return nil }
	must.Of(Run(t.Context(), nil, odd(keepState, 3), Options{Dir: o.Dir})).In(t)
	must.Of(Run(t.Context(), nil, odd(keepState, 3), o)).In(t)
	if left := unfinishedOf(t, o.Dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// TestStateGrowsOld checks that in a folder with limits, old state of unfinished cells is removed like old parts.
func TestStateGrowsOld(t *testing.T) {
	s := testStore(t)
	old, young := filepath.Join(s.dir, unfinished, "old"), filepath.Join(s.dir, unfinished, "young")
	for _, dir := range []string{old, young} {
		must.Do(t, os.MkdirAll(dir, 0o777))
	}
	then := time.Now().Add(-maxAge - time.Hour)
	must.Do(t, os.Chtimes(old, then, then))
	s.prune(time.Now(), maxSize)
	if left := unfinishedOf(t, s.dir); len(left) != 1 || left[0] != young {
		t.Errorf("%v are left, want %s", left, young)
	}
}
