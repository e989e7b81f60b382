//go:build unix

package igbo

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// saveFolder passes the folder for saving to a child process of TestKilledSave.
const saveFolder = "IGBO_TEST_SAVE_FOLDER"

// twoModels returns the models that the child saves alternately.
func twoModels(t *testing.T) (models [2]*Model, data Data) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	for i := range models {
		cfg.Seed = int64(i)
		models[i] = mustTrain(t, cfg, data, nil).Model
	}
	return models, data
}

// TestKilledSave repeatedly kills a process that saves one model over another. The folder must then
// contain one of the two models, complete, and no temporary files after the next save.
func TestKilledSave(t *testing.T) {
	models, data := twoModels(t)
	if dir := os.Getenv(saveFolder); dir != "" {
		for i := 0; ; i++ {
			must.Do(t, models[i%2].Save(dir))
		}
	}
	var want [2][]float64
	for i, m := range models {
		want[i] = must.Of(m.Predict(data)).In(t)
	}
	parent, rng := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	dir := filepath.Join(parent, "model")
	leftovers, found := 0, [2]int{}
	for range 40 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledSave$", "-test.count=1")
		child.Env = append(os.Environ(), saveFolder+"="+dir)
		must.Do(t, child.Start())
		waitForChange(t, dir)
		time.Sleep(time.Duration(rng.IntN(15000)) * time.Microsecond)
		must.Do(t, child.Process.Kill())
		_ = child.Wait()
		if child.ProcessState.ExitCode() >= 0 {
			t.Fatal("the child ended by itself")
		}
		if left := hiddenIn(t, parent); len(left) > 0 {
			leftovers++
		}
		loaded := must.Of(Load(backendtest.Open(t), dir)).In(t)
		y, err := loaded.Predict(data)
		switch {
		case err == nil && reflect.DeepEqual(y, want[0]):
			found[0]++
		case err == nil && reflect.DeepEqual(y, want[1]):
			found[1]++
		default:
			t.Fatalf("a model of neither kind, %v", err)
		}
		must.Do(t, models[0].Save(dir))
		if left := hiddenIn(t, parent); left != nil {
			t.Fatalf("left behind: %v", left)
		}
	}
	if leftovers == 0 {
		t.Error("no kill came in the middle of a save")
	}
	t.Logf("40 kills, %d left a draft, models found %v", leftovers, found)
}

// waitForChange waits until the folder has been written again.
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
	for _, e := range must.Of(os.ReadDir(dir)).In(t) {
		if strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// fullDiskFolder passes the folder for saving to a child process of TestFullDisk.
const fullDiskFolder = "IGBO_TEST_FULL_DISK_FOLDER"

// TestFullDisk limits files to 64 bytes. Saves and checkpoints must fail, and the existing model
// must stay intact.
func TestFullDisk(t *testing.T) {
	models, data := twoModels(t)
	if parent := os.Getenv(fullDiskFolder); parent != "" {
		signal.Ignore(syscall.SIGXFSZ)
		must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64, Max: 64}))
		cfg := models[0].Config
		cfg.Checkpoints = Checkpoints{Dir: filepath.Join(parent, "checkpoints"), Every: 1}
		_, err := Train(context.Background(), backendtest.Open(t), cfg, data, nil)
		for _, err := range []error{err, models[1].Save(filepath.Join(parent, "model"))} {
			if !errors.Is(err, syscall.EFBIG) {
				t.Errorf("error %v, want %v", err, syscall.EFBIG)
			}
		}
		return
	}
	parent := t.TempDir()
	dir := filepath.Join(parent, "model")
	must.Do(t, models[0].Save(dir))
	child := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.count=1")
	child.Env = append(os.Environ(), fullDiskFolder+"="+parent)
	var out bytes.Buffer // a pipe has no size limit
	child.Stdout, child.Stderr = &out, &out
	if err := child.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	loaded := must.Of(Load(backendtest.Open(t), dir)).In(t)
	same(t, models[0], loaded, data)
	for _, folder := range []string{parent, filepath.Join(parent, "checkpoints")} {
		if left := hiddenIn(t, folder); left != nil {
			t.Errorf("left behind in %s: %v", folder, left)
		}
	}
}

// TestLoadAfterCutReplacement simulates a save that is killed between its two renames, on systems
// that cannot exchange folders. No model has the final name then, and Load completes the
// replacement.
func TestLoadAfterCutReplacement(t *testing.T) {
	models, data := twoModels(t)
	parent := t.TempDir()
	dir, temp := filepath.Join(parent, "model"), filepath.Join(parent, ".igbo-0123456789abcdef")
	for i, end := range []string{".old", ".tmp"} { // saved elsewhere, because a save removes these files
		saved := filepath.Join(t.TempDir(), "model")
		must.Do(t, errors.Join(models[i].Save(saved), os.Rename(saved, temp+end)))
	}
	must.Do(t, os.WriteFile(temp+".lock", []byte("\x00model\n"), 0o666))
	loaded := must.Of(Load(backendtest.Open(t), dir)).In(t)
	same(t, models[1], loaded, data)
	if left := hiddenIn(t, parent); left != nil {
		t.Errorf("left behind: %v", left)
	}
}
