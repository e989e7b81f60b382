package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// syncFolder flushes renames in a folder to disk. Windows and some file systems do not support this, so only
// failures of the disk are errors.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil // the folder is writable but not readable
	}
	_ = f.Sync()
	return f.Close()
}

// syncTree flushes every file below a folder to disk.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			return syncFolder(path)
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0) // Windows can only flush files that are open for writing
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}
