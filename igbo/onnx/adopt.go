package onnx

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// Adopt makes an igbo.Model of an ONNX model, with these features and T steps: it is
// attributed, evaluated and saved as one, and may start a training (igbo.TrainFrom) or
// be a teacher. Of several outputs the predicted one is attributed unless its
// Config.Output is set to another.
func Adopt(backend compute.Backend, m *Model, features []string, steps int) (*igbo.Model, error) {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("onnx "+m.Digest[:12]), m.Function(), map[int]string{4: "float32", 8: "float64"}[m.DType.Size()]
	if m.Outputs > 1 {
		cfg.Output = attribution.Output{Kind: attribution.PredictedOutput}
	}
	return igbo.New(backend, cfg, features, steps)
}
