package routing

import (
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestQuestions checks that a question that is not selected has no cells and no result, for all settings of the others, and
// that an unknown question is rejected.
func TestQuestions(t *testing.T) {
	c := DefaultConfig()
	c.Questions = []string{askExample}
	c.Example.Curve.Networks, c.Example.Curve.Epochs, c.Example.Curve.Samples, c.Example.Curve.Points = 2, 2, 60, 12
	c.Example.Anchors, c.Example.Wave.Samples, c.Example.Assessor.Steps, c.Example.Oracle.Steps = []int{1}, 40, 3, 3
	few := studytest.Digests(t, c)
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	if len(few) != 4 || r.Validity != nil || r.Front != nil || r.Tasks != nil || r.Example == nil {
		t.Errorf("%d cells, want two oracles and two networks; the result has other questions", len(few))
	}
	if tables, figures := r.Tables(), must.Of(r.Figures()).In(t); len(tables) != 4 || len(figures) != 5 {
		t.Errorf("%d tables and %d figures of the example, want 4 and 5", len(tables), len(figures))
	}
	c.Questions = append(c.Questions, askFront)
	c.Front.Distributions, c.Front.Seeds, c.Front.Rules, c.Front.Lambdas = []string{"ring"}, 1, []string{"paper"}, []float64{0.5}
	more := studytest.Digests(t, c)
	if len(more) != len(few)+2 || slices.ContainsFunc(few, func(id string) bool { return !slices.Contains(more, id) }) {
		t.Errorf("%d cells, want the %d of the example, an assessor and an oracle", len(more), len(few))
	}
	studytest.Refuses(t, DefaultConfig, map[string]func(*Config){
		"no question":         func(c *Config) { c.Questions = nil },
		"a question twice":    func(c *Config) { c.Questions = []string{askFront, askFront} },
		"an unknown question": func(c *Config) { c.Questions = []string{"luck"} },
		"a level of 1":        func(c *Config) { c.Tasks.Level = 1 },
	})
}
