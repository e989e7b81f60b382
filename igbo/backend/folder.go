package backend

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable"
)

// holdFolder makes a folder for plugins, checks that nobody else can write there,
// and takes it for this process alone.
func holdFolder(folder string) (unlock func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("backend: %w", err)
	}
	if err := trusted(folder); err != nil {
		return nil, fmt.Errorf("backend: the XLA plugin is not installed: %w", err)
	}
	if unlock, err = durable.Lock(folder); err != nil {
		return nil, fmt.Errorf("backend: the XLA plugin is not installed: %w", err)
	}
	return unlock, nil
}

// Plugin is an XLA plugin's file, as it lies there.
type Plugin struct {
	// Path is the file, and Target what it is a link to, if it is one.
	Path, Target string
	// SHA256 is its digest, and Recorded tells that it was recorded when it was installed.
	SHA256   string
	Recorded bool
	// Wheel is the one that it came in; nil for go-xla's own and those put there by hand.
	Wheel *Wheel
	// Err says why it is not loaded.
	Err error
}

// InstalledPlugins lists the plugins where XLA's binding looks, without loading one.
func InstalledPlugins() (found []Plugin) {
	home, _ := os.UserHomeDir()
	for _, file := range pluginFiles(pluginFolders(os.Getenv, home)) {
		found = append(found, describePlugin(file))
	}
	return found
}

// describePlugin says what is known of a plugin without loading it.
func describePlugin(file string) Plugin {
	p := Plugin{Path: file}
	if p.Err = checkPlugin(file); p.Err != nil {
		return p
	}
	path, err := filepath.EvalSymlinks(file)
	if err != nil {
		p.Err = err
		return p
	}
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		p.Target = path
	}
	records, _ := readRecords(filepath.Dir(path)) // checkPlugin read them
	if r, known := records[filepath.Base(path)]; known {
		p.SHA256, p.Recorded, p.Wheel = r.SHA256, true, r.Wheel
		return p
	}
	p.SHA256, p.Err = durable.Digest(path)
	return p
}

// removePlugins removes from a folder what was installed there and is unchanged, with the links to it.
func removePlugins(w io.Writer, folder string) (err error) {
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	unlock, err := holdFolder(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	records, err := readRecords(folder)
	if err != nil {
		return err
	}
	var kept []error
	for _, name := range slices.Sorted(maps.Keys(records)) {
		if err := records[name].remove(w, folder, name); err != nil {
			kept = append(kept, err)
			continue
		}
		delete(records, name)
	}
	if len(records) > 0 {
		return errors.Join(append(kept, writeRecords(folder, records))...)
	}
	if err := os.Remove(filepath.Join(folder, recordName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("backend: %w", err)
	}
	return nil
}

// remove removes one plugin, the links to it and its notices.
func (r pluginRecord) remove(w io.Writer, folder, name string) error {
	path := filepath.Join(folder, name)
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if !r.Installed {
		return fmt.Errorf("backend: %s is not removed: it was there before the installation", path)
	}
	if err := r.check(path); err != nil {
		return fmt.Errorf("backend: %s is not removed: it is not the file that was installed", path)
	}
	for _, file := range pluginFiles([]string{folder}) {
		info, err := os.Lstat(file)
		if target, _ := os.Readlink(file); err != nil || file != path && (info.Mode().IsRegular() || filepath.Base(target) != name) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("backend: %w", err)
		}
		fmt.Fprintf(w, "removed %s\n", file)
	}
	if r.Wheel != nil && filepath.IsLocal(r.Wheel.Notices) {
		if err := os.RemoveAll(filepath.Join(folder, r.Wheel.Notices)); err != nil {
			return fmt.Errorf("backend: %w", err)
		}
	}
	return nil
}
