package linker

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed patch
var patch embed.FS

// folder is the embedded one. Its files have another ending, as they compile in packages of cmd/link alone.
const folder = "patch"

// Place is where Go and its linker are.
type Place struct {
	// Go is the go command, Root its GOROOT, and Version its release.
	Go, Root, Version string
	// Env is the environment in which it builds.
	Env []string
}

// Supported is an error where no linker can be made for a release and a platform.
func Supported(version, system, arch string) error {
	switch {
	case system != "linux" || arch != "amd64":
		return fmt.Errorf("linker: living cells are proven on linux/amd64 alone, and this is %s/%s", system, arch)
	case !slices.Contains(Known, version):
		return fmt.Errorf("linker: living cells are proven on %s alone, and this is %s", strings.Join(Known, ", "), version)
	}
	return nil
}

// Make builds the linker as the file program. The folder that holds it gets the overlay too.
//
// Errors: a release that is not known; a hunk that does not match; the go command's.
func Make(ctx context.Context, at Place, program string) error {
	if !slices.Contains(Known, at.Version) {
		return Supported(at.Version, "linux", "amd64")
	}
	work, err := os.MkdirTemp(filepath.Dir(program), "overlay-")
	if err != nil {
		return fmt.Errorf("linker: %w", err)
	}
	defer os.RemoveAll(work)
	overlay, err := write(filepath.Join(at.Root, "src", "cmd", "link", "internal"), work)
	if err != nil {
		return err
	}
	draft := filepath.Join(work, "link")
	cmd := exec.CommandContext(ctx, at.Go, "build", "-overlay="+overlay, "-o", draft, "cmd/link")
	cmd.Env, cmd.Dir = at.Env, work
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("linker: %w\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Rename(draft, program); err != nil {
		return fmt.Errorf("linker: %w", err)
	}
	return nil
}

// write writes the patched and the new files into a folder, and returns the file of the overlay.
func write(source, work string) (string, error) {
	replace := map[string]string{}
	put := func(name string, text []byte) error {
		file := filepath.Join(work, strings.ReplaceAll(name, "/", "_"))
		replace[filepath.Join(source, filepath.FromSlash(name))] = file
		return os.WriteFile(file, text, 0o600)
	}
	for name, all := range hunks {
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
	err := fs.WalkDir(patch, folder, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(p) != ".txt" {
			return err
		}
		text, err := patch.ReadFile(p)
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

// apply applies the hunks of a file. Errors: one that does not match as often as it has to.
func apply(name, text string, all []hunk) (string, error) {
	for i, h := range all {
		if n := strings.Count(text, h.old); n != h.times {
			return "", fmt.Errorf("linker: hunk %d of %s matches %d times, expected %d: this Go's linker is another one", i+1, name, n, h.times)
		}
		text = strings.ReplaceAll(text, h.old, h.new)
	}
	return text, nil
}
