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
	"github.com/igbolab/igbolab/igbo/study/saved"
)

// Paths are the files and folders that a command line names, by what becomes of
// them. Check is the one guard of all commands: no output is an input, replaces a file
// that igbo did not write, or damages a saved model or a study. While the command runs,
// its outputs are locked. An empty path counts for nothing.
type Paths struct {
	inputs  []place
	outputs []output
}

// place is a path and what the command line calls it.
type place struct{ name, path string }

// output is a path that is written.
type output struct {
	place
	in string // the folder as it was given, of a file in it
	// whole: all that lies there is replaced. own: the folder is kept by a command that
	// looks after what lies there, and only what is above it counts.
	whole, own bool
	// shared: several commands may write to it at once. known: the command refuses by itself to replace
	// files of others.
	shared, known bool
}

// Reads names a file, or a folder that is read whole, such as a saved model. The name
// is that of the argument or flag. The path - is standard input.
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

// Exports is Fills for a command that by itself refuses to replace files of others.
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

// Replaces names a folder that is replaced whole.
func (p *Paths) Replaces(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, whole: true})
	}
}

// Owns names a folder whose content the command knows and looks after itself, and to which no other command writes
// meanwhile.
func (p *Paths) Owns(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, own: true})
	}
}

// Keeps is Owns for a folder to which several commands write at once, such as the tasks of a study.
func (p *Paths) Keeps(name, dir string) {
	if dir != "" {
		p.outputs = append(p.outputs, output{place: place{name, dir}, own: true, shared: true})
	}
}

// Kept checks a folder of a flag, whose content the command looks after itself and to which others may write at once.
func Kept(cmd *cobra.Command, flag, dir string) error {
	var paths Paths
	paths.Keeps(flag, dir)
	return paths.Check(cmd)
}

// Check refuses an output that is an input of the same command, through a link or
// another spelling too; one that another output is; one in a saved model's folder; one
// that would replace a study's files; and a file that igbo did not write. Standard output and input count.
func (p *Paths) Check(cmd *cobra.Command) error {
	out, _ := cmd.OutOrStdout().(*Output)
	for _, in := range p.inputs {
		if out.is(in.path) {
			return fmt.Errorf("%s is where standard output goes, expected another file", in)
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
				return fmt.Errorf("%s %s: that is an input, %s; expected another place", o.flag(), o.said(), in)
			}
		}
		for _, other := range p.outputs[:i] {
			if !o.own && !other.own && sameFile(o.path, other.path, remembered) {
				return fmt.Errorf("%s %s and %s %s name one file, expected two", other.flag(), other.said(), o.flag(), o.said())
			}
		}
		if err := cmp.Or(o.spares(), o.replaceable()); err != nil {
			return fmt.Errorf("%s %s: %w", o.flag(), o.said(), err)
		}
	}
	p.hold(cmd)
	return nil
}

// String says which input it is.
func (p place) String() string {
	if p.path == "-" {
		return "standard input"
	}
	return p.flag() + " " + p.path
}

// flag is the name as it stands on a command line: arguments are in capitals.
func (p place) flag() string {
	if p.name == strings.ToUpper(p.name) {
		return p.name
	}
	return "--" + p.name
}

// said is the path as it was given, with the file that is written there.
func (o output) said() string {
	if o.in == "" {
		return o.path
	}
	return o.in + ", which gets " + filepath.Base(o.path)
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
		return fmt.Errorf("--%s: %s is a folder, expected a file of this name or none", o.name, o.path)
	}
	return nil
}

// damages tells whether writing the output would change an input.
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

// spares refuses an output in a saved model's folder, which is there whole or not at all,
// and one in the place of a study's file.
func (o output) spares() error {
	at := whole(o.path)
	for _, dir := range above(at) {
		if isModel(dir) {
			return fmt.Errorf("that is in %s, a saved model, which it would damage; expected another folder", dir)
		}
		if !o.own && saved.Holds(dir) && saved.Owns(dir, at) {
			return fmt.Errorf("that would replace a file of the study in %s, expected another name or folder", dir)
		}
	}
	if o.own && isModel(at) {
		return errors.New("that is a saved model, which it would damage; expected another folder")
	}
	return nil
}

// above are the folders above a path, the nearest first.
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
