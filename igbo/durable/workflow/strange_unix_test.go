//go:build unix

package workflow

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestStrangeParts checks that a cell is computed whatever file has the name of its part. The part replaces it
// if possible, and the target of a link is not changed.
func TestStrangeParts(t *testing.T) {
	want := mustSum(t, newSums(), Options{Unkept: true})
	precious := filepath.Join(t.TempDir(), "precious")
	must.Do(t, os.WriteFile(precious, []byte("precious"), 0o600))
	for name, plant := range map[string]func(path string) error{
		"pipe":         func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"link":         func(path string) error { return os.Symlink(precious, path) },
		"broken link":  func(path string) error { return os.Symlink(path+".none", path) },
		"link to self": func(path string) error { return os.Symlink(path, path) },
		"device":       func(path string) error { return os.Symlink("/dev/zero", path) },
		"folder":       func(path string) error { return os.Mkdir(path, 0o777) },
		"full folder":  func(path string) error { return os.MkdirAll(filepath.Join(path, "below"), 0o777) },
		"unreadable":   func(path string) error { return os.WriteFile(path, nil, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Dir: t.TempDir()}
			mustSum(t, newSums(), o)
			files := must.Of(filepath.Glob(filepath.Join(o.Dir, "*"+suffix))).In(t)
			for _, path := range files[:3] {
				must.Do(t, os.Remove(path))
				if err := plant(path); err != nil {
					t.Skip(err)
				}
			}
			ends(t, func() {
				got, err := Run(t.Context(), nil, newSums(), o)
				if refused := name == "full folder"; !reflect.DeepEqual(got, want) || (err != nil) != refused || refused && !strings.Contains(err.Error(), "is a folder") {
					t.Errorf("found %v, %v, want %v", got, err, want)
				}
				if n := cellsDone(func() { _, _ = Run(t.Context(), nil, newSums(), o) }); n != 0 && name != "full folder" {
					t.Errorf("%d cells are done again", n)
				}
			})
		})
	}
	if text, err := os.ReadFile(precious); err != nil || string(text) != "precious" {
		t.Errorf("the file behind a link holds %q, %v", text, err)
	}
}

// TestGatherReadsOnly checks that Gather creates no folder, and can read a folder without write permission.
func TestGatherReadsOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	if _, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: dir}); err == nil || !strings.Contains(err.Error(), "no such") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made for a fold")
	}
	want := mustSum(t, newSums(), Options{Dir: dir})
	before := must.Of(os.Stat(dir)).In(t)
	if got, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: dir}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, %v, want %v", got, err, want)
	}
	if after, err := os.Stat(dir); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the fold wrote to the folder, %v", err)
	}
}
