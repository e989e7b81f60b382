package study

import (
	"context"
	"fmt"
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
// notebook reads variables that no digest can hold. Settings and results are
// plain data: exported fields, no functions, no channels; results hold no
// interfaces either. Infinities, NaN and pointers to zero survive.
//
// Errors: the study's, a study or settings without a digest, a result that is
// no plain data, a folder that cannot be written. In the last two the result is returned
// with the error.
func Once[C, R any](ctx context.Context, backend compute.Backend, study Study[C, R], cfg C, progress func(done, total int)) (R, error) {
	code, known := programCode()
	if !known {
		return study(ctx, backend, cfg, progress)
	}
	dir, err := folder()
	if err != nil {
		var none R
		return none, err
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
		return value, fmt.Errorf("study: settings of %s: %w", name, err)
	}
	if kept, err := s.read(key); err == nil && decode(kept.value, &value) == nil {
		return value, nil
	}
	if value, err = study(ctx, backend, cfg, progress); err != nil {
		return value, err
	}
	text, err := encode(value)
	if err != nil {
		return value, fmt.Errorf("study: result of %s: %w", name, err)
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
