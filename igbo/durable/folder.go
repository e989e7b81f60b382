package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFolder makes a folder, or replaces one, whole or not at all: write
// fills a draft, which then gets its manifest and takes the place. It does not
// ask what it replaces. Where write fails, its error is returned and the
// folder stays as it was.
//
// Linux exchanges the two folders in one step. Elsewhere there is a moment
// without either under the name; Recover ends what a kill cut there.
func WriteFolder(dir string, write func(draft string) error) error {
	return writeFolder(dir, true, write)
}

// WriteFolderUnsynced is WriteFolder without waiting for the disk, which takes
// most of its time. Kills do it no harm; after a power cut the folder may be
// damaged, and ReadFolder then says so.
func WriteFolderUnsynced(dir string, write func(draft string) error) error {
	return writeFolder(dir, false, write)
}

func writeFolder(dir string, flush bool, write func(draft string) error) error {
	target, err := folderDestination(dir)
	if err != nil {
		return pathError("write", dir, err)
	}
	sweep(filepath.Dir(target))
	d, err := newDraft(target)
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

// folderDestination is the folder that a path names, links followed.
func folderDestination(dir string) (string, error) {
	target, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Clean(dir), nil
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(target); err != nil || !info.IsDir() {
		return "", errors.Join(err, errors.New("is a file, expected a folder or a new name"))
	}
	return filepath.Abs(target)
}

func (d *draft) writeFolder(write func(draft string) error, flush bool) error {
	path := d.path(draftEnd)
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

// replaceFolder puts the draft in the target's place.
func (d *draft) replaceFolder(target string) error {
	err := os.Rename(d.path(draftEnd), target)
	if err != nil {
		if err = exchange(d.path(draftEnd), target); errors.Is(err, errors.ErrUnsupported) {
			err = d.stepAside(target)
		}
	}
	return err
}

// stepAside replaces a folder in two renames.
func (d *draft) stepAside(target string) error {
	if err := os.Rename(target, d.path(oldEnd)); err != nil {
		return err
	}
	if err := os.Rename(d.path(draftEnd), target); err != nil {
		return errors.Join(err, os.Rename(d.path(oldEnd), target))
	}
	return nil
}
