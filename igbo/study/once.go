package study

import (
	"context"
	"errors"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study/internal/provenance"
)

// Func is a computation whose result depends on its settings, the backend and
// its own code, and on nothing else. progress may be nil.
type Func[C, R any] func(ctx context.Context, backend compute.Backend, cfg C, progress func(done, total int)) (R, error)

// Once returns what a function finds with these settings on this backend: from a
// file where the same code has found it before, else by running it, and then
// the result is kept. It is a study of one cell in the default folder; a file that was
// cut or altered counts for nothing. Two processes that ask at once both run
// the function.
//
// It must be a function of a package, as a function literal reads variables that no
// digest can hold, or one of a notebook's cell, which is known by its source. What is kept is plain data,
// settings and result: exported fields, no functions, no channels, in a result
// no interfaces. With anything else the function runs every time and nothing is
// kept. Infinities, NaN and pointers to zero survive.
//
// Errors: the function's, one that cannot be identified, a folder that
// cannot be written; then the result is returned with the error.
func Once[C, R any](ctx context.Context, backend compute.Backend, f Func[C, R], cfg C, progress func(done, total int)) (R, error) {
	kept, unkept := Options{}.store(backend)
	result, err := once(ctx, kept, backend, f, cfg, progress)
	return result, errors.Join(err, unkept)
}

func once[C, R any](ctx context.Context, s *store, backend compute.Backend, f Func[C, R], cfg C, progress func(done, total int)) (result R, err error) {
	name, err := provenance.Function(f)
	if err != nil {
		return result, err
	}
	p := &Plan{}
	part := add[C, R](p, Cell{Name: name}, name, cfg, nil, func(ctx context.Context, w *Work) (any, error) {
		return f(ctx, w.Backend, cfg, progress)
	})
	return alone(ctx, p, part, s, backend)
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
