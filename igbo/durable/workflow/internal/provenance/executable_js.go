package provenance

import (
	"errors"
	"os"
	"path/filepath"
)

// executable returns the path of the running program. In a browser, the program of a cell is in GoNB's folder
// for programs.
func executable() (string, error) {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return "", errors.New("a WebAssembly program has no file, and GONB_TMP_DIR is not set")
	}
	return filepath.Join(dir, "cell"), nil
}
