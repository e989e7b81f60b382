package explain

import (
	"fmt"
	"time"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// The baselines that are known by name.
const (
	ZeroBaseline = "zero" // 0 in the model's units: of a model trained with Standardize the training mean
	MeanBaseline = "mean" // the training mean where the model knows it, else the mean of the data
)

// Config says how a model is explained and checked.
type Config struct {
	// Attribution says how the scores are computed; its baselines are those of Baseline.
	Attribution attribution.Config `json:"attribution"`
	// Baseline is ZeroBaseline or MeanBaseline.
	Baseline string `json:"baseline"`
	// Output is which of several outputs is attributed; the zero value is the model's own choice.
	Output attribution.Output `json:"output,omitzero"`
	// Repeats is how often each feature is permuted, on at most PermutedRows samples.
	Repeats      int `json:"repeats"`
	PermutedRows int `json:"permuted_rows"`
	// RandomRows is on how many samples at most attributions of the model with random parameters are looked at.
	RandomRows int `json:"random_rows"`
	// Seed decides samples, permutations and random parameters.
	Seed uint64 `json:"seed"`
	// Level is that of the intervals of a check.
	Level float64 `json:"level"`
	// Background is how many samples of the data stand for not knowing a feature, of a model without a gradient; of
	// a program at most half of Pairs.
	Background int `json:"background,omitempty"`
	// Rows is how many samples of a program are explained at most, Pairs how many pairs of permutations each, and Budget
	// the time that this and permutations take together.
	Rows   int           `json:"rows,omitempty"`
	Pairs  int           `json:"pairs,omitempty"`
	Budget time.Duration `json:"budget,omitempty"`
	// Interactions is on how many samples of a table it is looked at what pairs of features do together; 0 is none. Of what has no
	// exact ones they are sampled, with at most Pairs sets of orders each, of a program with a quarter of them.
	Interactions int `json:"interactions,omitempty"`
}

// DefaultConfig explains and checks with the absolute score at the training mean, and attribution.DefaultConfig besides: the signed
// score has no sign to keep at a centred baseline. It permutes each feature 5 times on at
// most 10 000 samples, and looks at random parameters on at most 1 000.
func DefaultConfig() Config {
	c := Config{
		Attribution: attribution.DefaultConfig(), Baseline: MeanBaseline,
		Repeats: 5, PermutedRows: 10_000, RandomRows: 1_000, Seed: 1, Level: 0.95,
		Background: 100, Rows: 100, Pairs: 64, Budget: 5 * time.Minute,
	}
	c.Attribution.Score = attribution.Absolute
	return c
}

// What the settings of models without a gradient may be.
const (
	mostBackground, mostRows, mostPairs = 100_000, 10_000_000, 10_000

	longestBudget = 1000 * time.Hour
)

// Validate checks every setting.
func (c Config) Validate(features int) error {
	switch {
	case c.Baseline != ZeroBaseline && c.Baseline != MeanBaseline:
		return fmt.Errorf("explain: baseline %q, expected %s or %s", c.Baseline, ZeroBaseline, MeanBaseline)
	case c.Repeats < 0 || c.PermutedRows < 0 || c.RandomRows < 0:
		return fmt.Errorf("explain: %d repeats on %d samples, and %d samples with random parameters, expected 0 (none) or more", c.Repeats, c.PermutedRows, c.RandomRows)
	case c.Background < 1 || c.Background > mostBackground || c.Rows < 2 || c.Rows > mostRows || c.Pairs < 2 || c.Pairs > mostPairs || c.Budget <= 0 || c.Budget > longestBudget:
		return fmt.Errorf("explain: a background of %d samples, %d rows, %d pairs, %s, expected 1 to %d, 2 to %d, 2 to %d, and a time up to %s",
			c.Background, c.Rows, c.Pairs, c.Budget, mostBackground, mostRows, mostPairs, longestBudget)
	case c.Interactions < 0 || c.Interactions > mostRows:
		return fmt.Errorf("explain: interactions of %d samples, expected 0 (none) to %d", c.Interactions, mostRows)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("explain: intervals at the level %g, expected one between 0 and 1, such as 0.95", c.Level)
	}
	if err := c.Output.Validate(); err != nil {
		return err
	}
	return c.Attribution.Validate(features)
}

// attribution are the settings for the subject: its groups, and the baseline that is named.
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

// choose gives the model the output that is asked for.
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
