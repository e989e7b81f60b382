package workflow

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
	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
	"github.com/igbolab/igbolab/igbo/internal/plain"
)

// Codec encodes and decodes the values of a type that is not plain data, such as a trained model. Equal values
// must have equal bytes.
type Codec = plain.Codec

// Value returns f(settings) for a function that depends only on its settings. If the same code has computed the
// value before on this backend, Value reads it from a file. f may open the backend itself. f must be a function
// of a package or, in a notebook, a function of a cell or a function literal. In a notebook, it is identified by
// its text and the text of everything that it refers to there. Codecs encode types in settings and results that
// are not plain data.
//
// Value always returns the value. A non-nil error explains why the value is not cached. For example, the
// function reads variables or files that no digest covers, the settings are not plain data, or the folder is
// not writable.
func Value[C, R any](backend compute.Backend, f func(C) R, settings C, codecs ...Codec) (value R, unkept error) {
	_, unknown := provenance.Code()
	function, err := provenance.Function(f)
	if err := cmp.Or(unknown, err, readsFiles(f, settings)); err != nil {
		return f(settings), err
	}
	cached, err := Options{}.store(backend)
	if err != nil {
		return f(settings), err
	}
	return valueIn(cached, backend, function, f, settings, codecs)
}

func valueIn[C, R any](s *store, backend compute.Backend, function string, f func(C) R, settings C, codecs plain.Codecs) (value R, unkept error) {
	if _, err := codecs.Digest(&settings); err != nil {
		return f(settings), fmt.Errorf("workflow: encoding the settings: %w", err)
	}
	var found *R // the value as f returned it
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
			err = fmt.Errorf("workflow: encoding the value: %w", err)
		}
	}
	return value, err
}

// shortName returns the name of a function without its digest, or the type of a literal.
func shortName[C, R any](function string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(function, "main."), " ")
	if name == "" {
		return reflect.TypeFor[func(C) R]().String()
	}
	return name
}

// alone computes a plan with a single cell.
func alone[R any](ctx context.Context, p *Plan, part Part[R], s *store, backend compute.Backend) (result R, err error) {
	r := newRunner(ctx, p, backend, s, Options{})
	if err := r.run(ctx, p.cells); err != nil {
		return result, err
	}
	result, err = folded(func(parts *Parts) (R, error) { return part.Of(parts), nil }, r.parts)
	return result, errors.Join(err, r.unkept)
}

// File is a file that a computation reads. If the settings contain it, its content is part of the key.
type File struct {
	// Path is the path of the file. SHA256 is the digest of its content in hexadecimal.
	Path, SHA256 string
}

// NewFile returns a File with the current digest of a file. It returns an error if the file cannot be read or
// is not a regular file.
func NewFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s must be a regular file", path)
	}
	if err != nil {
		return File{}, fmt.Errorf("workflow: %w", err)
	}
	sum, err := durable.Digest(path)
	if err != nil {
		return File{}, fmt.Errorf("workflow: %w", err)
	}
	return File{path, sum}, nil
}

// readsFiles returns an error if the source of a function shows that it reads files that the settings do not
// contain.
func readsFiles(f, settings any) error {
	reads, err := provenance.Reads(f)
	if err != nil {
		return err
	}
	for _, r := range reads {
		if r.Fixed || !holdsFile(settings) {
			return fmt.Errorf("workflow: the function reads a file with %s (%s), but the cache key does not include the content of the file (pass notebook.File(path) in the settings and read its Path)", r.Call, r.Text)
		}
	}
	return nil
}

// holdsFile reports whether data contains a File.
func holdsFile(data any) (found bool) {
	within(reflect.ValueOf(data), map[place]bool{}, func(v reflect.Value) bool {
		found = found || v.Type() == reflect.TypeFor[File]()
		return found
	})
	return found
}
