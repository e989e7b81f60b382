package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestFilesAreGenerated checks that the committed files match the descriptions.
func TestFilesAreGenerated(t *testing.T) {
	for name, want := range files() {
		got := must.Of(os.ReadFile(filepath.Join("..", name))).In(t)
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what gen writes: run go generate ./igbo/backend/vector", name)
		}
	}
}
