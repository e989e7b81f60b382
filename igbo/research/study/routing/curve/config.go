package curve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the study. The inputs lie along a curve,
//
//	x_1 ~ U(−1.5, 1.5),   x_2 = x_1² − 1 + Thickness·z,   y = sin 3x_1 + x_2 + Noise·z′,
//
// and several networks that only differ in their seed are trained on them.
type Config struct {
	Samples   int              `json:"samples" bounds:"[2, inf)"`
	Thickness float64          `json:"thickness" bounds:"(0, inf)"`
	Noise     float64          `json:"noise" bounds:"(-inf, inf)"`
	Networks  int              `json:"networks" bounds:"[1, inf)"`
	Network   models.MLPConfig `json:"network"`
	Epochs    int              `json:"epochs"`
	Batch     int              `json:"batch"`
	Rate      float64          `json:"learning_rate"`
	Seed      int64            `json:"seed"`
	// From and To are the values of x_1 at the baseline and the input, which are both on the curve.
	From float64 `json:"from" bounds:"(-inf, inf)"`
	To   float64 `json:"to" bounds:"(-inf, inf)"`
	// Points is M of the midpoint rule.
	Points int `json:"points" bounds:"[2, inf)"`
}

// DefaultConfig returns 500 points and eight networks of two hidden layers.
func DefaultConfig() Config {
	return Config{
		Samples: 500, Thickness: 0.1, Noise: 0.05, Networks: 8,
		Network: models.MLPConfig{Hidden: []int{32, 32}, Activation: "relu"},
		Epochs:  300, Batch: 50, Rate: 1e-2, Seed: 1, From: -1.4, To: 0.6, Points: 100,
	}
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	hidden := 2.0
	for _, n := range c.Network.Hidden {
		hidden += float64(n)
	}
	return cmp.Or(study.Check("routing", c), limits.Seeds(c.Networks, c.Seed), c.Network.Validate(), limits.Steps(float64(c.Networks), c.Epochs, c.Samples, c.Batch),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples for %d networks", c.Samples, c.Networks), Bytes: float64(c.Networks)*limits.ModelBytes + 8*limits.TableCopy*3*float64(c.Samples)},
			limits.Path(attribution.Config{Points: c.Points}, 1, hidden, c.Networks)))
}

// Cells implements workflow.Study: a cell for each network.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	found := make([]workflow.Part[Network], c.Networks)
	alone := c
	alone.Networks = 0 // a network does not depend on their number
	for i := range found {
		cell := workflow.Cell{Name: fmt.Sprintf("network %d", i), Steps: training.Steps(c.Epochs, c.Samples, c.Batch)}
		found[i] = workflow.Add(p, cell, look, settings{alone, int64(i)})
	}
	return func(parts *workflow.Parts) (*Result, error) { return c.Gather(workflow.All(parts, found)), nil }, nil
}

// Gather returns the result of networks.
func (c Config) Gather(networks []Network) *Result {
	r := &Result{Config: c, Truth: c.Truth(), Straight: c.path(false), Along: c.path(true)}
	for _, n := range networks {
		r.Errors, r.Rise = append(r.Errors, n.Error), append(r.Rise, n.Along.Outputs[len(n.Along.Outputs)-1]-n.Along.Outputs[0])
		r.Straight.add(n.Straight)
		r.Along.add(n.Along)
	}
	return r
}

// Truth returns the attribution of the true function, which is the same along every path.
func (c Config) Truth() []float64 {
	return []float64{math.Sin(3*c.To) - math.Sin(3*c.From), curve(c.To) - curve(c.From)}
}

// Work implements study.Sized: a training for each network.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Batch, Steps: 1, Features: 2}
	return models.MLPSpec(c.Network).Training(shape, training.Steps(c.Epochs, c.Samples, c.Batch)).Times(float64(c.Networks))
}

// settings are the settings of a cell.
type settings struct {
	Config  Config // without the number of networks
	Network int64
}

// Network has the outputs and attributions of a network along both paths, and its error on fresh points.
type Network struct {
	Error           float64
	Straight, Along Walk
}

// Walk has the outputs and attributions of a network on one path.
type Walk struct{ Outputs, Attributions []float64 }

// Draw draws n points of the distribution. The networks are trained on those of stream 1.
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

// look trains a network and attributes the end of the curve relative to its start.
func look(ctx context.Context, w *workflow.Work, s settings) (Network, error) {
	model, err := s.Config.Train(ctx, w, s.Network)
	if err != nil {
		return Network{}, err
	}
	return s.Config.Look(model)
}

// Look attributes the end of the curve relative to its start along both paths.
func (c Config) Look(model *igbo.Model) (found Network, err error) {
	fresh, err := c.Draw(c.Samples, 2)
	if err != nil {
		return found, err
	}
	e, err := model.Evaluate(fresh, nil)
	if err != nil {
		return found, err
	}
	found.Error = math.Sqrt(e.MSE)
	if found.Straight, err = c.follow(model, c.path(false), attribution.Straight{}); err != nil {
		return found, err
	}
	found.Along, err = c.follow(model, c.path(true), AlongCurve{})
	return found, err
}

// Train trains network i; networks only differ in their seed.
func (c Config) Train(ctx context.Context, w *workflow.Work, i int64) (*igbo.Model, error) {
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

// follow records the outputs and attributions of a network on a path.
func (c Config) follow(model *igbo.Model, points Path, path attribution.Path) (Walk, error) {
	outputs, err := model.Predict(points.data())
	if err != nil {
		return Walk{}, err
	}
	attributions, err := c.Attribute(model, path)
	return Walk{outputs, attributions}, err
}

// Attribute attributes the end of the curve relative to its start along a path.
func (c Config) Attribute(model *igbo.Model, path attribution.Path) ([]float64, error) {
	probe := *model
	probe.Config.Attribution.Path = path
	_, end := c.Ends()
	return probe.Attribute(igbo.Data{Features: model.Features, Steps: 1, X: end, Y: []float64{0}})
}
