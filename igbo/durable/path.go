package durable

import (
	"fmt"
	"os"
	"path/filepath"
)

// maxLinks is how many links of a path's own name are followed.
const maxLinks = 40

// RealPath is the absolute path of a file or folder that need not be there, without links: those of its own name, be they
// links to nothing yet, and those of the folders above it that are there. Errors: there is no working folder.
func RealPath(path string) (string, error) {
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("durable: %w", err)
	}
	for at, rest := path, ""; ; {
		if found, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(found, rest), nil
		}
		if at == filepath.Dir(at) {
			return path, nil
		}
		at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest)
	}
}
