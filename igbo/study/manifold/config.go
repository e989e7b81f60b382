package manifold

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Config describes the study. The inputs lie along a curve,
//
//	x_1 ~ U(−1.5, 1.5),   x_2 = x_1² − 1 + Thickness·z,   y = sin 3x_1 + x_2 + Noise·z′,
//
// and several networks that differ in their seed alone are trained on them.
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
	// From and To are the values of x_1 at the baseline and the input; both lie on the curve.
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

// Definition is the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "out-of-distribution",
		Question: "How far do the attributions of networks that agree on the data differ where the path leaves the data?",
		Seeds:    "networks", NeedsBackend: true,
		Committed: committed, Timings: timings,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	hidden := 2.0
	for _, n := range c.Network.Hidden {
		hidden += float64(n)
	}
	return cmp.Or(limits.Check("manifold", c), limits.Seeds(c.Networks, c.Seed), limits.Steps(float64(c.Networks), c.Epochs, c.Samples, c.Batch),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples for %d networks", c.Samples, c.Networks), Bytes: float64(c.Networks)*limits.ModelBytes + 8*limits.TableCopy*3*float64(c.Samples)},
			limits.Path(attribution.Config{Points: c.Points}, 1, hidden, c.Networks)))
}

// Cells implements study.Study: one for each network.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	found := make([]study.Part[network], c.Networks)
	alone := c
	alone.Networks = 0 // a network does not know how many there are
	for i := range found {
		cell := study.Cell{Name: fmt.Sprintf("network %d", i), Steps: training.Steps(c.Epochs, c.Samples, c.Batch)}
		found[i] = study.Add(p, cell, look, settings{alone, int64(i)})
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{
			Config: c, Truth: c.Truth(),
			Straight: c.straight(), Along: c.along(),
		}
		for _, f := range found {
			r.add(f.Of(parts))
		}
		return r, nil
	}, nil
}

// Truth is the attribution of the law's own function, the same along every path.
func (c Config) Truth() []float64 {
	return []float64{math.Sin(3*c.To) - math.Sin(3*c.From), curve(c.To) - curve(c.From)}
}

// Work implements study.Sized: a training for each network.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Batch, Steps: 1, Features: 2}
	return models.MLPSpec(c.Network).Training(shape, training.Steps(c.Epochs, c.Samples, c.Batch)).Times(float64(c.Networks))
}

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)
