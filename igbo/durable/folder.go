package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFolder creates or replaces a folder atomically. The function write fills a temporary folder, which then
// gets a manifest and replaces the target, whatever the target contains. If write fails, WriteFolder returns an
// error that wraps the error of write, and the folder does not change.
//
// On Linux, the two folders are exchanged atomically. On other systems, the folder is briefly missing. If the
// process is killed at that point, [Recover] restores it.
func WriteFolder(dir string, write func(temp string) error) error {
	return writeFolder(dir, true, write)
}

// WriteFolderUnsynced is like [WriteFolder] but does not wait for the disk, which takes most of the time. A
// killed process does no harm. After a power failure, the folder may be damaged, which [ReadFolder] detects.
func WriteFolderUnsynced(dir string, write func(temp string) error) error {
	return writeFolder(dir, false, write)
}

func writeFolder(dir string, flush bool, write func(temp string) error) error {
	target, err := folderDestination(dir)
	if err != nil {
		return pathError("write", dir, err)
	}
	sweep(filepath.Dir(target))
	d, err := newTemp(target)
	if err != nil {
		return pathError("write", dir, err)
	}
	if err := d.writeFolder(write, flush); err != nil {
		return errors.Join(err, d.close())
	}
	err = d.replaceFolder(target)
	if err == nil && flush {
		err = syncFolder(d.folder)
	}
	return pathError("write", dir, errors.Join(err, d.close()))
}

// folderDestination returns the folder that a path refers to, with links resolved.
func folderDestination(dir string) (string, error) {
	target, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Clean(dir), nil
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(target); err != nil || !info.IsDir() {
		return "", errors.Join(err, errors.New("must be a folder or a new name, but is a file"))
	}
	return filepath.Abs(target)
}

func (d *temp) writeFolder(write func(temp string) error, flush bool) error {
	path := d.path(tempEnd)
	if err := os.Mkdir(path, 0o777); err != nil {
		return err
	}
	if err := write(path); err != nil {
		return err
	}
	if err := seal(path); err != nil {
		return err
	}
	if !flush {
		return nil
	}
	return syncTree(path)
}

// replaceFolder moves the temporary folder to the target.
func (d *temp) replaceFolder(target string) error {
	err := os.Rename(d.path(tempEnd), target)
	if err != nil {
		if err = exchange(d.path(tempEnd), target); errors.Is(err, errors.ErrUnsupported) {
			err = d.stepAside(target)
		}
	}
	return err
}

// stepAside replaces a folder in two renames.
func (d *temp) stepAside(target string) error {
	if err := os.Rename(target, d.path(oldEnd)); err != nil {
		return err
	}
	if err := os.Rename(d.path(tempEnd), target); err != nil {
		return errors.Join(err, os.Rename(d.path(oldEnd), target))
	}
	return nil
}
