package procgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// longestTemp is the maximum length of the path for temporary files. Programs create sockets below it, whose paths are limited to about 100
// bytes.
const longestTemp = 76

// tempName is a file with the path of the folder for temporary files, if that is elsewhere.
const tempName = "temp"

// makeTemp creates the session's folder for temporary files, with mode 0700: in the session's folder, or in the system's if the session's
// path is too long.
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

// removeFolder removes a session's folder and its folder for temporary files. Programs that are about to end may still write into them.
func removeFolder(folder string) error {
	temp, _ := os.ReadFile(filepath.Join(folder, tempName))
	var err error
	for range 20 {
		if err = errors.Join(removeTemp(string(temp)), os.RemoveAll(folder)); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("procgroup: %w", err)
}

func removeTemp(folder string) error {
	if folder == "" {
		return nil
	}
	return os.RemoveAll(folder)
}
