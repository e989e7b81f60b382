package explain

import (
	"fmt"
	"math"
	"time"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// Baselines by name.
const (
	ZeroBaseline = "zero" // 0 in the model's units; for a model trained with Standardize this is the training mean
	MeanBaseline = "mean" // the training mean if the model states it, else the mean of the data
)

// Config configures explanations and checks. Start from DefaultConfig, because the zero value is an error.
type Config struct {
	// Attribution configures the scores. Its baselines are replaced by Baseline.
	Attribution attribution.Config `json:"attribution"`
	// Baseline is ZeroBaseline or MeanBaseline.
	Baseline string `json:"baseline"`
	// Output selects the attributed output if there are several. With the zero value the model decides.
	Output attribution.Output `json:"output,omitzero"`
	// Repeats is the number of permutations of each feature, on at most PermutedRows samples. No feature is permuted if
	// Repeats is 0 or PermutedRows is below 2.
	Repeats      int `json:"repeats"`
	PermutedRows int `json:"permuted_rows"`
	// RandomRows is the maximum number of samples for attributions of the model with random parameters; 0 omits them.
	RandomRows int `json:"random_rows"`
	// Seed seeds the choice of samples, permutations and random parameters.
	Seed uint64 `json:"seed"`
	// Level is the level of the intervals of a check.
	Level float64 `json:"level"`
	// Background is the number of samples that represent an unknown feature, for a model without a gradient. For a program it is at most half
	// of Pairs.
	Background int `json:"background,omitempty"`
	// Rows is the maximum number of samples that are explained for a program, Pairs the number of pairs of permutations for each. Budget
	// limits the time for explanations and permutations together.
	Rows   int           `json:"rows,omitempty"`
	Pairs  int           `json:"pairs,omitempty"`
	Budget time.Duration `json:"budget,omitempty"`
	// Interactions is the number of samples of a table for which pairwise interactions are computed; 0 is none. If there are no exact
	// interactions, they are sampled with at most Pairs sets of orders each, for a program with a quarter of them.
	Interactions int `json:"interactions,omitempty"`
}

// DefaultConfig returns the default settings: absolute scores at the training mean, and otherwise attribution.DefaultConfig.
// Relative to a mean, the signed scores of a feature are positive in some samples and negative in others, so they would cancel in
// the average. Each feature is permuted 5 times on at most 10 000 samples, and random parameters are tried on at most 1 000. The
// level of a check is 0.95. A model without a gradient has 100 background samples. For a program, at most 100 samples are
// explained with 64 pairs each, in at most 5 minutes.
func DefaultConfig() Config {
	c := Config{
		Attribution: attribution.DefaultConfig(), Baseline: MeanBaseline,
		Repeats: 5, PermutedRows: 10_000, RandomRows: 1_000, Seed: 1, Level: 0.95,
		Background: 100, Rows: 100, Pairs: 64, Budget: 5 * time.Minute,
	}
	c.Attribution.Score = attribution.Absolute
	return c
}

// Limits for the settings of models without a gradient.
const (
	mostBackground, mostRows, mostPairs = 100_000, 10_000_000, 10_000

	longestBudget = 1000 * time.Hour
)

// Validate checks every setting.
func (c Config) Validate(features int) error {
	if err := c.check(features); err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	return nil
}

// check is Validate without the package's name in its errors.
func (c Config) check(features int) error {
	switch {
	case c.Baseline != ZeroBaseline && c.Baseline != MeanBaseline:
		return fmt.Errorf("the setting Baseline must be %q or %q, got %q", ZeroBaseline, MeanBaseline, c.Baseline)
	case c.Budget <= 0 || c.Budget > longestBudget:
		return fmt.Errorf("the setting Budget must be positive and at most %s, got %s", longestBudget, c.Budget)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("the setting Level must be between 0 and 1, such as 0.95, got %g", c.Level)
	}
	if err := limit.Check([]limit.Int{
		{Name: "Repeats", Value: c.Repeats, Max: math.MaxInt}, {Name: "PermutedRows", Value: c.PermutedRows, Max: math.MaxInt}, {Name: "RandomRows", Value: c.RandomRows, Max: math.MaxInt},
		{Name: "Background", Value: c.Background, Min: 1, Max: mostBackground}, {Name: "Rows", Value: c.Rows, Min: 2, Max: mostRows}, {Name: "Pairs", Value: c.Pairs, Min: 2, Max: mostPairs},
		{Name: "Interactions", Value: c.Interactions, Max: mostRows},
	}); err != nil {
		return err
	}
	if err := c.Output.Validate(); err != nil {
		return err
	}
	return c.Attribution.Validate(features)
}

// attribution returns the attribution settings for the model: its groups, and the named baseline.
func (s *run) attribution(c Config) (cfg attribution.Config, baseline string) {
	cfg = c.Attribution
	cfg.Groups = s.Groups
	standardized := s.Model.Normalization.Scale != nil
	switch {
	case c.Baseline == ZeroBaseline && !standardized:
		cfg.Baselines, baseline = []attribution.Baseline{attribution.Zero()}, "zero"
	case standardized:
		cfg.Baselines, baseline = []attribution.Baseline{attribution.Zero()}, "the training mean"
	default:
		cfg.Baselines, baseline = []attribution.Baseline{attribution.Constant("mean", s.Means())}, "the mean of the data"
	}
	return cfg, baseline
}

// estimated reports whether the baseline is the mean of the data, which another sample of rows would change.
func (s *run) estimated(c Config) bool {
	return c.Baseline == MeanBaseline && s.Model.Normalization.Scale == nil
}

// choose sets the requested output of the model.
func (s *run) choose(c Config) error {
	if c.Output == (attribution.Output{}) {
		if s.Model.Config.Output.Kind != attribution.EachOutput {
			return nil
		}
		c.Output.Kind = attribution.PredictedOutput
	}
	if err := c.Output.Check(s.Model.Outputs()); err != nil {
		return err
	}
	s.Model.Config.Output = c.Output
	return nil
}
