package study

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// stateful is a study of one cell that keeps its state in its folder, as a training does.
type stateful struct{ Seed int }

func (stateful) Validate() error { return nil }

func (s stateful) Cells(p *Plan) (func(*Parts) (int, error), error) {
	x := Add(p, Cell{Name: "stateful"}, keepState, s.Seed)
	return func(parts *Parts) (int, error) { return x.Of(parts), nil }, nil
}

// state is told of each folder for the state of a cell and waits, where it is set.
var state func(folder string) error

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
	left, err := filepath.Glob(filepath.Join(dir, unfinished, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// TestStateOfAFinishedCell: what a killed run left goes once the part is there, whoever made
// it; what a failed cell left stays for the next run.
func TestStateOfAFinishedCell(t *testing.T) {
	o := Options{Dir: t.TempDir(), Checkpoints: 1}
	state = func(folder string) error {
		return errors.Join(os.WriteFile(filepath.Join(folder, "state"), nil, 0o666), errors.New("killed"))
	}
	if _, err := Run(t.Context(), nil, stateful{3}, o); err == nil {
		t.Fatal("no error")
	}
	if left := unfinishedOf(t, o.Dir); len(left) != 1 {
		t.Fatalf("%v are left, want one folder", left)
	}
	state = func(string) error { return nil }
	if _, err := Run(t.Context(), nil, stateful{3}, Options{Dir: o.Dir}); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), nil, stateful{3}, o); err != nil {
		t.Fatal(err)
	}
	if left := unfinishedOf(t, o.Dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// TestStateGrowsOld: in a folder with bounds the state of cells that nobody
// finished goes as their parts do.
func TestStateGrowsOld(t *testing.T) {
	s := testStore(t)
	old, young := filepath.Join(s.dir, unfinished, "old"), filepath.Join(s.dir, unfinished, "young")
	for _, dir := range []string{old, young} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-maxAge - time.Hour)
	if err := os.Chtimes(old, then, then); err != nil {
		t.Fatal(err)
	}
	s.prune(time.Now(), maxSize)
	if left := unfinishedOf(t, s.dir); len(left) != 1 || left[0] != young {
		t.Errorf("%v are left, want %s", left, young)
	}
}
