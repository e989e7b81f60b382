package manifold

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// settings are those of a cell.
type settings struct {
	Config  Config // without the number of networks
	Network int64
}

// network is what a network does.
type network struct {
	Error           float64
	Straight, Along walk
}

// walk is what it does on one path.
type walk struct{ Outputs, Attributions []float64 }

// Draw draws n points of the law; the networks learn from those of stream 1.
func (c Config) Draw(n int, stream uint64) (igbo.Data, error) {
	rng := rand.New(rand.NewPCG(uint64(c.Seed), stream))
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x1 := -reach + 2*reach*rng.Float64()
		x2 := curve(x1) + c.Thickness*rng.NormFloat64()
		x[i], y[i] = []float64{x1, x2}, math.Sin(3*x1)+x2+c.Noise*rng.NormFloat64()
	}
	return igbo.Tabular([]string{"x1", "x2"}, x, y)
}

// look trains a network and attributes the end of the curve to its start.
func look(ctx context.Context, w *study.Work, s settings) (network, error) {
	var found network
	model, err := s.Config.Train(ctx, w, s.Network)
	if err != nil {
		return found, err
	}
	fresh, err := s.Config.Draw(s.Config.Samples, 2)
	if err != nil {
		return found, err
	}
	e, err := model.Evaluate(fresh, nil)
	if err != nil {
		return found, err
	}
	found.Error = math.Sqrt(e.MSE)
	if found.Straight, err = s.Config.follow(model, s.Config.straight(), attribution.Straight{}); err != nil {
		return found, err
	}
	found.Along, err = s.Config.follow(model, s.Config.along(), AlongCurve{})
	return found, err
}

// Train trains network i of those that differ in their seed alone.
func (c Config) Train(ctx context.Context, w *study.Work, i int64) (*igbo.Model, error) {
	data, err := c.Draw(c.Samples, 1)
	if err != nil {
		return nil, err
	}
	start, _ := c.Ends()
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize = models.MLPSpec(c.Network), c.Seed+i, c.Epochs, c.Batch
	cfg.Optimizer, cfg.HistoryEvery, cfg.DType = igbo.Optimizer{Name: "adam", LearningRate: c.Rate}, 0, "float64"
	cfg.Attribution.Points = c.Points
	cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant("start", start)}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, cfg), data, nil)
	if err != nil {
		return nil, err
	}
	return trained.Model, nil
}

// follow records what a network does on a path.
func (c Config) follow(model *igbo.Model, points Path, path attribution.Path) (walk, error) {
	outputs, err := model.Predict(points.data())
	if err != nil {
		return walk{}, err
	}
	attributions, err := c.Attribute(model, path)
	return walk{outputs, attributions}, err
}

// Attribute attributes the end of the curve to its start along a path.
func (c Config) Attribute(model *igbo.Model, path attribution.Path) ([]float64, error) {
	probe := *model
	probe.Config.Attribution.Path = path
	_, end := c.Ends()
	return probe.Attribute(igbo.Data{Features: model.Features, Steps: 1, X: end, Y: []float64{0}})
}
