package assessor

import (
	"context"
	"errors"

	"github.com/gomlx/compute"
)

// Train trains an assessor on data and freezes it. It holds out a fraction of the series, chosen by the seed,
// to determine the threshold. Training is deterministic: the same arguments and backend give the same bytes,
// even after interruptions.
//
// It returns an error if the settings or points are invalid, the context is cancelled, or the classifier has
// learned nothing.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data Points) (Assessor, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("assessor: training: the context and the backend must not be nil")
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
