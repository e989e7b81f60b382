package assessor

import (
	"context"
	"errors"

	"github.com/gomlx/compute"
)

// trainable is an assessor of this package before its threshold is known.
type trainable interface {
	Assessor
	calibrate(backend compute.Backend, a Assessor, held Points, seed int64) error
	named(kind Kind)
}

// named gives the assessor its kind.
func (f *frozen) named(kind Kind) { f.Kind_ = kind }

// Train makes an assessor of data and freezes it. A share of the series, chosen by
// the seed, is held out for its threshold. The same arguments on the same backend
// give the same bytes, also through interruptions and resumes; a density has no
// steps, so that nothing is kept of it on the way.
//
// Errors: invalid settings or points, a density in more than 6 dimensions, a
// cancelled context, an assessor that learned nothing.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Points) (Assessor, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("assessor: training without a context or a backend, expected both")
	}
	if err := errors.Join(cfg.Validate(), data.Validate()); err != nil {
		return nil, err
	}
	train, held := data.split(cfg.HeldOut, cfg.Seed)
	a, err := fit(ctx, backend, cfg, train)
	if err != nil {
		return nil, err
	}
	a.named(cfg.Kind)
	if err := a.calibrate(backend, a, held, cfg.Seed); err != nil {
		return nil, err
	}
	return a, nil
}

func fit(ctx context.Context, backend compute.Backend, cfg Config, data Points) (trainable, error) {
	switch cfg.Kind {
	case Density:
		return orNil(estimate(cfg, data))
	case GAN:
		return orNil(adversary(ctx, backend, cfg, data))
	}
	return orNil(contrast(ctx, backend, cfg, data))
}

// orNil is a true nil beside an error.
func orNil[A trainable](a A, err error) (trainable, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}
