package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// hidden lists the hidden files of a folder.
func hidden(t testing.TB, dir string) []string {
	t.Helper()
	entries := must.Of(os.ReadDir(dir)).In(t)
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

func wantContent(t testing.TB, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %.40q (%v), want %.40q", path, got, err, want)
	}
}

// TestWriteFile checks new and replaced files, also through a link, and that nothing else is left.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	for _, content := range []string{"one", "", "three"} {
		must.Do(t, WriteFile(path, []byte(content), 0o666))
		wantContent(t, path, content)
	}
	if err := os.Symlink("file", link); err == nil {
		must.Do(t, WriteFile(link, []byte("through"), 0o666))
		wantContent(t, path, "through")
		if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("the link became %v (%v)", info, err)
		}
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestWriteFiles checks that no file changes if one of several cannot be written.
func TestWriteFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(paths ...string) error {
		return WriteFiles(paths, [][]byte{[]byte("a"), []byte("b"), []byte("c")}[:len(paths)], 0o666)
	}
	must.Do(t, write("x", "y"))
	must.Do(t, os.Mkdir("folder", 0o777))
	for _, paths := range [][]string{{"y", "missing/x"}, {"folder", "y", "x"}, {"y", "x/z", "x"}, {"y", "new", "folder"}} {
		if err := write(paths...); err == nil {
			t.Errorf("%v: no error", paths)
		}
	}
	wantContent(t, "x", "a")
	wantContent(t, "y", "b")
	if _, err := os.Stat("new"); err == nil {
		t.Error("a file is there that was to be written with others")
	}
}

// TestFailedWriteChangesNothing checks that a failed write changes nothing, and that its error names the requested file.
func TestFailedWriteChangesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	must.Do(t, WriteFile(path, []byte("old"), 0o666))
	broken := errors.New("out of ideas")
	err := Write(path, 0o666, func(w io.Writer) error {
		if _, err := w.Write([]byte("half")); err != nil {
			t.Error(err)
		}
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one with %v and the path", err, broken)
	}
	wantContent(t, path, "old")
	for want, at := range map[string]string{
		"must be a file": dir,
		"write " + filepath.Join(dir, "none", "file"): filepath.Join(dir, "none", "file"),
		"write " + filepath.Join(path, "file"):        filepath.Join(path, "file"),
	} {
		if err := WriteFile(at, nil, 0o666); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), prefix) {
			t.Errorf("error %v, want one with %q and no draft", err, want)
		}
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// fill returns a function that writes a folder of two files with the text.
func fill(text string) func(temp string) error {
	return func(temp string) error {
		if err := os.Mkdir(filepath.Join(temp, "deep"), 0o777); err != nil {
			return err
		}
		return errors.Join(os.WriteFile(filepath.Join(temp, "a"), []byte(text), 0o666),
			os.WriteFile(filepath.Join(temp, "deep", "b"), []byte(text), 0o666))
	}
}

// wantFolder checks that a folder is complete and returns its text.
func wantFolder(t testing.TB, dir string) string {
	t.Helper()
	contents, err := ReadFolder(dir)
	if err != nil || len(contents) != 2 || string(contents["a"]) != string(contents["deep/b"]) {
		t.Fatalf("%q, %v, want a and deep/b with one text", contents, err)
	}
	return string(contents["a"])
}

// TestWriteFolder checks that a folder is created, replaced in either way, and unchanged if a write fails.
func TestWriteFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a [folder]*")
	for i, write := range []func(string, func(string) error) error{WriteFolder, WriteFolder, WriteFolderUnsynced, inTwoSteps} {
		text := strings.Repeat("x", i)
		must.Do(t, write(dir, fill(text)))
		if got := wantFolder(t, dir); got != text {
			t.Errorf("write %d left %q, want %q", i, got, text)
		}
	}
	broken := errors.New("out of ideas")
	if err := WriteFolder(dir, func(temp string) error { return errors.Join(fill("new")(temp), broken) }); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if got := wantFolder(t, dir); got != "xxx" {
		t.Errorf("a failed write left %q", got)
	}
	if left := hidden(t, parent); left != nil {
		t.Errorf("left behind: %v", left)
	}
	refusal.Check(t, WriteFolder(filepath.Join(dir, "a"), fill("x")), "must be a folder", "a folder in place of a file")
}

// inTwoSteps writes a folder as WriteFolder does on systems that cannot exchange folders.
func inTwoSteps(dir string, write func(temp string) error) error {
	d, err := newTemp(dir)
	if err != nil {
		return err
	}
	if err := d.writeFolder(write, false); err != nil {
		return errors.Join(err, d.close())
	}
	err = d.stepAside(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.Rename(d.path(tempEnd), dir)
	}
	return errors.Join(err, d.close())
}
