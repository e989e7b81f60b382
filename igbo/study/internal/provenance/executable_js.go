package provenance

import (
	"errors"
	"os"
	"path/filepath"
)

// executable is the file of the running program, which a cell in a browser has in the folder of GoNB's programs.
func executable() (string, error) {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return "", errors.New("a program of WebAssembly has none")
	}
	return filepath.Join(dir, "cell"), nil
}
