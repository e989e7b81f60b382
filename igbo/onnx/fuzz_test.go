package onnx

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// FuzzLoad checks that any content either loads or is rejected with a one-line error, without a panic.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/*.onnx")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		whole := must.Of(os.ReadFile(file)).In(f)
		f.Add(whole)
	}
	file := filepath.Join(f.TempDir(), "f.onnx")
	f.Fuzz(func(t *testing.T, content []byte) {
		must.Do(t, os.WriteFile(file, content, 0o600))
		m, err := Load(file)
		switch {
		case err != nil:
			refusal.OfFile(t, err, "onnx: loading ")
		case err == nil && (m.Features < 1 || m.Outputs < 1 || m.Steps < 0):
			t.Fatalf("a model of %d features, %d steps and %d outputs", m.Features, m.Steps, m.Outputs)
		}
	})
}
