package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// longestTemp bounds the name of the folder for temporary files: programs make
// sockets in folders below it, whose names have room for about 100 letters in all.
const longestTemp = 76

// tempName is a file that names the folder for temporary files where it lies elsewhere.
const tempName = "temp"

// makeTemp makes the session's folder for temporary files: within its own, or where
// that has a long name, in the system's, of mode 0700 too.
func (s *Session) makeTemp() error {
	s.Temp = filepath.Join(s.Folder, "tmp")
	if len(s.Temp) <= longestTemp {
		return os.Mkdir(s.Temp, 0o700)
	}
	var err error
	if s.Temp, err = os.MkdirTemp("", "igbolab-"); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Folder, tempName), []byte(s.Temp), 0o600)
}

// removeFolder removes a session's folder and its folder for temporary files;
// programs that are just ending may still write into them.
func removeFolder(folder string) error {
	temp, _ := os.ReadFile(filepath.Join(folder, tempName))
	var err error
	for range 20 {
		if err = errors.Join(removeTemp(string(temp)), os.RemoveAll(folder)); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("session: %w", err)
}

func removeTemp(folder string) error {
	if folder == "" {
		return nil
	}
	return os.RemoveAll(folder)
}
