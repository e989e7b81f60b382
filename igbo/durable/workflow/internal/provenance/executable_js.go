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
		return "", errors.New("a program of WebAssembly has none")
	}
	return filepath.Join(dir, "cell"), nil
}
