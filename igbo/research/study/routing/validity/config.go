package validity

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/oracle/untrained"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the study.
type Config struct {
	// Distributions are names from datasets.DistributionNames, and weather.
	Distributions []string `json:"laws" bounds:"distinct"`
	// Seeds is the number of runs of each distribution, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples is the number of training points of networks, assessors and oracles.
	Samples int `json:"samples" bounds:"[50, 1048576]"`
	// Pairs is the number of fresh inputs that are attributed, each relative to a baseline in the data. The first Probed of
	// them are perturbed.
	Pairs  int `json:"pairs" bounds:"[1, 4096]"`
	Probed int `json:"probed" bounds:"[1, 4096]"`
	// Networks is the number of networks on the data of a seed for the distribution curve; they only differ in their own seed.
	// Elsewhere is that for other distributions.
	Networks  int `json:"networks" bounds:"[1, 1024]"`
	Elsewhere int `json:"elsewhere" bounds:"[1, 1024]"`
	// MLP is the network for tables, and GRU that for series. Both are trained for Epochs epochs in batches by Adam with the
	// learning rate Rate.
	MLP    models.MLPConfig `json:"mlp"`
	GRU    models.GRUConfig `json:"gru"`
	Epochs int              `json:"epochs"`
	// SeriesEpochs replaces Epochs for series.
	SeriesEpochs int     `json:"series_epochs"`
	Batch        int     `json:"batch"`
	Rate         float64 `json:"learning_rate"`
	// Baselines is the number of baselines in the average over baselines.
	Baselines int `json:"baselines" bounds:"[1, 1024]"`
	// Assessor and Oracle are trained with the seeds of the cell. A window that is not shorter than the series covers all of
	// it.
	Assessor assessor.Config `json:"assessor"`
	Oracle   oracle.Config   `json:"oracle"`
	// SeriesOracle replaces Oracle for series.
	SeriesOracle oracle.Config `json:"series_oracle"`
	// Neighbours is k of the geodesic path's graph. Relaxed has the settings of anchors that are relaxed for each pair.
	Neighbours int                     `json:"neighbours"`
	Relaxed    untrained.RelaxedConfig `json:"relaxed"`
	// Anchors is K of every path that has anchors.
	Anchors int `json:"anchors" bounds:"[1, 256]"`
	// Coarse and Fine are the values of M for the completeness gaps by the midpoint rule. Attributions are compared at Fine.
	Coarse int `json:"coarse" bounds:"[2, 4096]"`
	Fine   int `json:"fine" bounds:"[2, 4096]"`
	// Looks is the number of evenly spaced places at which a path's validity is measured.
	Looks int `json:"looks" bounds:"[2, 4096]"`
	// Draws is the number of draws for the sensitivity. Radius is their radius in standard deviations of the data.
	Draws  int     `json:"draws" bounds:"[1, 1024]"`
	Radius float64 `json:"radius" bounds:"(0, 1e6)"`
	// Level is the confidence level of the intervals over seeds.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// weatherName is the name of the data without a known distribution.
const weatherName = "weather"

// DefaultConfig returns the settings of the committed result.
func DefaultConfig() Config {
	judge, generator := assessor.DefaultConfig(), oracle.DefaultConfig()
	judge.Hidden, judge.Steps, judge.Window = 48, 2000, 8
	generator.Hidden, generator.State, generator.MaxAnchors, generator.Batch, generator.Steps = 64, 32, 10, 32, 500
	generator.Optimizer.LearningRate, generator.Weight, generator.HistoryEvery = 1e-2, 20, 0
	series := generator
	series.Weight = 10
	relaxed := untrained.DefaultRelaxedConfig()
	relaxed.Steps, relaxed.Rate, relaxed.Weight = 100, 0.05, 20
	return Config{
		Distributions: []string{"curve", "ring", "moons", "ar", weatherName}, Seeds: 20, Seed0: 1,
		Samples: 2000, Pairs: 32, Probed: 8, Networks: 8, Elsewhere: 3,
		MLP: models.MLPConfig{Hidden: []int{32, 32}, Activation: "tanh"}, GRU: models.GRUConfig{Hidden: 16},
		Epochs: 25, SeriesEpochs: 10, Batch: 50, Rate: 1e-2, Baselines: 8, Anchors: 9, Coarse: 20, Fine: 50, Looks: 60,
		Assessor: judge, Oracle: generator, SeriesOracle: series,
		Neighbours: 8, Relaxed: relaxed, Draws: 3, Radius: 0.1, Level: 0.95,
	}
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("routing", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	for _, name := range c.Distributions {
		if name != weatherName && datasets.FindDistribution(name) == nil {
			return fmt.Errorf("routing: distribution %q not found, want one of %v or %s", name, datasets.DistributionNames(), weatherName)
		}
	}
	switch {
	case c.Probed > c.Pairs:
		return fmt.Errorf("routing: probed must be at most pairs, %d, got %d", c.Pairs, c.Probed)
	case c.Coarse <= c.Anchors:
		return fmt.Errorf("routing: coarse must be above anchors, %d, got %d", c.Anchors, c.Coarse)
	case c.Fine < c.Coarse:
		return fmt.Errorf("routing: fine must be at least coarse, %d, got %d", c.Coarse, c.Fine)
	}
	trainings := float64(c.Seeds) * float64(len(c.Distributions)) * float64(max(c.Networks, c.Elsewhere))
	const widest = 64.0
	return cmp.Or(limits.Steps(trainings, c.Epochs, c.Samples, c.Batch), limits.Steps(trainings, c.SeriesEpochs, c.Samples, c.Batch),
		c.MLP.Validate(), c.GRU.Validate(), c.Assessor.Validate(), c.Oracle.Validate(2), c.SeriesOracle.Validate(2), c.Relaxed.Validate(2),
		untrained.GeodesicConfig{Anchors: c.Anchors, Neighbours: c.Neighbours}.Validate(),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples", c.Samples), Bytes: 8 * limits.TableCopy * float64(c.Samples) * widest},
			limits.Path(attribution.Config{Points: c.Fine}, float64(c.Pairs), 8*widest, c.Seeds)))
}

// networksOf returns the number of networks that are trained on a distribution.
func (c Config) networksOf(distribution string) int {
	if distribution == (datasets.Curve{}).Name() {
		return c.Networks
	}
	return c.Elsewhere
}

// training returns the configuration of a network on inputs and targets that are already standardised.
func (c Config) training(steps int, seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model = models.MLPSpec(c.MLP)
	if steps > 1 {
		cfg.Model = models.Spec{Kind: models.KindGRU, GRU: &c.GRU}
	}
	cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.HistoryEvery = seed, c.epochs(steps), c.Batch, 0
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: c.Rate}
	return cfg
}

// epochs returns the number of epochs of a network for this number of time steps.
func (c Config) epochs(steps int) int {
	if steps > 1 {
		return c.SeriesEpochs
	}
	return c.Epochs
}

// oracle returns the configuration for a number of time steps.
func (c Config) oracle(steps int) oracle.Config {
	if steps > 1 {
		return c.SeriesOracle
	}
	return c.Oracle
}

// stepsOf returns T of a distribution.
func stepsOf(distribution string) int {
	if l := datasets.FindDistribution(distribution); l != nil {
		return l.Steps()
	}
	return weatherDays
}

// trainingSteps returns the number of training steps of a network of a distribution.
func (c Config) trainingSteps(distribution string) int {
	return training.Steps(c.epochs(stepsOf(distribution)), c.Samples, c.Batch)
}
