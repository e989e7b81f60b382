package durable

import (
	"fmt"
	"os"
	"path/filepath"
)

// maxLinks is the maximum number of links that RealPath follows.
const maxLinks = 40

// RealPath returns the absolute path of a file or folder with links resolved. The file need not exist: RealPath
// resolves links of the name itself, even to missing files, and of the existing parent folders. It returns an
// error if there is no working directory.
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
