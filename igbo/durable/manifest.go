package durable

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Manifest is the name of the file that contains the digests of all other files in a folder.
const Manifest = "SHA256SUMS"

const (
	manifestHead = "# igbolab manifest, format 1: SHA-256 of every file of this folder\n"
	manifestTail = "# SHA-256 of the lines above: "
	maxManifest  = 64 << 20 // bytes
)

// ErrNoManifest reports that a folder cannot be checked because it has no manifest.
var ErrNoManifest = errors.New("no " + Manifest)

// DamageError reports that a folder differs from what was written.
type DamageError struct {
	// Folder is the folder. File is the path of the file in it, with slashes.
	Folder, File string
	// Problem describes what was found and what was expected.
	Problem string
}

// Error names the folder, the file and the problem.
func (e *DamageError) Error() string {
	return fmt.Sprintf("%s is damaged: %s %s", e.Folder, e.File, e.Problem)
}

// seal writes the manifest of a folder.
func seal(dir string) error {
	names, err := list(dir)
	if err != nil {
		return err
	}
	text := bytes.NewBufferString(manifestHead)
	for _, name := range names {
		if name == Manifest {
			return fmt.Errorf("%s already exists", Manifest)
		}
		if strings.ContainsAny(name, "\n\r\\") {
			return fmt.Errorf("the file name %q must not contain a line end or a backslash (rename the file)", name)
		}
		sum, err := Digest(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "%s  %s\n", sum, name)
	}
	fmt.Fprintf(text, "%s%s\n", manifestTail, sum(text.Bytes()))
	return os.WriteFile(filepath.Join(dir, Manifest), text.Bytes(), 0o666)
}

// ReadFolder reads all files of a folder that [WriteFolder] wrote, by path with slashes. It checks the folder
// against its manifest: every file must be present and unchanged, and there must be no other files. It returns
// a [*DamageError] if the check fails, an error that wraps [ErrNoManifest] if there is no manifest, and an error
// that wraps fs.ErrNotExist if the folder does not exist.
func ReadFolder(dir string) (map[string][]byte, error) {
	sums, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	names, err := list(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, listed := sums[name]; !listed && name != Manifest {
			return nil, &DamageError{dir, name, "is not in " + Manifest}
		}
	}
	contents := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if !slices.Contains(names, name) {
			return nil, &DamageError{dir, name, "is missing"}
		}
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if sum := sum(content); sum != sums[name] {
			return nil, &DamageError{dir, name, fmt.Sprintf("has the SHA-256 %.12s…, expected %.12s…", sum, sums[name])}
		}
		contents[name] = content
	}
	return contents, nil
}

// readManifest returns the digests of the files.
func readManifest(dir string) (map[string]string, error) {
	damaged := func(problem string) error { return &DamageError{dir, Manifest, problem} }
	info, err := os.Lstat(filepath.Join(dir, Manifest))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", dir, ErrNoManifest)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damaged(notRegular(info.Mode()))
	}
	f, err := os.Open(filepath.Join(dir, Manifest))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err != nil {
		return nil, err
	}
	at := bytes.LastIndex(text, []byte(manifestTail))
	if at < 0 || string(text[at:]) != manifestTail+sum(text[:at])+"\n" {
		return nil, damaged("does not agree with the digest of itself in its last line")
	}
	lines, headed := strings.CutPrefix(string(text[:at]), manifestHead)
	if !headed {
		return nil, damaged("has another format, expected the first line " + strings.TrimSpace(manifestHead) + "; a newer igbolab may have written it")
	}
	sums := map[string]string{}
	for line := range strings.Lines(lines) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || !fs.ValidPath(name) {
			return nil, damaged(fmt.Sprintf("has the line %q, expected a digest and a file", line))
		}
		sums[name] = sum
	}
	return sums, nil
}

// list returns the files below a folder, by path with slashes. It returns an error if the folder contains no
// files, or anything other than folders and regular files.
func list(dir string) ([]string, error) {
	var names []string
	files := map[string]int{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			files[name] += 0
		case !e.Type().IsRegular():
			return &DamageError{dir, name, notRegular(e.Type())}
		default:
			names = append(names, name)
			for up := name; up != "."; {
				up = filepath.ToSlash(filepath.Dir(up))
				files[up]++
			}
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err == nil && files[name] == 0 && name != "." {
			err = &DamageError{dir, name, "is an empty folder, expected files"}
		}
	}
	return names, err
}

func notRegular(mode fs.FileMode) string {
	return fmt.Sprintf("must be a regular file, but its mode is %s", mode)
}

func sum(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}

// Digest returns the SHA-256 of a file in hexadecimal.
func Digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
