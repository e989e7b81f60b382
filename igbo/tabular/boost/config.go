package boost

import (
	"fmt"
	"math"
)

// Config holds the settings of [Fit] and [Choose]. Start from [DefaultConfig].
type Config struct {
	// Trees is the number of trees that Fit grows and the largest number that Choose tries.
	Trees int
	// LearningRate multiplies the values of every tree; it is above 0 and at most 1.
	LearningRate float64
	// MaxLeaves is the largest number of leaves of a tree, at least 2.
	MaxLeaves int
	// MinSamplesLeaf is the smallest number of rows in a leaf, at least 1.
	MinSamplesLeaf int
	// MaxBins is the largest number of bins of a column, 2 to 255.
	MaxBins int
	// L2 is the penalty on squared leaf values, in units of rows of weight 1: in a leaf with L2
	// rows, it halves the value.
	L2 float64
	// Patience is the number of trees without a lower held-out loss after which Choose stops, at least 1.
	Patience int
	// Directions holds −1, 0 (free) or +1 for every column; nil leaves all columns free.
	Directions []int
}

// DefaultConfig returns the settings for a table with n rows. They are those of scikit-learn, with
// up to 200 trees, and with smaller leaves and fewer bins for small tables. They are intended for
// Choose; for Fit, set Trees.
func DefaultConfig(n int) Config {
	return Config{
		Trees: 200, LearningRate: 0.1, MaxLeaves: 31, MinSamplesLeaf: max(2, min(20, n/20)), MaxBins: max(32, min(missing, n/4)), Patience: 10,
	}
}

// check validates the settings for the given number of columns.
func (c Config) check(columns int) error {
	switch {
	case c.Trees < 0:
		return fmt.Errorf("boost: checking settings: Trees is %d, must be at least 0", c.Trees)
	case !(c.LearningRate > 0 && c.LearningRate <= 1):
		return fmt.Errorf("boost: checking settings: LearningRate is %g, must be above 0 and at most 1", c.LearningRate)
	case c.MaxLeaves < 2:
		return fmt.Errorf("boost: checking settings: MaxLeaves is %d, must be at least 2", c.MaxLeaves)
	case c.MinSamplesLeaf < 1:
		return fmt.Errorf("boost: checking settings: MinSamplesLeaf is %d, must be at least 1", c.MinSamplesLeaf)
	case c.MaxBins < 2 || c.MaxBins > missing:
		return fmt.Errorf("boost: checking settings: MaxBins is %d, must be 2 to %d", c.MaxBins, missing)
	case !(c.L2 >= 0) || math.IsInf(c.L2, 1):
		return fmt.Errorf("boost: checking settings: L2 is %g, must be a finite number of at least 0", c.L2)
	case c.Patience < 1:
		return fmt.Errorf("boost: checking settings: Patience is %d, must be at least 1", c.Patience)
	case c.Directions != nil && len(c.Directions) != columns:
		return fmt.Errorf("boost: checking settings: Directions has %d entries, must be one for each of the %d columns", len(c.Directions), columns)
	}
	for j, s := range c.Directions {
		if s < -1 || s > 1 {
			return fmt.Errorf("boost: checking settings: Directions[%d] is %d, must be -1, 0 or 1", j, s)
		}
	}
	return nil
}

// direction returns the direction of column j.
func (c Config) direction(j int) int {
	if c.Directions == nil {
		return 0
	}
	return c.Directions[j]
}
