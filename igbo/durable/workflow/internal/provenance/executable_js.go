package provenance

import (
	"errors"
	"os"
	"path/filepath"
)

// executable returns the path of the running program. In a browser, a cell's program is in the folder of GoNB's programs.
func executable() (string, error) {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return "", errors.New("a program of WebAssembly has none")
	}
	return filepath.Join(dir, "cell"), nil
}
