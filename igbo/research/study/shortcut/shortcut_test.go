package shortcut

import (
	_ "embed"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestSenseless checks invalid counts and numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "test")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){
		"samples": func(c *Config, n int) { c.Settings[0].Samples = n }, "features": func(c *Config, n int) { c.Settings[0].Features = n },
		"steps": func(c *Config, n int) { c.Settings[0].Student.Steps = n }, "epochs": func(c *Config, n int) { c.Settings[0].Student.Network.Epochs = n },
		"batch": func(c *Config, n int) { c.Settings[0].Student.Network.Batch = n }, "points": func(c *Config, n int) { c.Settings[0].Student.Network.Points = n },
	})
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"no settings": func(c *Config) { c.Settings = nil }, "a name twice": func(c *Config) { c.Settings[0].Name = c.Settings[1].Name },
		"a shortcut of NaN": func(c *Config) { c.Settings[0].Shortcut = math.NaN() }, "noise of −1": func(c *Config) { c.Settings[0].Noise = -1 },
		"no loss":    func(c *Config) { c.Settings[0].Student.Loss = "" },
		"no methods": func(c *Config) { c.Settings[0].Student.Methods = nil }, "a method of no name": func(c *Config) { c.Settings[0].Student.Methods[0].Name = "luck" },
		"no strengths": func(c *Config) { c.Settings[0].Student.Methods[0].Strengths = nil }, "a strength of NaN": func(c *Config) { c.Settings[0].Student.Methods[0].Strengths[0] = math.NaN() },
		"a level of 1": func(c *Config) { c.Level = 1 }, "a rule of no name": func(c *Config) { c.Settings[0].Student.Network.Rule = "" },
	})
}

// TestDesigns checks that the full design and the development runs are valid and contain the default.
func TestDesigns(t *testing.T) {
	for name, c := range map[string]Config{"full": FullConfig(), "development": developmentConfig(), "default": DefaultConfig()} {
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if full := FullConfig(); len(full.Settings) < 5*11 {
		t.Errorf("%d settings of the full design", len(full.Settings))
	}
}

// TestShortcuts checks that the suspect predicts the target in training and not in the test, whose targets are truths, and that
// all other inputs have one distribution.
func TestShortcuts(t *testing.T) {
	for _, student := range networks() {
		s := centre(student)
		l := newTruth(s, 7)
		reported := func(d igbo.Data) float64 {
			return stat.Correlation(records.Column(d.X, s.Features+1, s.Features), d.Y, nil)
		}
		train, test := l.draw(3000/student.Steps, 5, false), l.draw(3000/student.Steps, 6, true)
		if in, out := reported(train), reported(test); in < 0.85 || math.Abs(out) > 0.06 {
			t.Errorf("%s: suspect and target correlate by %.3f in training and by %.3f in the test", student.Name, in, out)
		}
		if student.Loss == "logistic" && (floats.Min(test.Y) <= 0 || floats.Max(test.Y) >= 1 || floats.Min(train.Y) != 0 || floats.Max(train.Y) != 1) {
			t.Errorf("%s: classes in training %g to %g, truths in the test %g to %g", student.Name, floats.Min(train.Y), floats.Max(train.Y), floats.Min(test.Y), floats.Max(test.Y))
		}
		if again := newTruth(s, 7).draw(3000/student.Steps, 5, false); !floats.Equal(again.X, train.X) {
			t.Errorf("%s: the same seed draws other data", student.Name)
		}
	}
}

// TestReliance checks the reliance of a linear model against a closed form.
func TestReliance(t *testing.T) {
	d := igbo.Data{Features: []string{"x1", "s"}, Steps: 1, X: []float64{1, 2, -3, 4}, Y: []float64{0, 0}}
	moved, share, err := reliance(benchmark.Line{3, -2, 0}, d)
	if err != nil || moved != 6 || share != 0.5 {
		t.Errorf("moved %g, share %g, %v, want 6 and ½", moved, share, err)
	}
	if moved, share, err := reliance(benchmark.Line{0, 0, 0}, d); err != nil || moved != 0 || share != 0 {
		t.Errorf("of nothing: moved %g, share %g, %v", moved, share, err)
	}
}

//go:embed testdata/development.json
var development []byte

// developmentConfig returns the centres with each method at every strength, on the draws from which the strengths were chosen.
func developmentConfig() Config {
	c := Config{Test: 400, Seeds: 8, Around: 8, Seed0: 1000, Level: 0.95}
	for _, s := range networks() {
		for _, m := range tried(s.Network) {
			s.Methods = append(s.Methods, Method{m.Name(), study.Each(m.Settings(), func(s benchmark.Setting) float64 { return s.Strength })})
		}
		c.Settings = append(c.Settings, centre(s))
	}
	return c
}

// TestFrozen checks that the strengths have the least mean error on the development draws among all that were tried.
func TestFrozen(t *testing.T) {
	tried := map[string]map[string][]float64{}
	for _, s := range developmentConfig().Settings {
		tried[s.Name] = map[string][]float64{}
		for _, m := range s.Student.Methods {
			tried[s.Name][m.Name] = m.Strengths
		}
	}
	studytest.Frozen(t, development, tried, frozen)
}

// TestReported checks that the ratios of the committed result follow from its errors, and that the findings in doc.go hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, g := range r.Groups {
		reference, deleted := g.Rows[0].Errors, g.Find("suspect deleted").Errors
		for _, row := range g.Rows {
			again, err := trial.Beside(trial.Entry{Name: row.Method, Tuning: row.Out.Tuning, Errors: row.Errors}, trial.Entry{Errors: reference}, trial.AtLevel(r.Config.Level))
			if err != nil || again != row.Out || *row.OverDeleted != ratio(row.Errors, deleted, r.Config.Level) {
				t.Errorf("%s, %s: %+v, want %+v, %v", g.Name, row.Method, row.Out, again, err)
			}
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	for _, all := range []struct {
		goals               []goal
		surely, met, missed int
	}{{goals, 7, 1, 3}, {again, 15, 0, 2}} {
		verdicts := map[string]int{}
		for _, row := range r.judged("", "", all.goals).Rows {
			verdicts[row[len(row)-1]]++
		}
		if verdicts["met by the whole interval"] != all.surely || verdicts["met"] != all.met || verdicts["missed"] != all.missed {
			t.Errorf("verdicts %v", verdicts)
		}
	}
	for _, student := range []string{LogisticLinear, LogisticMLP, LogisticLinear + ", 20 features"} {
		g := r.Find(student)
		if share, own := g.At("cap", round).OverDeleted, g.At("attribution bound", round).OverDeleted; share.Low <= 1.05 || own.High > 1.01 {
			t.Errorf("%s: cap %+v, bound %+v", student, share, own)
		}
	}
}
