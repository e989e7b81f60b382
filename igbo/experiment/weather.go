package experiment

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
)

// WeatherConfig describes the study on daily weather: a GRU predicts the next
// day's maximum temperature, with and without an expert's order of the inputs.
type WeatherConfig struct {
	// Window is T in days; L is the mean over days t ≥ BurnIn.
	Window int `json:"window"`
	BurnIn int `json:"burn_in"`
	// TrainStride is the distance of training windows. Validation windows lie
	// Window − BurnIn apart, so that every day counts once.
	TrainStride int `json:"train_stride"`
	// Tiers is the expert's order, from the most important down.
	Tiers [][]string `json:"tiers"`
	// Epsilon is the least difference ε of scores along the order.
	Epsilon float64 `json:"epsilon"`
	// Rules are the projection rules tried, each with trade-off Lambda.
	Rules  []string `json:"rules"`
	Lambda float64  `json:"lambda"`
	// Network is the GRU; Epochs, Batch and Rate (of Adam) are those of the training.
	Network models.GRUConfig `json:"network"`
	Epochs  int              `json:"epochs"`
	Batch   int              `json:"batch"`
	Rate    float64          `json:"learning_rate"`
	// Attribution is how scores are computed.
	Attribution attribution.Config `json:"attribution"`
	// Seeds runs are made, with seeds Seed0, Seed0+1, …; Level is that of the intervals over them.
	Seeds int     `json:"seeds"`
	Seed0 int64   `json:"seed0"`
	Level float64 `json:"level"`
}

// DefaultWeatherConfig returns windows of 32 days with a burn-in of 8, a GRU
// of 16 units, absolute scores, the order temp_max above temp_min above wind
// and precipitation by at least 0.1, and 5 seeds.
func DefaultWeatherConfig() WeatherConfig {
	how := attribution.DefaultConfig()
	how.Score, how.Quadrature, how.Points = attribution.Absolute, attribution.GaussLegendre, 2
	return WeatherConfig{
		Window: 32, BurnIn: 8, TrainStride: 12,
		Tiers: [][]string{{"temp_max"}, {"temp_min"}, {"wind", "precipitation"}}, Epsilon: 0.1,
		Rules: []string{"paper"}, Lambda: 0.5, Network: models.GRUConfig{Hidden: 16}, Epochs: 25, Batch: 32, Rate: 1e-2,
		Attribution: how, Seeds: 5, Seed0: 1, Level: 0.95,
	}
}

// weatherDays is more than the days, and so the windows, that there are.
const weatherDays = 1 << 15

// Validate checks every setting before anything runs.
func (c WeatherConfig) Validate() error {
	switch {
	case c.TrainStride < 1:
		return fmt.Errorf("experiment: training windows %d days apart, expected at least 1", c.TrainStride)
	case c.BurnIn < 0 || c.BurnIn >= c.Window:
		return fmt.Errorf("experiment: burn-in of %d of %d days, expected 0 to %d", c.BurnIn, c.Window, c.Window-1)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("experiment: intervals of level %g, expected inside (0, 1)", c.Level)
	}
	if err := checkSeeds(c.Seeds, c.Seed0); err != nil {
		return err
	}
	arms := float64(c.Seeds) * float64(1+len(c.Rules))
	if err := checkCount(fmt.Sprintf("%g trainings of %d epochs", arms, c.Epochs), arms*float64(c.Epochs)*weatherDays); err != nil {
		return err
	}
	if err := checkMemory(need{fmt.Sprintf("%g models", arms), arms * modelBytes},
		pathNeed(c.Attribution, min(float64(c.Batch), weatherDays), float64(c.Window)*float64(4+c.Network.Hidden), c.Seeds)); err != nil {
		return err
	}
	for _, rule := range append([]string{""}, c.Rules...) {
		if err := c.training(rule, c.Seed0).Validate(4); err != nil {
			return err
		}
	}
	return nil
}

// training is the configuration of one model; an empty rule is the unconstrained one.
func (c WeatherConfig) training(rule string, seed int64) igbo.Config {
	cfg, network := igbo.DefaultConfig(), c.Network
	cfg.Model = models.Spec{Kind: models.KindGRU, GRU: &network}
	cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.BurnIn = seed, c.Epochs, c.Batch, c.BurnIn
	cfg.Optimizer.LearningRate, cfg.Attribution = c.Rate, c.Attribution
	cfg.Standardize, cfg.HistoryEvery = true, 0
	if rule != "" {
		cfg.Rule, cfg.Lambda = rule, train.FixedLambda(c.Lambda)
	}
	return cfg
}

// expert builds the order over the features.
func (c WeatherConfig) expert(features []string) (*dag.DAG, error) {
	options := expert.DefaultOptions()
	options.MinEpsilon = c.Epsilon
	if c.Attribution.Score == attribution.Absolute {
		options.ScoreMin = 0
	}
	return expert.New(features...).Tiers(c.Tiers...).Build(options)
}

// weatherOutcome is one trained model on the validation windows.
type weatherOutcome struct {
	evaluation  igbo.Evaluation
	training    igbo.Evaluation
	scores      []float64
	windowShare float64
	conflicts   float64
}

// StudyWeather makes the study. Every seed trains the unconstrained model and
// one for each rule, which differ in nothing but the second objective.
// progress may be nil.
func StudyWeather(ctx context.Context, backend compute.Backend, cfg WeatherConfig, progress Progress) (*Weather, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	w, err := newWeather(cfg)
	if err != nil {
		return nil, err
	}
	arms := append([]string{""}, cfg.Rules...)
	steps := cfg.Epochs * ((w.train.Samples() + cfg.Batch - 1) / cfg.Batch)
	m := &meter{total: steps * cfg.Seeds * len(arms), progress: progress}
	outcomes := make([]weatherOutcome, cfg.Seeds*len(arms))
	err = parallel(ctx, len(outcomes), func(ctx context.Context, i int) (err error) {
		rule, seed := arms[i/cfg.Seeds], cfg.Seed0+int64(i%cfg.Seeds)
		outcomes[i], err = w.run(ctx, backend, m, rule, seed)
		return err
	})
	if err != nil {
		return nil, err
	}
	return w.result(arms, outcomes)
}

// weather is the study on its way.
type weather struct {
	cfg               WeatherConfig
	train, validation igbo.Data
	order             *dag.DAG
}

func newWeather(cfg WeatherConfig) (*weather, error) {
	training, err := datasets.Weather(cfg.Window, cfg.TrainStride)
	if err != nil {
		return nil, err
	}
	validation, err := datasets.Weather(cfg.Window, cfg.Window-cfg.BurnIn)
	if err != nil {
		return nil, err
	}
	w := &weather{cfg: cfg, train: seriesData(training.Train), validation: seriesData(validation.Validation)}
	w.order, err = cfg.expert(w.train.Features)
	return w, err
}

// run trains and measures one model.
func (w *weather) run(ctx context.Context, backend compute.Backend, m *meter, rule string, seed int64) (weatherOutcome, error) {
	order := w.order
	if rule == "" {
		order = nil
	}
	trained, err := igbo.Train(ctx, backend, m.follow(w.cfg.training(rule, seed)), w.train, order)
	if err != nil {
		return weatherOutcome{}, fmt.Errorf("experiment: weather, rule %q, seed %d: %w", rule, seed, err)
	}
	out := weatherOutcome{conflicts: trained.History.ConflictShare()}
	if out.evaluation, err = trained.Model.Evaluate(w.validation, w.order); err != nil {
		return out, err
	}
	if out.training, err = trained.Model.Evaluate(w.train, nil); err != nil {
		return out, err
	}
	scores, err := trained.Model.Scores(w.validation)
	if err != nil {
		return out, err
	}
	out.scores, out.windowShare = columnMeans(scores), orderShare(scores, w.order)
	return out, nil
}

// orderShare is the share of (sample, edge u→v) with H_u > H_v.
func orderShare(scores *mat.Dense, d *dag.DAG) float64 {
	n, _ := scores.Dims()
	kept := 0
	for i := range n {
		for _, e := range d.Edges {
			if scores.At(i, e.U) > scores.At(i, e.V) {
				kept++
			}
		}
	}
	return float64(kept) / float64(n*len(d.Edges))
}
