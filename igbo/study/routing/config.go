package routing

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/oracle/rival"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Config describes the study.
type Config struct {
	// Laws are the data: names of datasets.LawNames, and weather.
	Laws []string `json:"laws" bounds:"distinct"`
	// Seeds runs are made of each law, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples are the training points of networks, assessors and oracles.
	Samples int `json:"samples" bounds:"[50, 1048576]"`
	// Pairs of a fresh input and a baseline in the data are attributed; the first Probed of
	// them are perturbed.
	Pairs  int `json:"pairs" bounds:"[1, 4096]"`
	Probed int `json:"probed" bounds:"[1, 4096]"`
	// Networks are trained on the data of a seed that differ in their own seed alone: on
	// the curve, and Elsewhere.
	Networks  int `json:"networks" bounds:"[1, 1024]"`
	Elsewhere int `json:"elsewhere" bounds:"[1, 1024]"`
	// MLP is the network of tables, GRU that of series; both train for Epochs in batches by
	// Adam at Rate.
	MLP    models.MLPConfig `json:"mlp"`
	GRU    models.GRUConfig `json:"gru"`
	Epochs int              `json:"epochs"`
	// SeriesEpochs take the place of Epochs for series.
	SeriesEpochs int     `json:"series_epochs"`
	Batch        int     `json:"batch"`
	Rate         float64 `json:"learning_rate"`
	// Baselines are those of the average over baselines.
	Baselines int `json:"baselines" bounds:"[1, 1024]"`
	// GAN, Contrastive and Density are the assessors; a window that is no shorter than the series is the
	// whole of it. Oracle is trained with each; their seeds are those of the cell.
	GAN         assessor.Config `json:"gan"`
	Contrastive assessor.Config `json:"contrastive"`
	Density     assessor.Config `json:"density"`
	Oracle      oracle.Config   `json:"oracle"`
	// SeriesOracle takes the place of Oracle for series.
	SeriesOracle oracle.Config `json:"series_oracle"`
	// Neighbours is k of the geodesic path's graph; Relaxed are the settings of anchors relaxed for each
	// pair, Guided is the share of inputs that a guided path moves at a time.
	Neighbours int                 `json:"neighbours"`
	Relaxed    rival.RelaxedConfig `json:"relaxed"`
	Guided     float64             `json:"guided"`
	// Anchors is K of every path that has anchors.
	Anchors int `json:"anchors" bounds:"[1, 256]"`
	// Coarse and Fine are the M of the completeness gaps, by the midpoint rule; attributions are
	// compared at Fine.
	Coarse int `json:"coarse" bounds:"[2, 4096]"`
	Fine   int `json:"fine" bounds:"[2, 4096]"`
	// Looks is at how many places, evenly along its length, a path's validity is looked at.
	Looks int `json:"looks" bounds:"[2, 4096]"`
	// Draws and Radius, in deviations of the data, are those of the sensitivity.
	Draws  int     `json:"draws" bounds:"[1, 1024]"`
	Radius float64 `json:"radius" bounds:"(0, 1e6)"`
	// Level is that of the confidence intervals over seeds.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// weatherName is the data that have no law.
const weatherName = "weather"

// DefaultConfig returns the settings of the committed result.
func DefaultConfig() Config {
	gan, contrastive, density := assessor.DefaultConfig(assessor.GAN), assessor.DefaultConfig(assessor.Contrastive), assessor.DefaultConfig(assessor.Density)
	generator := oracle.DefaultConfig()
	contrastive.Hidden, contrastive.Steps, contrastive.Window = 48, 2000, 8
	gan.Steps = 1000
	generator.Hidden, generator.State, generator.MaxAnchors, generator.Batch, generator.Steps = 64, 32, 10, 32, 500
	generator.Optimizer.LearningRate, generator.Weight, generator.HistoryEvery = 1e-2, 20, 0
	series := generator
	series.Weight = 10
	relaxed := rival.DefaultRelaxedConfig()
	relaxed.Steps, relaxed.Rate, relaxed.Weight = 100, 0.05, 20
	return Config{
		Laws: []string{"curve", "ring", "moons", "ar", weatherName}, Seeds: 20, Seed0: 1,
		Samples: 2000, Pairs: 32, Probed: 8, Networks: 8, Elsewhere: 3,
		MLP: models.MLPConfig{Hidden: []int{32, 32}, Activation: "tanh"}, GRU: models.GRUConfig{Hidden: 16},
		Epochs: 25, SeriesEpochs: 10, Batch: 50, Rate: 1e-2, Baselines: 8, Anchors: 9, Coarse: 20, Fine: 50, Looks: 60,
		GAN: gan, Contrastive: contrastive, Density: density, Oracle: generator, SeriesOracle: series,
		Neighbours: 8, Relaxed: relaxed, Guided: rival.DefaultGuidedConfig().Fraction,
		Draws: 3, Radius: 0.1, Level: 0.95,
	}
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("routing", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	for _, name := range c.Laws {
		if name != weatherName && datasets.FindLaw(name) == nil {
			return fmt.Errorf("routing: no law %q, expected one of %v or %s", name, datasets.LawNames(), weatherName)
		}
	}
	if c.Probed > c.Pairs || c.Coarse <= c.Anchors || c.Fine < c.Coarse {
		return fmt.Errorf("routing: %d of %d pairs are probed, %d anchors, %d and %d points, expected at most all pairs, and more points than anchors, the fine ones not fewer",
			c.Probed, c.Pairs, c.Anchors, c.Coarse, c.Fine)
	}
	trainings := float64(c.Seeds) * float64(len(c.Laws)) * float64(max(c.Networks, c.Elsewhere))
	const widest = 64.0
	return cmp.Or(limits.Steps(trainings, c.Epochs, c.Samples, c.Batch), limits.Steps(trainings, c.SeriesEpochs, c.Samples, c.Batch),
		c.MLP.Validate(), c.GRU.Validate(), c.GAN.Validate(), c.Contrastive.Validate(), c.Density.Validate(), c.Oracle.Validate(2), c.SeriesOracle.Validate(2), c.Relaxed.Validate(2),
		rival.GuidedConfig{Anchors: c.Anchors, Fraction: c.Guided}.Validate(), rival.GeodesicConfig{Anchors: c.Anchors, Neighbours: c.Neighbours}.Validate(),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples", c.Samples), Bytes: 8 * limits.TableCopy * float64(c.Samples) * widest},
			limits.Path(attribution.Config{Points: c.Fine}, float64(c.Pairs), 8*widest, c.Seeds)))
}

// networksOf is how many are trained on a law.
func (c Config) networksOf(law string) int {
	if law == (datasets.Curve{}).Name() {
		return c.Networks
	}
	return c.Elsewhere
}

// training is the configuration of a network, on inputs and targets that are standardised already.
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

// epochs are those of a network for so many time steps.
func (c Config) epochs(steps int) int {
	if steps > 1 {
		return c.SeriesEpochs
	}
	return c.Epochs
}

// oracle is the configuration for so many time steps.
func (c Config) oracle(steps int) oracle.Config {
	if steps > 1 {
		return c.SeriesOracle
	}
	return c.Oracle
}

// stepsOf is T of a law.
func stepsOf(law string) int {
	if l := datasets.FindLaw(law); l != nil {
		return l.Steps()
	}
	return weatherDays
}

// trainingSteps are those of a network of a law.
func (c Config) trainingSteps(law string) int {
	return training.Steps(c.epochs(stepsOf(law)), c.Samples, c.Batch)
}
