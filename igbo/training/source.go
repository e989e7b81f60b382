package training

import (
	"errors"
	"fmt"

	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// Source is a training set that need not fit in memory: any GoMLX dataset.
type Source struct {
	// Dataset yields the batches, in the model's units and dtype: inputs x [B,T,D]
	// and, for padded series, a mask [B,T] of booleans; labels y [B,T], or [B,T,K], and, where
	// samples are weighted, weights [B] or [B,T]. Each call of its Iter begins anew.
	Dataset gomlx.Dataset
	// Features names the D columns, Steps is T, Outputs is K, where 0 is 1.
	Features []string
	Steps    int
	Outputs  int
	// StepsPerEpoch is the number of batches in an epoch: the dataset is then one stream,
	// which begins again where it ends, and may be endless. With 0 an epoch is one pass of the dataset.
	StepsPerEpoch int
}

func (s Source) validate(cfg settings.Config) error {
	switch {
	case s.Dataset == nil:
		return errors.New("igbo: a source without a dataset")
	case s.Steps < 1 || s.Outputs < 0 || s.StepsPerEpoch < 0:
		return fmt.Errorf("igbo: a source of T = %d steps, K = %d targets and %d steps an epoch, expected at least 1, and else 0 or more", s.Steps, s.Outputs, s.StepsPerEpoch)
	case cfg.BurnIn >= s.Steps:
		return fmt.Errorf("igbo: burn-in of %d of T = %d steps, expected fewer", cfg.BurnIn, s.Steps)
	case s.StepsPerEpoch > settings.MaxSteps/max(cfg.Epochs, 1):
		return fmt.Errorf("igbo: %d epochs of %d steps, expected at most %d steps", cfg.Epochs, s.StepsPerEpoch, settings.MaxSteps)
	case cfg.Standardize:
		return errors.New("igbo: Standardize with a dataset, whose batches are in the model's units; expected batches that are standardised")
	case cfg.Optimizer.Name == settings.Armijo:
		return errors.New("igbo: the Armijo rule with a dataset, expected Data, all of which it takes at each step")
	case cfg.Optimizer.Schedule == settings.CosineRate && s.StepsPerEpoch == 0:
		return errors.New("igbo: the cosine schedule with a dataset whose epochs have no length, expected StepsPerEpoch: it ends with the last step")
	case cfg.StepsPerCall > 1 && s.StepsPerEpoch == 0:
		return fmt.Errorf("igbo: %d steps a call of a dataset whose epochs have no length, expected StepsPerEpoch", cfg.StepsPerCall)
	}
	if err := samples.ValidateNames(s.Features); err != nil {
		return err
	}
	return cfg.Validate(len(s.Features))
}
