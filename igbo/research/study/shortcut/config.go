package shortcut

import (
	"cmp"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Config describes the study.
type Config struct {
	Settings []Setting `json:"settings" bounds:"named"`
	// Test is the number of test samples.
	Test int `json:"test" bounds:"[2, 1e5]"`
	// Seeds is the number of draws of each setting with the name of its student, with seeds Seed0, Seed0+1, …. Other settings
	// have at most Around draws.
	Seeds  int   `json:"seeds"`
	Around int   `json:"around" bounds:"[1, inf)"`
	Seed0  int64 `json:"seed0"`
	// Level is the confidence level of the intervals over draws.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// centre returns the central setting of a student's factors.
func centre(student Student) Setting {
	s := Setting{Name: student.Name, Student: student, Samples: 100, Features: 8, Shortcut: 0.5, Noise: 0.5}
	if student.Name == GRU {
		s.Samples, s.Features = 40, 4
	}
	return s
}

// DefaultConfig returns five students at the centre, and varies one factor at a time for the linear students and the MLP. The
// strength of each method is the one with the least error out of distribution on the development draws, and is the same for all
// settings of a student.
func DefaultConfig() Config {
	c := Config{Test: 400, Seeds: 256, Around: 64, Seed0: 5001, Level: 0.95}
	for _, s := range chosen() {
		c.Settings = append(c.Settings, centre(s))
	}
	for _, s := range chosen() {
		if s.Name == GRU || s.Name == LogisticMLP {
			continue
		}
		for _, f := range factors() {
			c.Settings = append(c.Settings, f.of(centre(s)))
		}
	}
	return c
}

// factor is a change of a setting.
type factor struct {
	name string
	set  func(s *Setting)
}

// factors returns the changes, which are made one at a time.
func factors() []factor {
	return []factor{
		{"30 samples", func(s *Setting) { s.Samples = 30 }},
		{"300 samples", func(s *Setting) { s.Samples = 300 }},
		{"20 features", func(s *Setting) { s.Features = 20 }},
		{"clear shortcut", func(s *Setting) { s.Shortcut = 0.2 }},
		{"blurred shortcut", func(s *Setting) { s.Shortcut = 1.5 }},
	}
}

// of returns the changed setting.
func (f factor) of(s Setting) Setting {
	s.Name += ", " + f.name
	f.set(&s)
	return s
}

// FullConfig returns every pair of factors for every student, with the same number of draws for each.
func FullConfig() Config {
	c := DefaultConfig()
	c.Around, c.Settings = c.Seeds, nil
	for _, student := range chosen() {
		c.Settings = append(c.Settings, centre(student))
		for i, f := range factors() {
			one := f.of(centre(student))
			c.Settings = append(c.Settings, one)
			for _, g := range factors()[i+1:] {
				if both := g.of(one); both.differs(one) && both.differs(g.of(centre(student))) {
					c.Settings = append(c.Settings, both)
				}
			}
		}
	}
	return c
}

// differs reports whether two settings draw different data.
func (s Setting) differs(o Setting) bool {
	return s.Samples != o.Samples || s.Features != o.Features || s.Shortcut != o.Shortcut || s.Noise != o.Noise
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("shortcut", c), limits.Seeds(c.Seeds, c.Seed0), limits.Seeds(c.Around, c.Seed0)); err != nil {
		return err
	}
	return limits.Each(c.Settings, c.validateSetting)
}

func (c Config) validateSetting(s Setting) error {
	student, fits, wide := s.Student, float64(c.Seeds)*float64(len(s.Student.attempts())), float64(s.Features+2)*float64(s.Student.Steps)
	return cmp.Or(student.validate(), student.Network.Validate(s.Features+1),
		limits.Steps(fits, student.Network.Epochs, s.Samples, min(student.Network.Batch, s.Samples)),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d test samples", c.Test), Bytes: 8 * limits.TableCopy * float64(c.Test) * wide * float64(s.Features+3)},
			limits.Need{What: fmt.Sprintf("%d samples", s.Samples), Bytes: 8 * limits.TableCopy * float64(s.Samples) * wide}))
}

// draws returns the number of draws of a setting.
func (c Config) draws(s Setting) int {
	if s.Name == s.Student.Name {
		return c.Seeds
	}
	return min(c.Seeds, c.Around)
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "shortcut",
		Question: "Does a bound on a suspect feature's importance remove a shortcut, which predicts the target in training but not in the test?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"seeds=2", "test=10", `settings=[{"name":"linear","student":{"name":"linear","network":{"model":{"kind":"linear"},"epochs":2,"batch":10,"learning_rate":0.01,` +
			`"weight_decay":0,"points":2,"rule":"paper","lambda":0.5},"loss":"squared","steps":1,"methods":[{"name":"unconstrained","strengths":[0]},{"name":"cap","strengths":[0.02]}]},` +
			`"samples":20,"features":2,"shortcut":0.5,"noise":0.5}]`},
		Folded: []string{"Level", "Around"},
	}, DefaultConfig, FullConfig)
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: draw, Methods: fits}
	for _, s := range c.Settings {
		steps := training.Steps(s.Student.Network.Epochs, s.Samples, max(s.Student.Network.Batch, 1))
		t.Cases = append(t.Cases, trial.Case[distribution]{
			Name: s.Name, Draws: c.draws(s), Steps: len(s.Student.attempts()), Weight: float64(max(steps, 1) * max(s.Student.Steps, 1)), Settings: distribution{s, c.Test},
		})
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		groups, err := study.Try(found, func(i int, f trial.Found) (Group, error) { return c.group(c.Settings[i], f) })
		return &Result{Config: c, Groups: groups}, err
	})
}

//go:embed *.json *answer.tmpl
var committed embed.FS
