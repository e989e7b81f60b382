package onnx

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// Adopt returns an igbo.Model that wraps m, with the given feature names and T = steps. The result can be
// explained, evaluated and saved like any trained model, used as the initial model of igbo.TrainFrom, or used
// as a teacher. If m has several outputs, the predicted one is attributed unless Config.Output selects another.
func Adopt(backend compute.Backend, m *Model, features []string, steps int) (*igbo.Model, error) {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("onnx "+m.Digest[:12]), m.Function(), map[int]string{4: "float32", 8: "float64"}[m.DType.Size()]
	if m.Outputs > 1 {
		cfg.Output = attribution.Output{Kind: attribution.PredictedOutput}
	}
	return igbo.New(backend, cfg, features, steps)
}
