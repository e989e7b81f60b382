package posterior

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// Base is the prior of the weights before the order is applied.
type Base string

// The bases. The scale τ of both is learned from the data.
const (
	Gauss   Base = "gauss"   // w_j ~ N(0, τ²)
	Laplace Base = "laplace" // w_j ~ Laplace(0, τ): density exp(−|w_j|/τ)/2τ
)

// Trust determines how strictly an order is applied.
type Trust string

// The kinds of trust.
const (
	// Hard restricts the prior to weights that satisfy the order.
	Hard Trust = "hard"
	// Soft multiplies the prior by exp(−θ·V)/Z(θ), where V is the number of violated pairs in the closure of
	// the order, and learns θ. So a wrong order costs little.
	Soft Trust = "soft"
)

// Loss is the kind of targets.
type Loss string

// The losses.
const (
	Squared  Loss = "squared"  // numbers, y = b + x·w + N(0, σ²)
	Logistic Loss = "logistic" // 0 or 1, P(1) = 1/(1 + exp(−b − x·w))
	Poisson  Loss = "poisson"  // counts, with mean exp(b + x·w)
)

// Config holds the settings of a posterior.
type Config struct {
	Base  Base  `json:"base"`
	Trust Trust `json:"trust"`
	Loss  Loss  `json:"loss"`
	// Groups lists the columns of each feature. nil makes each column a feature. The importance of a group is
	// the Euclidean norm of its weights.
	Groups [][]int `json:"groups,omitempty"`
	// Scales holds the unit of each column for the prior and the order, such as its spread in the population.
	// If it is nil, Sample uses the mean absolute deviation of each column in the rows. A column that does not
	// vary in the rows always has weight 0.
	Scales []float64 `json:"scales,omitempty"`
	// Chains is the number of parallel chains. Each makes Burn sweeps that are discarded and records Draws
	// sweeps, at least 4.
	Chains int `json:"chains"`
	Burn   int `json:"burn"`
	Draws  int `json:"draws"`
	// Extend is the factor by which chains that disagree are extended: if [Posterior.Diagnose] gives a warning,
	// each chain continues once for Extend·Draws sweeps. 0 turns this off.
	Extend int `json:"extend,omitempty"`
	// Noise and Scale are the scales of the half-Cauchy priors of σ and τ, in standardised units.
	Noise float64 `json:"noise"`
	Scale float64 `json:"scale"`
	// Grid holds the possible values of θ for a soft order, increasing from 0 to at most 50. Doubt, in (0, 1), is
	// the prior probability of 0; the other values are equally likely. A hard order ignores both.
	Grid  []float64 `json:"grid"`
	Doubt float64   `json:"doubt"`
	// Seed determines all draws.
	Seed uint64 `json:"seed"`
}

// DefaultConfig returns a soft order on Laplace weights under the squared loss, with four chains of 500 + 2 000
// sweeps.
func DefaultConfig() Config {
	return Config{
		Base: Laplace, Trust: Soft, Loss: Squared, Chains: 4, Burn: 500, Draws: 2000, Noise: 1, Scale: 1,
		Grid: []float64{0, .1, .2, .4, .8, 1.6, 3.2, 8}, Doubt: .5, Seed: 1,
	}
}

// Validate checks all settings for data with the given number of columns.
func (c Config) Validate(columns int) error {
	switch {
	case c.Base != Gauss && c.Base != Laplace:
		return fmt.Errorf("posterior: unknown base %q (want %s or %s)", c.Base, Gauss, Laplace)
	case c.Trust != Hard && c.Trust != Soft:
		return fmt.Errorf("posterior: unknown trust %q (want %s or %s)", c.Trust, Hard, Soft)
	case c.Loss != Squared && c.Loss != Logistic && c.Loss != Poisson:
		return fmt.Errorf("posterior: unknown loss %q (want %s, %s or %s)", c.Loss, Squared, Logistic, Poisson)
	case !(c.Noise > 0):
		return fmt.Errorf("posterior: Noise, a prior scale, must be positive, got %g", c.Noise)
	case !(c.Scale > 0):
		return fmt.Errorf("posterior: Scale, a prior scale, must be positive, got %g", c.Scale)
	}
	if err := limit.Check([]limit.Int{
		{Name: "Chains", Value: c.Chains, Min: 1, Max: math.MaxInt}, {Name: "Burn", Value: c.Burn, Max: math.MaxInt}, {Name: "Draws", Value: c.Draws, Min: 4, Max: math.MaxInt},
		{Name: "Extend", Value: c.Extend, Max: 100},
	}); err != nil {
		return fmt.Errorf("posterior: %w", err)
	}
	if c.Scales != nil && len(c.Scales) != columns {
		return fmt.Errorf("posterior: Scales has %d numbers, want one for each of the %d columns", len(c.Scales), columns)
	}
	for j, v := range c.Scales {
		if !(v > 0 && v <= 1e100) {
			return fmt.Errorf("posterior: Scales[%d] is %g, want a positive number up to 1e100", j, v)
		}
	}
	if err := c.checkGrid(); err != nil {
		return err
	}
	return c.checkGroups(columns)
}

func (c Config) checkGrid() error {
	if c.Trust == Hard {
		return nil
	}
	if len(c.Grid) < 2 || c.Grid[0] != 0 {
		return fmt.Errorf("posterior: Grid is %v, want 0 and at least one more value of θ", c.Grid)
	}
	if !(c.Doubt > 0 && c.Doubt < 1) {
		return fmt.Errorf("posterior: Doubt is %g, want a probability between 0 and 1", c.Doubt)
	}
	for k := 1; k < len(c.Grid); k++ {
		if !(c.Grid[k] > c.Grid[k-1] && c.Grid[k] <= 50) {
			return fmt.Errorf("posterior: Grid is %v, want increasing values of θ up to 50", c.Grid)
		}
	}
	return nil
}

func (c Config) checkGroups(columns int) error {
	if c.Groups == nil {
		return nil
	}
	seen := make([]bool, columns)
	for g, group := range c.Groups {
		if len(group) == 0 {
			return fmt.Errorf("posterior: group %d has no column, want at least 1", g)
		}
		for _, j := range group {
			if j < 0 || j >= columns {
				return fmt.Errorf("posterior: group %d names column %d, want 0 to %d", g, j, columns-1)
			}
			if seen[j] {
				return fmt.Errorf("posterior: column %d occurs twice, again in group %d, want each column once", j, g)
			}
			seen[j] = true
		}
	}
	for j, ok := range seen {
		if !ok {
			return fmt.Errorf("posterior: column %d is in no group (want each column once)", j)
		}
	}
	return nil
}

// groups returns the columns of each feature.
func (c Config) groups(columns int) [][]int {
	if c.Groups != nil {
		return c.Groups
	}
	groups := make([][]int, columns)
	for j := range groups {
		groups[j] = []int{j}
	}
	return groups
}
