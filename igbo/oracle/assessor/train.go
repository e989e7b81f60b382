package assessor

import (
	"context"
	"errors"

	"github.com/gomlx/compute"
)

// Train makes an assessor of data and freezes it. A share of the series, chosen by
// the seed, is held out for its threshold. The same arguments on the same backend
// give the same bytes, also through interruptions and resumes.
//
// Errors: invalid settings or points, a cancelled context, an assessor that learned nothing.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Points) (Assessor, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("assessor: training: the context or the backend is nil (want both)")
	}
	if err := errors.Join(cfg.Validate(), data.Validate()); err != nil {
		return nil, err
	}
	train, held := data.split(cfg.HeldOut, cfg.Seed)
	a, err := contrast(ctx, backend, cfg, train)
	if err != nil {
		return nil, err
	}
	if err := a.calibrate(backend, a, held, cfg.Seed); err != nil {
		return nil, err
	}
	return a, nil
}
