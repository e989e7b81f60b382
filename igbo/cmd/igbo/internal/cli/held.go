package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// replaceable returns ledger.ErrForeign if the file belongs to somebody else.
func (o output) replaceable() error {
	if !o.own && !o.whole && !o.known && foreign(o.path) {
		return ledger.ErrForeign
	}
	return nil
}

// foreign reports whether a file exists that igbo did not write. Files in a study's record belong to the study.
func foreign(path string) bool {
	if !ledger.Foreign(path) {
		return false
	}
	at := whole(path)
	dir := filepath.Dir(at)
	_, err := saved.ReadRecord(dir)
	isStudy := err == nil || ledger.Knows(filepath.Join(dir, saved.RecordFile)) // its record may be damaged now
	return !isStudy || !saved.Owns(dir, at)
}

// Owned checks the folder of a flag whose content the command manages, and into which it writes these files, among others.
func Owned(cmd *cobra.Command, flag, dir string, files ...string) error {
	var paths Paths
	paths.Owns(flag, dir)
	if err := paths.Check(cmd); err != nil {
		return err
	}
	for _, file := range files {
		if foreign(filepath.Join(dir, file)) {
			return fmt.Errorf("--%s %s (file %s): %w", flag, dir, file, ledger.ErrForeign)
		}
	}
	return nil
}

// heldKey is the context key of a command's outputs.
type heldKey struct{}

// hold stores the outputs until the command runs.
func (p *Paths) hold(cmd *cobra.Command) {
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	before, _ := ctx.Value(heldKey{}).([]output)
	cmd.SetContext(context.WithValue(ctx, heldKey{}, slices.Concat(before, p.outputs)))
}

// Guarded makes a command lock its outputs while it runs, and record what it wrote.
func Guarded(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if cmd.Context() == nil {
			return run(cmd, args)
		}
		outputs, _ := cmd.Context().Value(heldKey{}).([]output)
		release, err := lock(outputs)
		if err != nil {
			return err
		}
		defer release()
		before := make([]fs.FileInfo, len(outputs))
		for i, o := range outputs {
			before[i], _ = os.Stat(o.path)
			if err := o.replaceable(); err != nil { // another program may have written it since the flags were checked
				return fmt.Errorf("%s %s: %w", o.flag(), o.reported(), err)
			}
		}
		defer remember(cmd, outputs, before)
		return run(cmd, args)
	}
}

// lock locks the outputs that are not shared.
func lock(outputs []output) (release func(), err error) {
	byPath := map[string]output{}
	var paths []string
	for _, o := range outputs {
		if info, err := os.Stat(o.path); !o.shared && (err != nil || info.IsDir() || info.Mode().IsRegular()) { // devices are not locked
			byPath[o.path], paths = o, append(paths, o.path)
		}
	}
	release, err = ledger.Lock(paths...)
	if taken := (*durable.LockedError)(nil); errors.As(err, &taken) {
		o := byPath[taken.Folder]
		if o.in != "" || o.own || o.whole {
			return nil, fmt.Errorf("%s %s: %w", o.flag(), o.folder(), &durable.LockedError{Folder: o.folder(), Holder: taken.Holder})
		}
		return nil, fmt.Errorf("%s %s: another igbo (%s) is writing to this file; wait until it has ended, or use another file", o.flag(), o.path, taken.Holder)
	}
	return release, err
}

// folder returns the folder with a name.
func (o output) folder() string {
	if o.in != "" {
		return o.in
	}
	return o.path
}

// remember records the digests of the files that a command wrote, so the same command can replace them later.
func remember(cmd *cobra.Command, outputs []output, before []fs.FileInfo) {
	for i, o := range outputs {
		now, err := os.Stat(o.path)
		if err != nil || !now.Mode().IsRegular() || before[i] != nil && os.SameFile(before[i], now) && before[i].ModTime().Equal(now.ModTime()) {
			continue
		}
		if err := ledger.Wrote(o.path); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "warning: igbo could not record that it wrote %s, so the next command that writes there will refuse to replace it: %v\n", o.path, err)
			return
		}
	}
}
