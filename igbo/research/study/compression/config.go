package compression

import (
	"cmp"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Config describes the study.
type Config struct {
	Settings []Setting `json:"settings" bounds:"named"`
	// Teacher is the wide network: an MLP of one hidden layer.
	Teacher models.MLPConfig `json:"teacher"`
	// Taught is the number of training samples of the teacher. It is trained for Epochs epochs in batches of Batch by Adam
	// with the learning rate Rate.
	Taught int     `json:"taught"`
	Epochs int     `json:"epochs"`
	Batch  int     `json:"batch"`
	Rate   float64 `json:"learning_rate"`
	Decay  float64 `json:"weight_decay"`
	// Students are the narrow networks with the ways in which they are taught.
	Students []Student `json:"students" bounds:"named"`
	// Points is M of the teacher's scores. Order builds the graph from the scores.
	Points int         `json:"points"`
	Order  dag.Options `json:"order"`
	// Kept are the shares of inputs and of hidden units that remain after pruning.
	Kept []float64 `json:"kept" bounds:"distinct (0, 1)"`
	// Test is the number of test samples.
	Test  int     `json:"test" bounds:"[2, 1e5]"`
	Seeds int     `json:"seeds"`
	Seed0 int64   `json:"seed0"`
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// DefaultConfig returns the settings of the committed result: four students at the centre, and then one factor at a time, with
// the weight decays that did best on the development draws.
func DefaultConfig() Config {
	c := centre()
	for i, s := range c.Students {
		for k, m := range methods(s.Network) {
			c.Students[i].Methods = append(c.Students[i].Methods, Method{m.Name(), []float64{frozen[s.Name][k]}})
		}
	}
	c.Settings = append(c.Settings, factors()...)
	return c
}

// centre returns the study of the central setting, with students without methods.
func centre() Config {
	order := dag.DefaultOptions()
	order.BatchSize, order.Batches = 32, 50
	return Config{
		Settings: []Setting{middle()}, Teacher: models.MLPConfig{Hidden: []int{64}, Activation: "tanh"},
		Taught: 1000, Epochs: 40, Batch: 50, Rate: 1e-2, Decay: 1e-4,
		Students: networks(), Points: 6, Order: order, Kept: []float64{0.75, 0.5, 0.25, 0.125},
		Test: 400, Seeds: 20, Seed0: 1, Level: 0.95,
	}
}

// middle returns the setting at the centre.
func middle() Setting {
	return Setting{Name: "centre", Samples: 48, Features: 10, Decline: 0.7, Noise: 0.5}
}

// factors returns the settings that differ from the central one in one factor.
func factors() []Setting {
	change := func(name string, set func(s *Setting)) Setting {
		s := middle()
		s.Name = name
		set(&s)
		return s
	}
	return []Setting{
		change("16 samples", func(s *Setting) { s.Samples = 16 }),
		change("200 samples", func(s *Setting) { s.Samples = 200 }),
		change("noise 1", func(s *Setting) { s.Noise = 1 }),
		change("correlated inputs", func(s *Setting) { s.Correlation = 0.6 }),
		change("steep importances", func(s *Setting) { s.Decline = 0.4 }),
	}
}

// FullConfig returns the design in which every factor also has fewer and more samples, with 64 seeds.
func FullConfig() Config {
	c := DefaultConfig()
	c.Seeds = 64
	for _, s := range factors() {
		if s.Samples != middle().Samples {
			continue
		}
		for _, samples := range []int{16, 200} {
			also := s
			also.Name, also.Samples = fmt.Sprintf("%s, %d samples", s.Name, samples), samples
			c.Settings = append(c.Settings, also)
		}
	}
	return c
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("compression", c), limits.Seeds(c.Seeds, c.Seed0), c.Order.Check()); err != nil {
		return err
	}
	if len(c.Teacher.Hidden) != 1 || c.Teacher.Activation != "tanh" {
		return fmt.Errorf("compression: the teacher must have one hidden layer with tanh, got %d with %s", len(c.Teacher.Hidden), c.Teacher.Activation)
	}
	for _, s := range c.Students {
		if s.Methods[0].Name != s.Network.Taught(false, "").Name() {
			return fmt.Errorf("compression: %s: the first method must teach by labels", s.Name)
		}
		for _, m := range s.Methods {
			if find(s.Network, m.Name) == nil {
				return fmt.Errorf("compression: method %q not found, want a method of benchmark.Network.Taught", m.Name)
			}
		}
	}
	return limits.Each(c.Settings, c.validateSetting)
}

func (c Config) validateSetting(s Setting) error {
	trainings := float64(c.Seeds) * float64(len(c.Settings))
	return cmp.Or(limits.Steps(trainings, c.Epochs, c.Taught, c.Batch),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples for the teacher", c.Taught), Bytes: 8 * limits.TableCopy * float64(c.Taught) * float64(s.Features)},
			limits.Need{What: fmt.Sprintf("%d samples of %d features", s.Samples, s.Features), Bytes: 8 * limits.TableCopy * float64(s.Samples+c.Test) * float64(s.Features)},
			limits.Path(attribution.Config{Points: c.Points}, float64(max(s.Samples, c.Test)), float64(s.Features), 1)),
		c.teacher(c.Seed0).Validate(s.Features),
		limits.Each(c.Students, func(student Student) error {
			n := student.Network
			return cmp.Or(n.Validate(s.Features), limits.Steps(trainings*float64(student.rows()), n.Epochs, 2*s.Samples, min(n.Batch, 2*s.Samples)))
		}))
}

// teacher returns the configuration of the teacher's training. Inputs and targets have unit scale by design.
func (c Config) teacher(seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.Ridge = models.MLPSpec(c.Teacher), seed, c.Epochs, c.Batch, c.Decay
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: c.Rate, Schedule: igbo.CosineRate}
	cfg.Attribution.Points, cfg.Attribution.Score = c.Points, attribution.Absolute
	cfg.HistoryEvery, cfg.StepsPerCall = 0, 250
	return cfg
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "compression",
		Question: "Does a wide teacher's order of importance help to train narrow students, or to prune the teacher?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"seeds=2", "test=10", "taught=40", "batch=20", "epochs=2", "teacher.hidden=5", "points=2", "kept=0.5", "order.batch_size=6", "order.batches=10",
			`settings=[{"name":"few","samples":12,"features":3,"decline":0.5,"noise":0.3,"correlation":0}]`,
			`students=[{"name":"linear","network":{"model":{"kind":"linear"},"epochs":2,"batch":6,"learning_rate":0.01,"weight_decay":0,"points":2,"rule":"paper","lambda":0.5},` +
				`"methods":[{"name":"labels","weight_decays":[0]},{"name":"labels, then order only","weight_decays":[0]}]}]`},
		Folded: []string{"Level"},
	}, DefaultConfig, FullConfig)
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	alone := c
	alone.Settings, alone.Seeds, alone.Seed0, alone.Level = nil, 0, 0, 0
	steps := 0
	for _, s := range c.Students {
		steps += s.rows()
	}
	t := trial.Trial[distribution, lesson]{Seed0: c.Seed0, Draw: draw, Methods: lessons}
	for _, s := range c.Settings {
		weight := float64(max(1, training.Steps(c.Epochs, c.Taught, max(c.Batch, 1))))
		t.Cases = append(t.Cases, trial.Case[distribution]{Name: s.Name, Draws: c.Seeds, Steps: steps, Weight: weight, Settings: distribution{alone, s}})
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		return &Result{Config: c, Groups: study.Each(found, c.group)}, nil
	})
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// Reported returns the committed result. Its seeds were used once, with settings that were fixed before.
func Reported() (*Result, error) { return study.Reported[*Result](Definition()) }
