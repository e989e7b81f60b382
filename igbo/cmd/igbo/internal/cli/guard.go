package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// Paths lists the files and folders of a command line by their use. Check is the common guard of all commands: no output can be
// an input, replace a file that igbo did not write, or damage a saved model or a study. The outputs are locked while the command
// runs. Empty paths are ignored.
type Paths struct {
	inputs  []place
	outputs []output
}

// place is a path and its name on the command line.
type place struct{ name, path string }

// output is a path that is written.
type output struct {
	place
	in string // the folder as it was given, of a file in it
	// whole: the folder is replaced with all its content. own: the command manages the content of the folder, so only its parent folders
	// are checked.
	whole, own bool
	// shared: several commands may write to it concurrently. known: the command itself refuses to replace files of others.
	shared, known bool
}

// Reads names a file, or a folder that is read completely, such as a saved model. The name is that of the argument or flag. The
// path - is standard input.
func (p *Paths) Reads(name, path string) {
	if path != "" {
		p.inputs = append(p.inputs, place{name, path})
	}
}

// Writes names a file to write.
func (p *Paths) Writes(name, path string) {
	if path != "" {
		p.outputs = append(p.outputs, output{place: place{name, path}})
	}
}

// Fills names a folder into which these files are written.
func (p *Paths) Fills(name, dir string, files ...string) { p.fill(name, dir, false, files) }

// Exports names outputs as Fills does, for a command that itself refuses to replace foreign files.
func (p *Paths) Exports(name, dir string, files ...string) { p.fill(name, dir, true, files) }

func (p *Paths) fill(name, dir string, known bool, files []string) {
	if dir == "" {
		return
	}
	p.Owns(name, dir)
	for _, file := range files {
		p.outputs = append(p.outputs, output{place: place{name, filepath.Join(dir, file)}, in: dir, known: known})
	}
}

// Renews names a file that is part of the project's own checkout, and is written again.
func (p *Paths) Renews(name, path string) {
	p.outputs = append(p.outputs, output{place: place{name, path}, known: true})
}

// Replaces names a folder that is replaced with all its content.
func (p *Paths) Replaces(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, whole: true})
	}
}

// Owns names a folder whose content the command manages, and to which no other command may write at the same time.
func (p *Paths) Owns(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, own: true})
	}
}

// Keeps names a folder as Owns does, if several commands write to it at the same time, such as the tasks of a study.
func (p *Paths) Keeps(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, own: true, shared: true})
	}
}

// Kept checks the folder of a flag whose content the command manages, and to which other commands may write concurrently.
func Kept(cmd *cobra.Command, flag, dir string) error {
	var paths Paths
	paths.Keeps(flag, dir)
	return paths.Check(cmd)
}

// Check returns an error if an output
//   - is an input of the same command, also through a link or another spelling of its path, or is another output,
//   - is in the folder of a saved model, or would replace a study's files,
//   - is a file that igbo did not write.
//
// Check includes standard input and output.
func (p *Paths) Check(cmd *cobra.Command) error {
	out, _ := cmd.OutOrStdout().(*Output)
	for _, in := range p.inputs {
		if out.is(in.path) {
			return fmt.Errorf("%s is an input and also the standard output; use another file for one of them", in)
		}
	}
	wholes := map[string]string{} // each output is compared with all others
	remembered := func(path string) string {
		if wholes[path] == "" {
			wholes[path] = whole(path)
		}
		return wholes[path]
	}
	for i, o := range p.outputs {
		if err := o.creatable(); err != nil {
			return err
		}
		for _, in := range p.inputs {
			if o.damages(in.path) {
				return fmt.Errorf("%s %s is an input of this command (%s); use another output", o.flag(), o.reported(), in)
			}
		}
		for _, other := range p.outputs[:i] {
			if !o.own && !other.own && sameFile(o.path, other.path, remembered) {
				return fmt.Errorf("%s %s and %s %s must be different files", other.flag(), other.reported(), o.flag(), o.reported())
			}
		}
		if err := cmp.Or(o.spares(), o.replaceable()); err != nil {
			return fmt.Errorf("%s %s: %w", o.flag(), o.reported(), err)
		}
	}
	p.hold(cmd)
	return nil
}

// String describes the input.
func (p place) String() string {
	if p.path == "-" {
		return "standard input"
	}
	return p.flag() + " " + p.path
}

// flag returns the name as on a command line: arguments are in capitals.
func (p place) flag() string {
	if p.name == strings.ToUpper(p.name) {
		return p.name
	}
	return "--" + p.name
}

// reported returns the path as it was given, with the file that is written there.
func (o output) reported() string {
	if o.in == "" {
		return o.path
	}
	return o.in + " (file " + filepath.Base(o.path) + ")"
}

// creatable checks that the output is a file or folder, or could become one.
func (o output) creatable() error {
	switch {
	case o.whole || o.own:
		return CreatableFolder(o.name, o.path)
	case o.in == "":
		return CreatableFile(o.name, o.path)
	}
	if info, err := os.Stat(o.path); err == nil && info.IsDir() {
		return fmt.Errorf("--%s: %s must be a file, but is a folder", o.name, o.path)
	}
	return nil
}

// damages reports whether writing the output would change an input.
func (o output) damages(in string) bool {
	if o.own {
		return false
	}
	if in == "-" {
		stdin, err := os.Stdin.Stat()
		there, err2 := os.Stat(o.path)
		return err == nil && err2 == nil && stdin.Mode().IsRegular() && os.SameFile(stdin, there)
	}
	if SameFile(o.path, in) {
		return true
	}
	if o.whole {
		return slices.ContainsFunc(above(whole(in)), func(dir string) bool { return SameFile(dir, o.path) })
	}
	return false
}

// spares returns an error if the output is in the folder of a saved model, or would replace a file of a study.
func (o output) spares() error {
	at := whole(o.path)
	for _, dir := range above(at) {
		if isModel(dir) {
			return fmt.Errorf("writing there would damage the saved model in %s; use another folder", dir)
		}
		if !o.own && saved.Holds(dir) && saved.Owns(dir, at) {
			return fmt.Errorf("writing there would replace a file of the study in %s; use another name or folder", dir)
		}
	}
	if o.own && isModel(at) {
		return errors.New("writing there would damage a saved model; use another folder")
	}
	return nil
}

// above returns the parent folders of a path, the nearest first.
func above(path string) (dirs []string) {
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

func isModel(dir string) bool { return there(dir, "model.json") && there(dir, durable.Manifest) }

func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}
