//go:build unix

package igbo

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// saveFolder tells a child process of TestKilledSave where to save.
const saveFolder = "IGBO_TEST_SAVE_FOLDER"

// twoModels are the models that the child saves in turn.
func twoModels(t *testing.T) (models [2]*Model, data Data) {
	cfg, data, _ := small(t)
	cfg.Epochs = 1
	for i := range models {
		cfg.Seed = int64(i)
		r, err := Train(context.Background(), backendtest.Open(t), cfg, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		models[i] = r.Model
	}
	return models, data
}

// TestKilledSave kills a process that saves one model over another, again and
// again: the folder then holds one of the two, whole, and after the next save
// nothing hidden lies beside it.
func TestKilledSave(t *testing.T) {
	models, data := twoModels(t)
	if dir := os.Getenv(saveFolder); dir != "" {
		for i := 0; ; i++ {
			if err := models[i%2].Save(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	var want [2][]float64
	for i, m := range models {
		y, err := m.Predict(data)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = y
	}
	parent, rng := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	dir := filepath.Join(parent, "model")
	leftovers, found := 0, [2]int{}
	for range 40 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledSave$", "-test.count=1")
		child.Env = append(os.Environ(), saveFolder+"="+dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		waitForChange(t, dir)
		time.Sleep(time.Duration(rng.IntN(15000)) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		if child.ProcessState.ExitCode() >= 0 {
			t.Fatal("the child ended by itself")
		}
		if left := hiddenIn(t, parent); len(left) > 0 {
			leftovers++
		}
		loaded, err := Load(backendtest.Open(t), dir)
		if err != nil {
			t.Fatal(err)
		}
		y, err := loaded.Predict(data)
		switch {
		case err == nil && reflect.DeepEqual(y, want[0]):
			found[0]++
		case err == nil && reflect.DeepEqual(y, want[1]):
			found[1]++
		default:
			t.Fatalf("a model of neither kind, %v", err)
		}
		if err := models[0].Save(dir); err != nil {
			t.Fatal(err)
		}
		if left := hiddenIn(t, parent); left != nil {
			t.Fatalf("left behind: %v", left)
		}
	}
	if leftovers == 0 {
		t.Error("no kill came in the middle of a save")
	}
	t.Logf("40 kills, %d left a draft, models found %v", leftovers, found)
}

// waitForChange waits until the folder is written anew.
func waitForChange(t *testing.T, dir string) {
	t.Helper()
	before, _ := os.Stat(dir)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if now, err := os.Stat(dir); err == nil && (before == nil || !os.SameFile(before, now)) {
			return
		} else if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	t.Fatal("nothing was saved in a minute")
}

func hiddenIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}
