package workflow

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestOnceTrustsNoPlantedFile checks that a valid file for other settings is not used under another name.
func TestOnceTrustsNoPlantedFile(t *testing.T) {
	s := testStore(t)
	ask := func(lambda float64) float64 {
		t.Helper()
		r := must.Of(once(t.Context(), s, nil, square, settings{Lambda: lambda})).In(t)
		return r.Mean
	}
	ask(2)
	other := s.files()[0].Name()
	content := must.Of(os.ReadFile(filepath.Join(s.dir, other))).In(t)
	ask(3)
	for _, f := range s.files() {
		must.Do(t, os.WriteFile(filepath.Join(s.dir, f.Name()), content, 0o600))
	}
	if got := ask(3); got != 9 {
		t.Errorf("λ = 3 gives %g, want 9; a file of λ = 2 lies in its place", got)
	}
}

// TestValueWithoutFolder checks that the result is returned with the error if nothing can be stored.
func TestValueWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	t.Setenv("GONB_TMP_DIR", file)
	r, err := Value(nil, squared, 5)
	if r.Value != 25 || err == nil || !strings.HasPrefix(err.Error(), "workflow: ") {
		t.Errorf("result %+v and error %v, want both", r, err)
	}
}
