package trained_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/trained"
)

// TestModelOfAnotherProgram checks that a folder with the model.json of another program, such as TensorFlow.js,
// is not replaced.
func TestModelOfAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, trained.DescriptionFile), []byte(`{"format": "layers-model"}`), 0o666))
	refusal.Check(t, trained.Replaceable(dir), "contains no saved model")
}
