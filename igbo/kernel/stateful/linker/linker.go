package linker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

//go:embed patch
var patchFolder embed.FS

// folder is the embedded folder. Its files do not end in .go, because they compile only in packages of cmd/link.
const folder = "patch"

// Place describes where Go and its linker are.
type Place struct {
	// Go is the go command, Root its GOROOT, and Version its release.
	Go, Root, Version string
	// Env is the environment of the build.
	Env []string
}

// Make builds the linker as the file program, and writes the overlay into the same folder. It returns an error if the release is
// unsupported, a patch does not match, or the go command fails.
func Make(ctx context.Context, at Place, program string) error {
	if err := Supported(at.Version, runtime.GOOS, runtime.GOARCH); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(program), "overlay-")
	if err != nil {
		return fmt.Errorf("linker: %w", err)
	}
	defer os.RemoveAll(work)
	root := filepath.Join(work, "root")
	if err := mirror(at.Root, root); err != nil {
		return fmt.Errorf("linker: %w", err)
	}
	overlay, err := write(filepath.Join(root, "src", "cmd", "link", "internal"), work, Series(at.Version))
	if err != nil {
		return err
	}
	temp := filepath.Join(work, "link")
	cmd := exec.CommandContext(ctx, at.Go, "build", "-overlay="+overlay, "-o", temp, "cmd/link")
	cmd.Env, cmd.Dir = append(slices.Clip(at.Env), "GOROOT="+root, "GOTOOLCHAIN=local"), work
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("linker: %w\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Rename(temp, program); err != nil {
		return fmt.Errorf("linker: %w", err)
	}
	return nil
}

// mirror makes a GOROOT of links to the folders of another one. The go command accepts an overlay of files in it, but not of files in the
// module cache, where downloaded toolchains are.
func mirror(root, to string) error {
	all, err := os.ReadDir(root)
	if err == nil {
		err = os.Mkdir(to, 0o700)
	}
	for _, e := range all {
		if err == nil {
			err = os.Symlink(filepath.Join(root, e.Name()), filepath.Join(to, e.Name()))
		}
	}
	return err
}

// write writes the patched and the new files into a folder, and returns the path of the overlay file.
func write(source, work, series string) (string, error) {
	replace := map[string]string{}
	put := func(name string, text []byte) error {
		file := filepath.Join(work, strings.ReplaceAll(name, "/", "_"))
		replace[filepath.Join(source, filepath.FromSlash(name))] = file
		return os.WriteFile(file, text, 0o600)
	}
	for name, all := range patchesOf(series) {
		text, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
		if err != nil {
			return "", fmt.Errorf("linker: %w", err)
		}
		patched, err := apply(name, string(text), all)
		if err != nil {
			return "", err
		}
		if err := put(name, []byte(patched)); err != nil {
			return "", fmt.Errorf("linker: %w", err)
		}
	}
	err := fs.WalkDir(patchFolder, folder, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(p) != ".txt" {
			return err
		}
		text, err := patchFolder.ReadFile(p)
		if err != nil {
			return err
		}
		return put(strings.TrimSuffix(strings.TrimPrefix(p, folder+"/"), ".txt"), text)
	})
	if err != nil {
		return "", fmt.Errorf("linker: %w", err)
	}
	file := filepath.Join(work, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("linker: %w", err)
	}
	return file, nil
}

// apply applies the patches of a file. It returns an error if a patch does not match as often as it must.
func apply(name, text string, all []patch) (string, error) {
	for i, h := range all {
		if n := strings.Count(text, h.old); n != h.times {
			return "", fmt.Errorf("linker: patching %s: unsupported release of Go (patch %d must match %d times, but matches %d times)", name, i+1, h.times, n)
		}
		text = strings.ReplaceAll(text, h.old, h.new)
	}
	return text, nil
}

// Patch returns a digest of everything that is added to Go's linker. If it changes, the linker must be built again.
var Patch = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, series := range []string{"go1.26", "go1.27"} {
		all := patchesOf(series)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			fmt.Fprintf(sum, "%s %s %+v\n", series, name, all[name])
		}
	}
	_ = fs.WalkDir(patchFolder, folder, func(p string, e fs.DirEntry, err error) error { // embedded files can always be read
		text, _ := patchFolder.ReadFile(p)
		fmt.Fprintf(sum, "%s %q\n", p, text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:16]
})
