package durable

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDamage checks that every flipped, removed or added byte of a file is detected, and every missing, added or exchanged file.
func TestDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	must.Do(t, WriteFolder(dir, fill("some text")))
	tried := 0
	refused := func(what string) {
		t.Helper()
		tried++
		_, err := ReadFolder(dir)
		var damage *DamageError
		if !errors.As(err, &damage) && !errors.Is(err, ErrNoManifest) {
			t.Fatalf("%s: %v, want a damage", what, err)
		}
	}
	for _, name := range []string{"a", "deep/b", Manifest} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		good := must.Of(os.ReadFile(path)).In(t)
		write := func(content []byte) {
			t.Helper()
			must.Do(t, inPlace(path, content))
		}
		for bit := range 8 * len(good) {
			bad := bytes.Clone(good)
			bad[bit/8] ^= 1 << (bit % 8)
			write(bad)
			refused("flipped bit of " + name)
		}
		for n := range good {
			write(good[:n])
			refused("cut " + name)
		}
		write(append(bytes.Clone(good), '\n'))
		refused("longer " + name)
		must.Do(t, os.Remove(path))
		refused("without " + name)
		must.Do(t, os.Mkdir(path, 0o777))
		refused("a folder for " + name)
		must.Do(t, os.Remove(path))
		if os.Symlink("/dev/zero", path) == nil {
			refused("a link for " + name)
			must.Do(t, os.Remove(path))
		}
		write(good)
	}
	alien := filepath.Join(dir, "deep", "alien")
	must.Do(t, os.WriteFile(alien, nil, 0o666))
	refused("an alien file")
	must.Do(t, os.Remove(alien))
	must.Do(t, os.Mkdir(alien, 0o777))
	refused("an empty folder")
	must.Do(t, os.Remove(alien))
	wantFolder(t, dir)
	t.Logf("%d bad folders", tried)
}

// inPlace writes a file without truncating it first, because some file systems flush after a truncation.
func inPlace(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(content, 0)
	return errors.Join(err, f.Truncate(int64(len(content))), f.Close())
}

// TestManifestIsCoreutils checks that sha256sum can read the manifest, if it is installed.
func TestManifestIsCoreutils(t *testing.T) {
	sha256sum, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("no sha256sum here")
	}
	dir := filepath.Join(t.TempDir(), "folder")
	must.Do(t, WriteFolder(dir, fill("some text")))
	check := exec.Command(sha256sum, "--check", "--strict", Manifest)
	check.Dir = dir
	if text, err := check.CombinedOutput(); err != nil || strings.Count(string(text), ": OK") != 2 {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestMissingFolder checks that a missing folder is not reported as damage.
func TestMissingFolder(t *testing.T) {
	if _, err := ReadFolder(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrNoManifest) {
		t.Errorf("error %v, want that the folder does not exist", err)
	}
}
