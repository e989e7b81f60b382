package igbo

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// mutant is a way to damage a folder of files.
type mutant struct {
	what string
	// file is changed to content; nil removes it.
	file    string
	content []byte
}

// mutants are all that the tests do to each file: one bit of every byte
// flipped, cut at every length, longer, and removed; and a file that does not belong there.
func mutants(good map[string][]byte) []mutant {
	list := []mutant{{"an alien file", "alien.txt", []byte("hello")}}
	for _, name := range slices.Sorted(maps.Keys(good)) {
		content := good[name]
		for i := range content {
			bad := bytes.Clone(content)
			bad[i] ^= 1 << (i % 8)
			list = append(list, mutant{fmt.Sprintf("bit %d of %s flipped", 8*i+i%8, name), name, bad})
		}
		for n := range content {
			list = append(list, mutant{fmt.Sprintf("%s cut to %d bytes", name, n), name, content[:n]})
		}
		list = append(list, mutant{name + " a byte longer", name, append(bytes.Clone(content), 0)}, mutant{name + " removed", name, nil})
	}
	return list
}

// apply damages a folder of the good files and returns how to mend it.
func (m mutant) apply(t testing.TB, dir string, good map[string][]byte) (mend func()) {
	t.Helper()
	path := filepath.Join(dir, m.file)
	put := func(content []byte) {
		if content == nil {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			return
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteAt(content, 0)
		if err := errors.Join(err, f.Truncate(int64(len(content))), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	put(m.content)
	return func() { put(good[m.file]) }
}

// readAll reads a folder's files, the manifest among them.
func readAll(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestDamagedModel: no damaged model loads.
func TestDamagedModel(t *testing.T) {
	cfg, data, d := small(t)
	cfg.Epochs, cfg.Standardize = 1, true
	dir := filepath.Join(t.TempDir(), "model")
	if err := mustTrain(t, cfg, data, d).Model.Save(dir); err != nil {
		t.Fatal(err)
	}
	good, backend := readAll(t, dir), backendtest.Open(t)
	all := mutants(good)
	for _, m := range all {
		mend := m.apply(t, dir, good)
		_, err := Load(backend, dir)
		var damage *durable.DamageError
		if !errors.As(err, &damage) && !errors.Is(err, durable.ErrNoManifest) {
			t.Fatalf("%s: %v, want a damage", m.what, err)
		}
		mend()
	}
	if _, err := Load(backend, dir); err != nil {
		t.Error(err)
	}
	t.Logf("%d damaged models of %d files", len(all), len(good))
}

// TestDamagedCheckpoint: no damaged checkpoint is resumed. The older one is
// taken, and the result is the same bit for bit. The whole training is done
// for every 200th damage; for the others it is enough that reading fails.
func TestDamagedCheckpoint(t *testing.T) {
	cfg, data, d := small(t)
	cfg.Epochs, cfg.HistoryEvery = 12, 3
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 8, Keep: 2}
	mustTrain(t, cfg, data, d)
	cfg.Checkpoints.Resume = true
	m, err := newModel(backendtest.Open(t), cfg, data, d)
	if err != nil {
		t.Fatal(err)
	}
	from, err := m.memory(data)
	if err != nil {
		t.Fatal(err)
	}
	keeper, err := newCheckpointKeeper(m, from.digest)
	if err != nil {
		t.Fatal(err)
	}
	found, err := keeper.folders()
	keeper.close()
	if err != nil || len(found) != 2 {
		t.Fatalf("checkpoints %v, %v, want 2", found, err)
	}
	good, older := readAll(t, found[0]), readAll(t, found[1])
	all := mutants(good)
	for _, name := range slices.Sorted(maps.Keys(good)) { // exchanged with the older one's
		if !bytes.Equal(good[name], older[name]) {
			all = append(all, mutant{name + " of the older checkpoint", name, older[name]})
		}
	}
	resumed := 0
	for i, bad := range all {
		mend := bad.apply(t, found[0], good)
		if _, err := keeper.read(found[0]); err == nil {
			t.Fatalf("%s: it is read", bad.what)
		}
		if i%200 == 0 || i >= len(all)-len(good) {
			wantOlder(t, cfg, data, found[0], want, bad.what)
			resumed++
			restoreFolder(t, found[0], good)
			restoreFolder(t, found[1], older)
			continue
		}
		mend()
	}
	t.Logf("%d damaged checkpoints of %d files, %d resumed", len(all), len(good), resumed)
	if _, err := keeper.read(found[0]); err != nil {
		t.Error(err)
	}
}

// wantOlder resumes a training whose newest checkpoint is damaged.
func wantOlder(t *testing.T, cfg Config, data Data, newest string, want outcome, what string) {
	t.Helper()
	_, _, d := small(t)
	var told []string
	cfg.Checkpoints.OnDamaged = func(folder string, err error) { told = append(told, folder) }
	r := mustTrain(t, cfg, data, d)
	if got := outcomeOf(t, r); !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: the result is another", what)
	}
	if len(r.Damaged) != 1 || !strings.Contains(r.Damaged[0], newest) || !slices.Equal(told, []string{newest}) {
		t.Fatalf("%s: told %q and %q, want %s", what, r.Damaged, told, newest)
	}
}

// restoreFolder puts a folder back as it was.
func restoreFolder(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o777)); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExchangedCheckpoints: a whole checkpoint under another's name is damage too.
func TestExchangedCheckpoints(t *testing.T) {
	cfg, data, d := small(t)
	cfg.Epochs = 12
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 4, Keep: 4}
	mustTrain(t, cfg, data, d)
	cfg.Checkpoints.Resume = true
	at := func(step int) string { return filepath.Join(cfg.Checkpoints.Dir, folderOf(step)) }
	if err := errors.Join(os.RemoveAll(at(24)), os.Rename(at(16), at(24)), os.Rename(at(20), at(16))); err != nil {
		t.Fatal(err)
	}
	r := mustTrain(t, cfg, data, d)
	if len(r.Damaged) != 2 || !reflect.DeepEqual(outcomeOf(t, r), want) {
		t.Errorf("after %q the result is another", r.Damaged)
	}
}
