package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile puts content into a file, as os.WriteFile does, but whole or not
// at all; perm is before the umask, most often 0o666.
//
// A symbolic link stays and the file that it names is replaced. What is no
// regular file, such as a pipe or /dev/stdout, is written to directly.
func WriteFile(path string, content []byte, perm fs.FileMode) error {
	return writeTo(path, perm, true, whole(content))
}

// AddFile is WriteFile for a folder of many files, at the same cost for each: it leaves what
// killed writers left there to MakeFolder, which is to be called before.
func AddFile(path string, content []byte, perm fs.FileMode) error {
	return writeTo(path, perm, false, whole(content))
}

// whole writes content at once.
func whole(content []byte) func(w io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// Write is WriteFile for content that write produces; where write fails, its
// error is returned and the file stays as it was.
func Write(path string, perm fs.FileMode, write func(w io.Writer) error) error {
	return writeTo(path, perm, true, write)
}

// writeTo is Write, which sweeps the folder or not.
func writeTo(path string, perm fs.FileMode, clean bool, write func(w io.Writer) error) error {
	target, direct, err := destination(path)
	if err != nil {
		return pathError("write", path, err)
	}
	if direct {
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return pathError("write", path, errors.Join(write(f), f.Close()))
	}
	if clean {
		sweep(filepath.Dir(target))
	}
	d, err := newDraft(target)
	if err != nil {
		return pathError("write", path, err)
	}
	err = d.writeFile(perm, write)
	if err == nil {
		err = replaceFile(d.path(draftEnd), target)
	}
	return pathError("write", path, errors.Join(err, d.close()))
}

// WriteFiles puts contents[i] into the file paths[i], all of them or none: each takes
// its place once those after it have, so that a disk that is full at any of them
// leaves all as they were. Paths must differ.
func WriteFiles(paths []string, contents [][]byte, perm fs.FileMode) error {
	if len(paths) == 0 {
		return nil
	}
	var other error // of a file after the first
	err := Write(paths[0], perm, func(w io.Writer) error {
		if _, err := w.Write(contents[0]); err != nil {
			return err
		}
		other = WriteFiles(paths[1:], contents[1:], perm)
		return other
	})
	if other != nil {
		return other
	}
	return err
}

// destination is the file that a path names, links followed, and whether it is
// to be written directly.
func destination(path string) (target string, direct bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return filepath.Clean(path), false, nil
	case err != nil:
		return "", false, err
	case info.IsDir():
		return "", false, errors.New("is a folder, expected a file or a new name")
	case !info.Mode().IsRegular():
		return path, true, nil
	}
	target, err = filepath.EvalSymlinks(path)
	return target, false, err
}

func (d *draft) writeFile(perm fs.FileMode, write func(w io.Writer) error) error {
	f, err := os.OpenFile(d.path(draftEnd), os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}

func replaceFile(draft, target string) error {
	if err := os.Rename(draft, target); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(target))
}

// pathError names the file that the caller knows instead of its draft.
func pathError(op, path string, err error) error {
	if err == nil {
		return nil
	}
	var inner *fs.PathError
	if errors.As(err, &inner) && strings.HasPrefix(filepath.Base(inner.Path), prefix) {
		err = inner.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) && strings.HasPrefix(filepath.Base(link.Old), prefix) {
		err = link.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}

// MakeFolder makes a folder and those above it, as os.MkdirAll does with
// 0o777 before the umask, and checks that files can be made there.
func MakeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sweep(dir)
	d, err := newDraft(filepath.Join(dir, "probe"))
	if err != nil {
		return pathError("write to", dir, err)
	}
	return pathError("write to", dir, d.close())
}
