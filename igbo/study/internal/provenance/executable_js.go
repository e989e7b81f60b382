package provenance

import (
	"errors"
	"os"
	"path/filepath"
)

// CodeVariable is the environment variable of a program of WebAssembly that identifies all that it is linked with: for cells in a
// browser the digest of the site's packages, which only another site changes.
const CodeVariable = "IGBOLAB_CODE"

// executable is the file of the running program, which a cell in a browser has in the folder of GoNB's programs.
func executable() (string, error) {
	dir := os.Getenv("GONB_TMP_DIR")
	if dir == "" {
		return "", errors.New("a program of WebAssembly has none")
	}
	return filepath.Join(dir, "cell"), nil
}

// given is what identifies all that a cell is linked with, where who linked it says so.
func given() string { return os.Getenv(CodeVariable) }
