package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Registered is a specification of this kernel that Jupyter finds.
type Registered struct {
	// Folder holds kernel.json, and Home is the kernel's folder that it names.
	Folder, Home string
	// Source is what the kernel was set up with; empty where that cannot be read.
	Source string
	// Faults are what is missing that the kernel needs.
	Faults []error
}

// List finds the specifications in Jupyter's folders for data, and in those given.
func List(ctx context.Context, more ...string) (found []Registered) {
	for _, place := range append(more, SearchPath(ctx)...) {
		folders, _ := filepath.Glob(filepath.Join(place, "kernels", "*"))
		for _, folder := range folders {
			spec, err := readSpec(folder)
			home := homeOf(spec)
			if err != nil || home == "" || slices.ContainsFunc(found, func(r Registered) bool { return r.Folder == folder }) {
				continue
			}
			found = append(found, registered(folder, home))
		}
	}
	return found
}

// registered looks at what a specification names.
func registered(folder, home string) Registered {
	r := Registered{Folder: folder, Home: home}
	k, err := Open(Options{Home: home})
	if err != nil {
		r.Faults = []error{err}
		return r
	}
	r.Source, r.Faults = k.Source, k.Faults()
	return r
}

// Unregister removes the specification from Jupyter's folder for data, and says from where and
// whether there was one. Errors: it is of another kernel.
func Unregister(data string) (folder string, was bool, err error) {
	folder = filepath.Join(data, "kernels", Name)
	if !there(folder) {
		return folder, false, nil
	}
	if err := foreign(folder); err != nil {
		return folder, true, err
	}
	for _, one := range []string{folder, filepath.Join(data, "kernels", LiveName)} {
		if foreign(one) != nil {
			continue
		}
		if err := os.RemoveAll(one); err != nil {
			return folder, true, fmt.Errorf("kernel: %w", err)
		}
	}
	return folder, true, nil
}

// Remove removes a kernel's folder, by default [DefaultHome], and says which. One that is
// not there is no error. Errors: kernels that run from it; a folder that is no kernel's.
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
		return fmt.Errorf("kernel: %s does not look like a kernel's folder", k.Home)
	}
	running, err := k.runtime().Sweep()
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	if len(running) > 0 {
		return fmt.Errorf("kernel: %s cannot be removed while kernels run from it (processes %v); end them first", k.Home, running)
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
