package catalog

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCommittedResults: a result that is committed in a room is that of a study, which shows it; its
// JSON says the settings.
func TestCommittedResults(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "*", "result.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		known := false
		for _, d := range Studies() {
			known = known || bytes.Equal(d.Committed, text)
		}
		if !known {
			t.Errorf("%s is the committed result of no definition: its study sets Committed", file)
		}
	}
	for _, d := range Studies() {
		result, err := d.Reported()
		if err != nil {
			t.Error(err)
		}
		if result != nil {
			t.Run(d.Name, func(t *testing.T) { shows(t, result) })
		}
	}
}
