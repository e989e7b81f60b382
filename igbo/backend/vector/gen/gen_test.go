package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What is committed is what the descriptions give.
func TestFilesAreGenerated(t *testing.T) {
	for name, want := range files() {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what gen writes: run go generate ./igbo/backend/vector", name)
		}
	}
}
