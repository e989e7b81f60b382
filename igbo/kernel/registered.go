package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Registered describes a specification of this kernel in a folder that Jupyter searches.
type Registered struct {
	// Folder holds kernel.json, and Home is the kernel's folder that it names.
	Folder, Home string
	// Source is the source that the kernel was set up with, or "" if it cannot be read.
	Source string
	// Faults lists what the kernel needs and does not find.
	Faults []error
	// Programs is the reason why each cell is a program, or nil if values persist.
	Programs error
	// Former reports whether it is the separate stateful kernel of an earlier version.
	Former bool
}

// List returns the specifications in Jupyter's data folders, in the given folders, and in the folders that the default kernel home has
// recorded.
func List(ctx context.Context, more ...string) (found []Registered) {
	var folders []string
	for _, place := range append(more, SearchPath(ctx)...) {
		some, _ := filepath.Glob(filepath.Join(place, "kernels", "*"))
		folders = append(folders, some...)
	}
	for _, folder := range append(folders, remembered()...) {
		spec, err := readSpec(folder)
		home := homeOf(spec)
		if err != nil || home == "" || slices.ContainsFunc(found, func(r Registered) bool { return r.Folder == folder }) {
			continue
		}
		found = append(found, registered(folder, home))
	}
	return found
}

// registeredFile returns the path of the list of the kernel's specifications: one folder per line.
func (k *Kernel) registeredFile() string { return filepath.Join(k.Home, "registered") }

// remember adds a folder to the list of the kernel's specifications.
func (k *Kernel) remember(folder string) error {
	text, _ := os.ReadFile(k.registeredFile())
	all := slices.Sorted(slices.Values(append(strings.Split(string(text), "\n"), folder)))
	all = slices.DeleteFunc(slices.Compact(all), func(one string) bool { return one == "" || !there(one) })
	if err := os.MkdirAll(k.Home, 0o700); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	if err := durable.WriteFile(k.registeredFile(), []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

// remembered returns the folders of the specifications that the default home has written.
func remembered() []string {
	k := &Kernel{}
	if err := k.findHome(); err != nil {
		return nil
	}
	text, _ := os.ReadFile(k.registeredFile())
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// registered checks the folders that a specification names.
func registered(folder, home string) Registered {
	r := Registered{Folder: folder, Home: home, Former: filepath.Base(folder) == formerName}
	k, err := Open(Options{Home: home})
	if err != nil {
		r.Faults = []error{err}
		return r
	}
	r.Source, r.Faults, r.Programs = k.Source, k.Faults(), k.Stateful()
	return r
}

// Unregister removes the specification from Jupyter's data folder. It returns the folder, and reports whether there was one. It
// returns an error if the specification belongs to another kernel.
func Unregister(data string) (folder string, was bool, err error) {
	folder = filepath.Join(data, "kernels", Name)
	if !there(folder) {
		return folder, false, nil
	}
	if err := foreign(folder); err != nil {
		return folder, true, err
	}
	for _, one := range []string{folder, filepath.Join(data, "kernels", formerName)} {
		if foreign(one) != nil {
			continue
		}
		if err := os.RemoveAll(one); err != nil {
			return folder, true, fmt.Errorf("kernel: %w", err)
		}
	}
	return folder, true, nil
}

// Remove removes the folder of a kernel, by default [DefaultHome], and returns its path. A missing folder is not an error. Remove
// returns an error if kernels run from the folder, or if it is not the folder of a kernel.
func Remove(home string, supervisor []string) (string, error) {
	k := &Kernel{Options: Options{Home: home, Supervisor: supervisor}}
	if err := k.findHome(); err != nil {
		return "", err
	}
	return k.Home, k.remove()
}

func (k *Kernel) remove() error {
	switch _, err := os.Stat(filepath.Join(k.Home, "setup.lock")); {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist) && !there(k.Home):
		return nil
	default:
		return fmt.Errorf("kernel: removing %s: this is not the folder of a kernel, because it does not contain setup.lock", k.Home)
	}
	running, err := k.runtime().Sweep()
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	if len(running) > 0 {
		return fmt.Errorf("kernel: removing %s: kernels still run from this folder (processes %v); end them first", k.Home, running)
	}
	if err := os.RemoveAll(k.Home); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
