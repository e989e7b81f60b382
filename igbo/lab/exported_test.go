package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteExported: exports replace what exports wrote, and nothing that somebody wrote or changed.
func TestWriteExported(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	write := func(files map[string]string) error {
		contents := map[string][]byte{}
		for name, text := range files {
			contents[name] = []byte(text)
		}
		return writeExported(folder, contents)
	}
	check := func(name, want string) {
		t.Helper()
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), expected %q", name, got, err, want)
		}
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"first", "second"} {
		if err := write(map[string]string{"a.html": text, "solutions/b.html": text}); err != nil {
			t.Fatal(err)
		}
		check("a.html", text)
		check("solutions/b.html", text)
	}
	put("solutions/b.html", "changed")
	put("mine.html", "mine")
	for _, name := range []string{"solutions/b.html", "mine.html"} {
		if err := write(map[string]string{"a.html": "third", name: "third"}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, expected one with %s", err, name)
		}
	}
	check("a.html", "second")
	check("solutions/b.html", "changed")
	check("mine.html", "mine")
	if err := write(map[string]string{"a.html": "third", "mine.html": "mine"}); err != nil {
		t.Error("what is there already is no fault:", err)
	}
	put(exportedRecord, "{")
	if err := write(map[string]string{"a.html": "fourth"}); err == nil || !strings.Contains(err.Error(), exportedRecord) {
		t.Errorf("error %v, expected one with %s", err, exportedRecord)
	}
	check("a.html", "third")
}
