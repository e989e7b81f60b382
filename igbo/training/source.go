package training

import (
	"errors"
	"fmt"

	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// A Source is a training set that need not fit in memory. It can be any GoMLX dataset.
type Source struct {
	// Dataset yields the batches, in the model's units and dtype. The inputs are x [B,T,D] and, for padded series, a
	// boolean mask [B,T]. The labels are y [B,T] or [B,T,K] and, for weighted samples, weights [B] or [B,T]. Each call of
	// Iter must start from the beginning.
	Dataset gomlx.Dataset
	// Features names the D columns of x.
	Features []string
	// Steps is the number of time steps T.
	Steps int
	// Outputs is the number of targets K; 0 means 1.
	Outputs int
	// StepsPerEpoch is the number of batches per epoch. The dataset is then a single stream, possibly endless, that
	// restarts after its last batch. If it is 0, an epoch is one pass over the dataset.
	StepsPerEpoch int
}

func (s Source) validate(cfg settings.Config) error {
	switch {
	case s.Dataset == nil:
		return errors.New("training: Source.Dataset is nil (want a GoMLX dataset)")
	case s.Steps < 1:
		return fmt.Errorf("training: Source.Steps is T = %d, want at least 1", s.Steps)
	case s.Outputs < 0:
		return fmt.Errorf("training: Source.Outputs is K = %d, want 0 or more", s.Outputs)
	case s.StepsPerEpoch < 0:
		return fmt.Errorf("training: Source.StepsPerEpoch is %d, want 0 or more", s.StepsPerEpoch)
	case cfg.BurnIn >= s.Steps:
		return fmt.Errorf("training: a burn-in of %d steps is too large for T = %d (want fewer)", cfg.BurnIn, s.Steps)
	case s.StepsPerEpoch > settings.MaxSteps/max(cfg.Epochs, 1):
		return fmt.Errorf("training: %d epochs of %d steps are too many (max %d steps)", cfg.Epochs, s.StepsPerEpoch, settings.MaxSteps)
	case cfg.Standardize:
		return errors.New("training: Standardize is unsupported with a dataset, whose batches must be in the model's units (standardise them first)")
	case cfg.Optimizer.Name == settings.Armijo:
		return errors.New("training: the Armijo rule is unsupported with a dataset, because each step needs all data (use Train)")
	case cfg.Optimizer.Schedule == settings.CosineRate && s.StepsPerEpoch == 0:
		return errors.New("training: the cosine schedule needs the number of the last step (set StepsPerEpoch)")
	case cfg.StepsPerCall > 1 && s.StepsPerEpoch == 0:
		return fmt.Errorf("training: StepsPerCall is %d, which requires the length of an epoch (set StepsPerEpoch)", cfg.StepsPerCall)
	}
	if err := samples.ValidateNames(s.Features); err != nil {
		return err
	}
	return cfg.Validate(len(s.Features))
}
