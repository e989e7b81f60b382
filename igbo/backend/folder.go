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

// holdFolder creates a folder for plugins, checks that no other user can write to it, and locks it for this process.
func holdFolder(folder string) (unlock func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("backend: %w", err)
	}
	if err := trusted(folder); err != nil {
		return nil, fmt.Errorf("backend: checking the folder for XLA plugins: %w", err)
	}
	if unlock, err = durable.Lock(folder); err != nil {
		return nil, fmt.Errorf("backend: locking the folder for XLA plugins: %w", err)
	}
	return unlock, nil
}

// A Plugin describes an XLA plugin file.
type Plugin struct {
	// Path is the file. If the file is a link, Target is the file that it points to.
	Path, Target string
	// SHA256 is the digest of the file. Recorded reports whether the digest was recorded during installation.
	SHA256   string
	Recorded bool
	// Wheel is the wheel that the plugin was extracted from. It is nil if go-xla or the user installed the plugin.
	Wheel *Wheel
	// Err explains why the plugin cannot be loaded. It is nil if the plugin passes all checks.
	Err error
}

// InstalledPlugins lists the plugins in the folders that go-xla searches. It loads none of them.
func InstalledPlugins() (found []Plugin) {
	home, _ := os.UserHomeDir()
	for _, file := range pluginFiles(pluginFolders(os.Getenv, home)) {
		found = append(found, describePlugin(file))
	}
	return found
}

// describePlugin describes a plugin without loading it.
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
	records, _ := readRecords(filepath.Dir(path)) // checkPlugin has read them without an error
	if r, known := records[filepath.Base(path)]; known {
		p.SHA256, p.Recorded, p.Wheel = r.SHA256, true, r.Wheel
		return p
	}
	p.SHA256, p.Err = durable.Digest(path)
	return p
}

// removePlugins removes the unchanged plugins that this package installed in a folder, and the links to them.
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

// remove removes one plugin, the links to it and its licence notices.
func (r pluginRecord) remove(w io.Writer, folder, name string) error {
	path := filepath.Join(folder, name)
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if !r.Installed {
		return fmt.Errorf("backend: removing %s: igbo did not install this file (delete it yourself)", path)
	}
	if err := r.check(path); err != nil {
		return fmt.Errorf("backend: removing %s: the file has changed since igbo installed it (delete it yourself)", path)
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
