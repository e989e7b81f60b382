package study

import (
	"context"
	"errors"
	"reflect"

	"github.com/gomlx/compute"
)

// Study is a computation whose result depends on its settings, the backend and
// its own code, and on nothing else. progress may be nil.
type Study[C, R any] func(ctx context.Context, backend compute.Backend, cfg C, progress func(done, total int)) (R, error)

// Once returns what the study finds with these settings on this backend: from a
// file where the same code has found it before, else by running the study,
// whose result is then kept. A file that was cut or altered counts for nothing. Two processes
// that ask at once both run the study.
//
// The study must be a function of a package, as a function literal or one of a
// notebook reads variables that no digest can hold. What is kept is plain data,
// settings and result: exported fields, no functions, no channels, in a result
// no interfaces. With anything else the study runs every time and nothing is
// kept. Infinities, NaN and pointers to zero survive.
//
// Errors: the study's, a study that is no function of a package, a folder that
// cannot be written; then the result is returned with the error.
func Once[C, R any](ctx context.Context, backend compute.Backend, study Study[C, R], cfg C, progress func(done, total int)) (R, error) {
	code, known := programCode()
	if !known {
		return study(ctx, backend, cfg, progress)
	}
	dir, err := folder()
	if err != nil {
		value, failed := study(ctx, backend, cfg, progress)
		return value, errors.Join(failed, err)
	}
	return once(ctx, store{dir, code}, backend, study, cfg, progress)
}

func once[C, R any](ctx context.Context, s store, backend compute.Backend, study Study[C, R], cfg C, progress func(done, total int)) (value R, err error) {
	name, err := functionName(study)
	if err != nil {
		return value, err
	}
	key, err := digest(s.code, name, engine(backend), reflect.TypeFor[C]().String(), reflect.TypeFor[R]().String(), cfg)
	if err != nil {
		return study(ctx, backend, cfg, progress) // settings without a digest
	}
	if kept, err := s.read(key); err == nil && decode(kept.value, &value) == nil {
		return value, nil
	}
	if value, err = study(ctx, backend, cfg, progress); err != nil {
		return value, err
	}
	text, err := encode(value)
	if err != nil {
		return value, nil // a result that no file can hold
	}
	return value, s.write(key, part{name, text})
}

// engine names a backend; none is a study that needs none.
func engine(b compute.Backend) string {
	if b == nil {
		return ""
	}
	return b.Name() + ": " + b.Description()
}
