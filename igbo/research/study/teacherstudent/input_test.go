package teacherstudent

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestLeastSquaresIsOptimal checks the normal equations, and that the closed-form scores equal those of the graph.
func TestLeastSquaresIsOptimal(t *testing.T) {
	task := must.Of(datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 3)).In(t)
	fit := must.Of(leastSquares(task.Train)).In(t)
	best := fit.MSE(task.Train)
	for k := range append(fit.w, 0) {
		moved := Linear{w: append([]float64{}, fit.w...), b: fit.b}
		if k < len(fit.w) {
			moved.w[k] += 0.01
		} else {
			moved.b += 0.01
		}
		if moved.MSE(task.Train) <= best {
			t.Errorf("moving coefficient %d lowers the error", k)
		}
	}
}

func TestCancelled(t *testing.T) {
	studytest.Cancelled[*Result](t, backendtest.Open(t), DefaultConfig(), 21)
}

func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		"seeds must be at least 1":                func(c *Config) { c.Seeds = 0 },
		"dag_batches must be at least 2, got 1":   func(c *Config) { c.DAGBatches = 1 },
		"optimizers must have at least one entry": func(c *Config) { c.Optimizers = nil },
		"α":                         func(c *Config) { c.Alpha = 1 },
		"r ":                        func(c *Config) { c.R = -1 },
		"λ = 0":                     func(c *Config) { c.Lambda = 0 },
		"projection: ":              func(c *Config) { c.Rule = "magic" },
		"unknown score \"loud\"":    func(c *Config) { c.Attribution.Score = "loud" },
		"0 quadrature points":       func(c *Config) { c.Attribution.Points = 0 },
		"batch must be from 1 to":   func(c *Config) { c.Batch = 0 },
		"epochs must be at least 1": func(c *Config) { c.Epochs = 0 },
		"unknown optimiser \"x\"":   func(c *Config) { c.Optimizers = []igbo.Optimizer{{Name: "x", LearningRate: 1}} },
	})
	singular := datasets.Table{Features: []string{"a", "b"}, X: [][]float64{{1, 2}, {2, 4}, {3, 6}}, Y: []float64{1, 2, 3}}
	if _, err := leastSquares(singular); err == nil || !strings.Contains(err.Error(), "least squares on 3 points") {
		t.Errorf("singular design: %v", err)
	}
}
