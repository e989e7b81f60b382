package settings

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// Wrapper returns the settings for the optimiser wrapper in package train.
func (c Config) Wrapper() (train.Config, error) {
	rule, err := projection.ByName(c.Rule)
	if err != nil {
		return train.Config{}, err
	}
	if c.NormalizeGradients {
		rule = projection.Normalized{Rule: rule}
	}
	return train.Config{Rule: rule, Lambda: c.Lambda, Tolerance: c.Tolerance}, nil
}

// Driver returns the settings for the step driver in package train.
func (c Config) Driver() train.DriverConfig {
	if c.StepsPerCall == 0 {
		return train.DefaultDriverConfig()
	}
	return train.DriverConfig{StepsPerCall: c.StepsPerCall}
}

// Precision returns the dtype of the model.
func (c Config) Precision() (dtypes.DType, error) {
	switch c.DType {
	case "float32":
		return dtypes.Float32, nil
	case "float64":
		return dtypes.Float64, nil
	default:
		return dtypes.InvalidDType, fmt.Errorf("settings: unknown dtype %q (want float32 or float64)", c.DType)
	}
}
