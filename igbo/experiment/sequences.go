package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// SequencesConfig describes a study of attributions whose truth is known:
// sequence models are trained on the synthetic sequence task and their
// attributions of one output step are compared with the true contributions.
type SequencesConfig struct {
	// Task is the synthetic task, drawn anew for every seed.
	Task datasets.SequenceConfig `json:"task"`
	// Attributed is the number of fresh samples that are attributed.
	Attributed int `json:"attributed"`
	// Output is the output step (from 0) whose attributions are compared.
	Output int `json:"output"`
	// Models are the architectures.
	Models []models.Spec `json:"models"`
	// Seeds runs are made, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Epochs, Batch and Rate (of Adam) are those of the training.
	Epochs int     `json:"epochs"`
	Batch  int     `json:"batch"`
	Rate   float64 `json:"learning_rate"`
	// Attribution is how TIG is computed.
	Attribution attribution.Config `json:"attribution"`
	// Level is that of the confidence intervals over seeds.
	Level float64 `json:"level"`
}

// DefaultSequencesConfig returns the default task, attributed at its last step,
// for a GRU, an LSTM and causal convolutions; 3 seeds.
func DefaultSequencesConfig() SequencesConfig {
	task, how := datasets.DefaultSequenceConfig(), attribution.DefaultConfig()
	how.Quadrature, how.Points = attribution.GaussLegendre, 4
	gru, lstm, conv := models.DefaultGRUConfig(), models.DefaultLSTMConfig(), models.DefaultConvConfig()
	return SequencesConfig{
		Task: task, Attributed: 32, Output: task.Steps - 1,
		Models: []models.Spec{{Kind: models.KindGRU, GRU: &gru}, {Kind: models.KindLSTM, LSTM: &lstm}, {Kind: models.KindConv, Conv: &conv}},
		Seeds:  3, Seed0: 1, Epochs: 20, Batch: 32, Rate: 1e-2, Attribution: how, Level: 0.95,
	}
}

// Validate checks every setting before anything runs.
func (c SequencesConfig) Validate() error {
	switch {
	case c.Attributed < 1 || len(c.Models) == 0:
		return fmt.Errorf("experiment: %d attributed samples, %d models, expected at least 1 of each", c.Attributed, len(c.Models))
	case c.Output < 0 || c.Output >= c.Task.Steps:
		return fmt.Errorf("experiment: output step %d, expected 0 to %d", c.Output, c.Task.Steps-1)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("experiment: intervals of level %g, expected inside (0, 1)", c.Level)
	}
	if err := c.Task.Validate(); err != nil {
		return err
	}
	if err := checkSeeds(c.Seeds, c.Seed0); err != nil {
		return err
	}
	if err := checkSteps(float64(c.Seeds)*float64(len(c.Models)), c.Epochs, c.Task.Samples, c.Batch); err != nil {
		return err
	}
	if err := checkMemory(c.needs()...); err != nil {
		return err
	}
	for _, spec := range c.Models {
		if err := c.training(spec, c.Seed0).Validate(len(c.Task.Weights)); err != nil {
			return err
		}
	}
	return nil
}

func (c SequencesConfig) training(spec models.Spec, seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize = spec, seed, c.Epochs, c.Batch
	cfg.Optimizer.LearningRate, cfg.Attribution = c.Rate, c.Attribution
	cfg.Standardize, cfg.HistoryEvery = true, 0
	return cfg
}

// Map is an attribution map of one sample and output step, T·D numbers, step
// by step.
type Map struct {
	Name   string    `json:"name"`
	Steps  int       `json:"steps"`
	Values []float64 `json:"values"`
}

// Matrix returns the map as [T,D].
func (m Map) Matrix() *mat.Dense { return mat.NewDense(m.Steps, len(m.Values)/m.Steps, m.Values) }

// MethodRecovery is how well one attribution method recovers the truth.
type MethodRecovery struct {
	Method string `json:"method"`
	// AUP, AUR and AUPRC are those of Recovery, means over samples.
	AUP   Estimate `json:"aup"`
	AUR   Estimate `json:"aur"`
	AUPRC Estimate `json:"auprc"`
	// Correlation is Pearson's between attributions and true contributions, a mean over samples.
	Correlation Estimate `json:"correlation"`
}

// SequenceModel is one architecture of the study.
type SequenceModel struct {
	Model models.Kind `json:"model"`
	// Unexplained is the error on the attributed samples over the variance of their targets.
	Unexplained Estimate `json:"unexplained"`
	// Methods are TIG, gradient × input and random attributions.
	Methods []MethodRecovery `json:"methods"`
	// Maps are TIG and gradient × input of the first sample of the first seed, in the target's units.
	Maps []Map `json:"maps"`
}

// Sequences is what the study finds.
type Sequences struct {
	Config   SequencesConfig `json:"config"`
	Features []string        `json:"features"`
	// Truth is the recovery by the exact contributions themselves, the ceiling.
	Truth  MethodRecovery  `json:"truth"`
	Models []SequenceModel `json:"models"`
	// TruthMap is the truth of the sample that the models' maps show.
	TruthMap Map `json:"truth_map"`
}

// StudySequences makes the study. progress may be nil.
func StudySequences(ctx context.Context, backend compute.Backend, cfg SequencesConfig, progress Progress) (*Sequences, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	steps := cfg.Epochs * ((cfg.Task.Samples + cfg.Batch - 1) / cfg.Batch)
	s := &sequences{cfg: cfg, backend: backend, meter: &meter{total: steps * cfg.Seeds * len(cfg.Models), progress: progress}}
	s.outcomes = make([]sequenceOutcome, cfg.Seeds*len(cfg.Models))
	err := parallel(ctx, len(s.outcomes), func(ctx context.Context, i int) (err error) {
		s.outcomes[i], err = s.run(ctx, cfg.Models[i/cfg.Seeds], cfg.Seed0+int64(i%cfg.Seeds))
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.result(), nil
}

// sequences is the study on its way.
type sequences struct {
	cfg      SequencesConfig
	backend  compute.Backend
	meter    *meter
	outcomes []sequenceOutcome // by model, then seed
}

// sequenceOutcome is one trained model: recoveries by method, the truth last.
type sequenceOutcome struct {
	features    []string
	unexplained float64
	recoveries  []sampleMeans
	maps        []Map
}

// run trains one model and compares its attributions with the truth.
func (s *sequences) run(ctx context.Context, spec models.Spec, seed int64) (sequenceOutcome, error) {
	task, err := datasets.SequenceTask(s.cfg.Task, uint64(seed))
	if err != nil {
		return sequenceOutcome{}, err
	}
	fresh := s.cfg.Task
	fresh.Samples = s.cfg.Attributed
	test, err := datasets.SequenceTask(fresh, uint64(seed)+1<<32)
	if err != nil {
		return sequenceOutcome{}, err
	}
	trained, err := igbo.Train(ctx, s.backend, s.meter.follow(s.cfg.training(spec, seed)), seriesData(&task.Series), nil)
	if err != nil {
		return sequenceOutcome{}, fmt.Errorf("experiment: %s of seed %d: %w", spec.Kind, seed, err)
	}
	data := seriesData(&test.Series)
	e, err := trained.Model.Evaluate(data, nil)
	if err != nil {
		return sequenceOutcome{}, err
	}
	out := sequenceOutcome{features: test.Features, unexplained: e.MSE / stat.PopVariance(test.Y, nil)}
	return out, s.compare(&out, trained.Model, data, test, seed)
}

// compare measures every method on the attributed samples.
func (s *sequences) compare(out *sequenceOutcome, m *igbo.Model, data igbo.Data, test *datasets.Sequence, seed int64) error {
	tig, err := attributed(m, data, s.cfg.Output)
	if err != nil {
		return err
	}
	gradient, err := attributed(gradientTimesInput(m), data, s.cfg.Output)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 5))
	random, truth := make([]float64, len(tig)), make([]float64, len(tig))
	for i := range random {
		random[i] = rng.NormFloat64()
	}
	matters, width := make([]bool, len(tig)), test.Steps*len(test.Features)
	for i := range truth {
		step, k := i%width/len(test.Features), i%len(test.Features)
		matters[i] = step <= s.cfg.Output && test.Matters(step, k)
		truth[i] = test.Contribution(test.Sample(i/width), s.cfg.Output, step, k)
	}
	for _, a := range [][]float64{tig, gradient, random, truth} {
		r, err := recoverSamples(a, truth, matters, width)
		if err != nil {
			return err
		}
		out.recoveries = append(out.recoveries, r)
	}
	for i, a := range [][]float64{tig, gradient, truth} {
		name := []string{methodNames[0], methodNames[1], "truth"}[i]
		out.maps = append(out.maps, Map{Name: name, Steps: test.Steps, Values: a[:width]})
	}
	return nil
}

// gradientTimesInput is the model with TIG replaced by its one-point right
// rule, (x − x′)·∂F/∂x at x.
func gradientTimesInput(m *igbo.Model) *igbo.Model {
	probe := *m
	probe.Config.Attribution.Quadrature, probe.Config.Attribution.Points = attribution.Right, 1
	return &probe
}

// attributed returns the attributions N·T·D of one output step, in the target's units.
func attributed(m *igbo.Model, data igbo.Data, output int) ([]float64, error) {
	all, err := m.Attribute(data)
	if err != nil {
		return nil, err
	}
	width, scale := data.Steps*len(data.Features), max(m.Normalization.TargetScale, 0)
	if scale == 0 {
		scale = 1
	}
	out := make([]float64, 0, data.Samples()*width)
	for n := range data.Samples() {
		from := (n*data.Steps + output) * width
		for _, v := range all[from : from+width] {
			out = append(out, scale*v)
		}
	}
	return out, nil
}

// seriesData makes Data of windows.
func seriesData(s *datasets.Series) igbo.Data {
	return igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y}
}
