package datasets

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiles checks that the embedded tables have the rows and columns in their notes, that each has a note, and
// that Write writes the same bytes.
func TestFiles(t *testing.T) {
	for _, c := range []struct {
		file          File
		rows, columns int
	}{{Penguins(), 344, 8}, {Anes96(), 944, 10}, {WeatherTable(), 2922, 7}, {Statecrime(), 51, 8}} {
		records, err := csv.NewReader(c.file.Reader()).ReadAll()
		if err != nil || len(records) != c.rows+1 || len(records[0]) != c.columns {
			t.Errorf("%s: %d lines, %v, want %d of %d columns", c.file.Name, len(records), err, c.rows+1, c.columns)
		}
		if note, err := os.ReadFile(strings.TrimSuffix(c.file.Name, ".csv") + ".md"); err != nil || !strings.Contains(string(note), "# Source of "+c.file.Name) {
			t.Errorf("%s: no note of its source: %v", c.file.Name, err)
		}
		path, err := c.file.Write(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if text, err := io.ReadAll(f); err != nil || string(text) != c.file.Text {
			t.Errorf("%s: other bytes, %v", path, err)
		}
	}
	if _, err := Penguins().Write(filepath.Join(t.TempDir(), "none")); err == nil || !strings.HasPrefix(err.Error(), "datasets: ") {
		t.Errorf("error %v", err)
	}
}
