package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// expected says what a flag takes, by the name of its type.
var expected = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number of at least 0",
	"float64": "a number", "float64Slice": "numbers with commas between them", "stringSlice": "names with commas between them",
	"bool": "true or false", "duration": "a time such as 500ms or 2m",
}

// flagFault says what was wrong with a flag and what was expected.
func flagFault(err error) error {
	var syntax *pflag.InvalidSyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w, expected --name=value", err)
	}
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		return fmt.Errorf("%w, expected %s", err, missing.GetFlag().Usage)
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return err
	}
	flag, want := value.GetFlag(), ""
	if want = expected[flag.Value.Type()]; want == "" {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		want += " that fits in 64 bits"
	}
	return fmt.Errorf("--%s %q: expected %s", flag.Name, value.GetValue(), want)
}

// finiteFlags checks that every number that was given is finite.
func finiteFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		var values []float64
		switch f.Value.Type() {
		case "float64":
			v, _ := cmd.Flags().GetFloat64(f.Name)
			values = []float64{v}
		case "float64Slice":
			values, _ = cmd.Flags().GetFloat64Slice(f.Name)
		}
		for _, v := range values {
			if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
				err = fmt.Errorf("--%s %g: expected a finite number", f.Name, v)
			}
		}
	})
	return err
}

// firstOf is the first error.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// notEmpty checks that the flags of these names, where given, are not empty.
func notEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s is empty: expected %s", name, f.Usage)
		}
	}
	return nil
}

// creatableFolder checks that a path is a folder, or could become one.
func creatableFolder(flag, path string) error {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return fmt.Errorf("--%s %s: %s is a file, expected a folder", flag, path, at)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && at == filepath.Dir(at):
			return fmt.Errorf("--%s %s: %w", flag, path, err)
		case at == filepath.Dir(at):
			return fmt.Errorf("--%s %s: %w, expected a folder that is there or can be made", flag, path, fs.ErrNotExist)
		}
	}
}

// readableFile checks that an input is there and no folder.
func readableFile(what, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w, expected a file that is there", what, err)
	case info.IsDir():
		return fmt.Errorf("%s: %s is a folder, expected a file", what, path)
	}
	return nil
}

// creatableFile checks that a path is a file, or could become one: its folder is there.
func creatableFile(flag, path string) error {
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("--%s %s: is a folder, expected the name of a file", flag, path)
		}
		return nil
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: %s is no folder, expected one that is there", flag, path, filepath.Dir(path))
	}
	return nil
}

// sameFile tells whether two paths name one file, through links and other
// spellings too; the files need not be there.
func sameFile(a, b string) bool {
	one, errA := os.Stat(a)
	two, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(one, two)
	}
	return whole(a) == whole(b)
}

// whole is the absolute path of a file that need not be there, without links.
func whole(path string) string {
	for range 40 { // a link to a file that is not there yet
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}
