package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/igbolab/igbolab/igbo/durable"
)

// CreatableFolder checks that a path is a folder, or could become one.
func CreatableFolder(flag, path string) error {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return fmt.Errorf("--%s %s: %s must be a folder, but is a file", flag, path, at)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && at == filepath.Dir(at):
			return fmt.Errorf("--%s %s: %w", flag, path, err)
		case at == filepath.Dir(at):
			return fmt.Errorf("--%s %s must be an existing folder, or one that can be created: %w", flag, path, fs.ErrNotExist)
		}
	}
}

// ReadableFile checks that an input exists and is not a folder.
func ReadableFile(what, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s must be an existing file: %w", what, err)
	case info.IsDir():
		return fmt.Errorf("%s: %s must be a file, but is a folder", what, path)
	}
	return nil
}

// CreatableFile checks that a path is a file, or could become one because its folder exists.
func CreatableFile(flag, path string) error {
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("--%s %s must be a file, but is a folder", flag, path)
		}
		return nil
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: %s must be an existing folder", flag, path, filepath.Dir(path))
	}
	return nil
}

// SameFile reports whether two paths name one file, also through links and other spellings; the files need not exist.
func SameFile(a, b string) bool { return sameFile(a, b, whole) }

func sameFile(a, b string, whole func(path string) string) bool {
	one, errA := os.Stat(a)
	two, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return os.SameFile(one, two)
	case errA == nil && errors.Is(errB, fs.ErrNotExist) || errB == nil && errors.Is(errA, fs.ErrNotExist):
		return false // one exists, the other does not
	}
	a, b = whole(a), whole(b)
	return a == b || strings.EqualFold(a, b) && foldsCase(a)
}

// foldsCase reports whether the file system ignores case: the nearest existing parent folder of a path is also found by another
// spelling.
func foldsCase(path string) bool {
	for _, dir := range above(path) {
		one, err := os.Stat(dir)
		if err != nil {
			continue
		}
		base := filepath.Base(dir)
		two, err := os.Stat(filepath.Join(filepath.Dir(dir), otherCase(base)))
		return err == nil && base != otherCase(base) && os.SameFile(one, two)
	}
	return false
}

// otherCase returns a name with the case of its letters changed.
func otherCase(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, name)
}

// whole returns the real path of a file that need not exist, or the path unchanged if there is none.
func whole(path string) string {
	if found, err := durable.RealPath(path); err == nil {
		return found
	}
	return path
}
