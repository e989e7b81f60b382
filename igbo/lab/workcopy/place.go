package workcopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Variable is the environment variable with the path of the working copy.
const Variable = "IGBOLAB_NOTEBOOKS"

// Folder returns the folder of the working copy: the one that IGBOLAB_NOTEBOOKS names, or igbolab-notebooks in the user's home.
// It returns an error if there is no home folder.
func Folder() (string, error) {
	if dir := os.Getenv(Variable); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("workcopy: finding the home folder for the notebooks: %w; set %s to a folder", err, Variable)
	}
	return filepath.Join(home, "igbolab-notebooks"), nil
}

// Outside returns an error if a working copy would be in a folder, or be that folder.
func Outside(dir, forbidden, what string) error {
	refused, err := os.Stat(forbidden)
	if err != nil {
		return nil // a missing folder is empty
	}
	at, err := durable.RealPath(dir)
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	for {
		if info, err := os.Stat(at); err == nil && os.SameFile(info, refused) {
			return fmt.Errorf("workcopy: %s is in %s, %s; set %s to another folder", dir, forbidden, what, Variable)
		}
		if at == filepath.Dir(at) {
			return nil
		}
		at = filepath.Dir(at)
	}
}

// hold creates the folder and locks it for this process. It waits for another process that holds the lock.
func hold(ctx context.Context, dir string) (release func() error, err error) {
	if err := durable.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("workcopy: making the working copy in %s: %w (set %s to a folder that you can write to)", dir, err, Variable)
	}
	for {
		release, err := durable.Lock(dir)
		var locked *durable.LockedError
		if err == nil || !errors.As(err, &locked) {
			return release, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// list returns the files of the course, by path with slashes, sorted. It omits hidden files and files that are not regular.
func list(course string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(course, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(course, at)
		if err != nil || rel == "." {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.Type().IsRegular() {
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("found no file of the course in %s", course)
	}
	if err != nil {
		return nil, fmt.Errorf("workcopy: %w", err)
	}
	return names, nil
}

// plain returns whether a name exists, and whether it is a regular file in real folders, and not something of the user.
func plain(dir, name string) (there, regular bool, err error) {
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(at)))
		if err == nil && !info.IsDir() {
			return true, false, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, false, fmt.Errorf("workcopy: %w", err)
		}
	}
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return false, false, nil
	}
	if err != nil {
		return false, false, fmt.Errorf("workcopy: %w", err)
	}
	return true, info.Mode().IsRegular(), nil
}

// put writes a file, and the folders above it.
func put(dir, name string, content []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	err := durable.MakeFolder(filepath.Dir(to))
	if err == nil {
		err = durable.WriteFile(to, content, 0o666)
	}
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	return nil
}
