package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile writes content to a file atomically. It has the signature of os.WriteFile. The mode perm is before
// the umask, usually 0o666.
//
// If path is a symbolic link, WriteFile replaces the file that the link refers to. If that is not a regular
// file, such as a pipe or /dev/stdout, WriteFile writes to it directly.
func WriteFile(path string, content []byte, perm fs.FileMode) error {
	return writeTo(path, perm, true, whole(content))
}

// AddFile is like [WriteFile] but has a constant cost per file in folders with many files. It does not remove
// the files of killed writers; call [MakeFolder] first, which does.
func AddFile(path string, content []byte, perm fs.FileMode) error {
	return writeTo(path, perm, false, whole(content))
}

// whole returns a function that writes content.
func whole(content []byte) func(w io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// Write is like [WriteFile] for content that the function write produces. If write fails, Write returns an
// error that wraps the error of write, and a regular file does not change.
func Write(path string, perm fs.FileMode, write func(w io.Writer) error) error {
	return writeTo(path, perm, true, write)
}

// writeTo implements Write. If clean is set, it also removes the files of killed writers.
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
	d, err := newTemp(target)
	if err != nil {
		return pathError("write", path, err)
	}
	err = d.writeFile(perm, write)
	if err == nil {
		err = replaceFile(d.path(tempEnd), target)
	}
	return pathError("write", path, errors.Join(err, d.close()))
}

// WriteFiles writes contents[i] to the file paths[i] for all i. It renames the files only after all of them
// have been flushed to disk, so a full disk leaves all files unchanged. Paths must differ.
func WriteFiles(paths []string, contents [][]byte, perm fs.FileMode) error {
	if len(paths) == 0 {
		return nil
	}
	var other error // another file
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

// destination resolves links. It returns the target file and reports whether to write to it directly.
func destination(path string) (target string, direct bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return filepath.Clean(path), false, nil
	case err != nil:
		return "", false, err
	case info.IsDir():
		return "", false, errors.New("must be a file or a new name, but is a folder")
	case !info.Mode().IsRegular():
		return path, true, nil
	}
	target, err = filepath.EvalSymlinks(path)
	return target, false, err
}

func (d *temp) writeFile(perm fs.FileMode, write func(w io.Writer) error) error {
	f, err := os.OpenFile(d.path(tempEnd), os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}

func replaceFile(temp, target string) error {
	if err := os.Rename(temp, target); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(target))
}

// pathError replaces the temporary file in an error by the file that the caller named.
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

// MakeFolder creates a folder and its parents, like os.MkdirAll with mode 0o777 before the umask, and checks
// that files can be created in it. It also removes the files of killed writers.
func MakeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sweep(dir)
	d, err := newTemp(filepath.Join(dir, "probe"))
	if err != nil {
		return pathError("write to", dir, err)
	}
	return pathError("write to", dir, d.close())
}
