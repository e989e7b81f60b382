package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/study/internal/plain"
	"github.com/igbolab/igbolab/igbo/study/internal/provenance"
)

// Codec writes and reads the values of a type that is no plain data, such as a model
// that was trained. Equal values must have equal bytes.
type Codec = plain.Codec

// Value returns f(settings) of a function of its settings alone: from a
// file where the same code has found it before, on this backend (f may open it itself). f is
// a function of a package or, in a notebook, one of a cell or a function literal in it,
// which is known by its text and the text of all that it refers to there. Of what
// is no plain data, a codec writes and reads the values of its type, in settings and result.
//
// The value is there in any case; the error says why it is not kept: a function that
// reads variables or files which no digest holds, code that is not known, settings or a value that
// are no plain data, a folder that cannot be written.
func Value[C, R any](backend compute.Backend, f func(C) R, settings C, codecs ...Codec) (value R, unkept error) {
	_, unknown := provenance.Code()
	function, err := provenance.Function(f)
	if err := cmp.Or(unknown, err, readsFiles(f, settings)); err != nil {
		return f(settings), err
	}
	kept, err := Options{}.store(backend)
	if err != nil {
		return f(settings), err
	}
	return valueIn(kept, backend, function, f, settings, codecs)
}

func valueIn[C, R any](s *store, backend compute.Backend, function string, f func(C) R, settings C, codecs plain.Codecs) (value R, unkept error) {
	if _, err := codecs.Digest(&settings); err != nil {
		return f(settings), fmt.Errorf("study: the settings: %w", err)
	}
	var found *R // as the function returned it
	p := &Plan{}
	part := add[C, R](p, Cell{Name: shortName[C, R](function)}, function, settings, codecs, func(context.Context, *Work) (any, error) {
		value := f(settings)
		found = &value
		return value, nil
	})
	value, err := alone(context.Background(), p, part, s, backend)
	switch {
	case err != nil && found == nil:
		return f(settings), err
	case err != nil:
		return *found, err
	case found != nil:
		if _, err = plain.Encode(*found, codecs...); err != nil {
			err = fmt.Errorf("study: the value: %w", err)
		}
	}
	return value, err
}

// shortName is the name of a function without its digest; of a literal its type.
func shortName[C, R any](function string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(function, "main."), " ")
	if name == "" {
		return reflect.TypeFor[func(C) R]().String()
	}
	return name
}

// alone answers a plan of one cell.
func alone[R any](ctx context.Context, p *Plan, part Part[R], s *store, backend compute.Backend) (result R, err error) {
	r := newRunner(ctx, p, backend, s, Options{})
	if err := r.run(ctx, p.cells); err != nil {
		return result, err
	}
	result, err = folded(func(parts *Parts) (R, error) { return part.Of(parts), nil }, r.parts)
	return result, errors.Join(err, r.unkept)
}

// File is a file that a computation reads, as a part of its settings: its content counts.
type File struct {
	// Path is where the file is, and SHA256 the digest of its content in hexadecimal digits.
	Path, SHA256 string
}

// NewFile is a file as it is now. Errors: a file that cannot be read, a folder.
func NewFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file, expected one that can be read again", path)
	}
	if err != nil {
		return File{}, fmt.Errorf("study: %w", err)
	}
	sum, err := durable.Digest(path)
	if err != nil {
		return File{}, fmt.Errorf("study: %w", err)
	}
	return File{path, sum}, nil
}

// readsFiles is the error for a function that reads files of which the settings say
// nothing, as far as its source can be seen.
func readsFiles(f, settings any) error {
	reads, err := provenance.Reads(f)
	if err != nil {
		return err
	}
	for _, r := range reads {
		if r.Fixed || !holdsFile(settings) {
			return fmt.Errorf("study: the function reads a file by %s (%s), whose content no digest holds; pass it in the settings, as notebook.File(path) gives it, and read what its Path names", r.Call, r.Text)
		}
	}
	return nil
}

// holdsFile tells whether a File is among data.
func holdsFile(data any) (found bool) {
	within(reflect.ValueOf(data), map[place]bool{}, func(v reflect.Value) bool {
		found = found || v.Type() == reflect.TypeFor[File]()
		return found
	})
	return found
}
