package workflow

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestFolder checks the default folder: only the user can read it, and in a notebook it belongs to the kernel
// or the headless run. Value fills it, Cached lists it, and Clear empties it.
func TestFolder(t *testing.T) {
	for _, variable := range []string{"GONB_TMP_DIR", "IGBOLAB_KEPT"} {
		t.Run(variable, func(t *testing.T) { testFolder(t, variable) })
	}
}

func testFolder(t *testing.T, variable string) {
	kernel := t.TempDir()
	t.Setenv("GONB_TMP_DIR", "")
	t.Setenv(variable, kernel)
	must.Do(t, os.Mkdir(filepath.Join(kernel, "study"), 0o755))
	for range 2 {
		must.Of(Value(nil, squared, 7)).In(t)
	}
	info, err := os.Stat(filepath.Join(kernel, "study"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	parts, err := Cached()
	if err != nil || len(parts) != 1 || !strings.HasSuffix(parts[0].Cell, "workflow.squared") || parts[0].Size == 0 {
		t.Errorf("kept %+v, %v", parts, err)
	}
	if err := Clear(); err != nil {
		t.Error(err)
	}
	if parts, err := Cached(); err != nil || len(parts) != 0 {
		t.Errorf("kept %+v, %v", parts, err)
	}
}

// TestPrune checks that the oldest parts are removed first.
func TestPrune(t *testing.T) {
	s := testStore(t)
	for i, age := range []time.Duration{0, time.Hour, 2 * time.Hour, 2 * maxAge} {
		path := filepath.Join(s.dir, string(rune('a'+i))+suffix)
		must.Do(t, errors.Join(os.WriteFile(path, make([]byte, 100), 0o600), os.Chtimes(path, time.Time{}, time.Now().Add(-age))))
	}
	s.prune(time.Now(), 1000)
	if n := len(s.files()); n != 3 {
		t.Errorf("%d files after the first, want 3", n)
	}
	s.prune(time.Now(), 250)
	if files := s.files(); len(files) != 2 || files[1].Name() != "a"+suffix || files[0].Name() != "b"+suffix {
		t.Errorf("%v", files)
	}
}
