package lab

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestWriteExported checks that exports only replace exported files that nobody has changed.
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
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	for _, text := range []string{"first", "second"} {
		must.Do(t, write(map[string]string{"a.html": text, "solutions/b.html": text}))
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
	for _, damage := range []string{"{", "", "null", "[]", `{"a.html": 1}`} {
		put(exportedRecord, damage)
		if err := write(map[string]string{"a.html": "fourth"}); err == nil || !strings.Contains(err.Error(), exportedRecord) {
			t.Errorf("error %v, expected one with %s", err, exportedRecord)
		}
	}
	check("a.html", "third")
}

// TestWriteExportedKilled checks that after a kill at any moment each page is old or new, and that the next export works.
func TestWriteExportedKilled(t *testing.T) {
	folder := os.Getenv("IGBOLAB_TEST_EXPORTS")
	pages := func(n int) map[string][]byte {
		files := map[string][]byte{}
		for i := range 20 {
			files[fmt.Sprintf("part%d/%d.html", i%3, i)] = bytes.Repeat([]byte{byte('a' + n%26)}, 10_000)
		}
		return files
	}
	if folder != "" { // the process that is killed
		for n := 0; ; n++ {
			must.Do(t, writeExported(folder, pages(n)))
		}
	}
	folder = filepath.Join(t.TempDir(), "out")
	must.Do(t, writeExported(folder, pages(25)))
	read := func(path string) string {
		text := must.Of(os.ReadFile(path)).In(t)
		return string(text)
	}
	begun := 0
	for i := range 20 {
		child := exec.Command(os.Args[0], "-test.run=^TestWriteExportedKilled$")
		child.Env = append(os.Environ(), "IGBOLAB_TEST_EXPORTS="+folder)
		must.Do(t, child.Start())
		record := filepath.Join(folder, exportedRecord)
		for before, deadline := read(record), time.Now().Add(time.Minute); read(record) == before && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i*i) * 200 * time.Microsecond)
		must.Do(t, child.Process.Kill())
		_ = child.Wait()
		kinds := map[string]bool{}
		for name := range pages(0) {
			text := read(filepath.Join(folder, filepath.FromSlash(name)))
			if len(text) != 10_000 || strings.Trim(text, text[:1]) != "" {
				t.Fatalf("kill %d: %s is torn", i, name)
			}
			kinds[text] = true
		}
		if len(kinds) > 1 {
			begun++
		}
		if err := writeExported(folder, pages(25-i)); err != nil {
			t.Fatalf("after kill %d: %v", i, err)
		}
	}
	t.Logf("%d of 20 kills came while pages were replaced", begun)
	var left []string
	for _, pattern := range []string{".igbo*", "*/.igbo*"} {
		found := must.Of(filepath.Glob(filepath.Join(folder, pattern))).In(t)
		left = append(left, found...)
	}
	if len(left) != 1 || filepath.Base(left[0]) != exportedRecord {
		t.Errorf("left behind: %v", left)
	}
}

// TestWriteExportedAtOnce checks that one of two concurrent exports fails because of the other.
func TestWriteExportedAtOnce(t *testing.T) {
	folder := t.TempDir()
	unlock := must.Of(durable.Lock(folder)).In(t)
	var held *durable.LockedError
	if err := writeExported(folder, map[string][]byte{"a.html": nil}); !errors.As(err, &held) {
		t.Errorf("error %v, expected that another writes", err)
	}
	must.Do(t, unlock())
	if err := writeExported(folder, map[string][]byte{"a.html": nil}); err != nil {
		t.Error(err)
	}
}
