package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// OutOfDistributionConfig describes a study of what happens to attributions
// where the path leaves the data. The inputs lie along a curve,
//
//	x_1 ~ U(−1.5, 1.5),   x_2 = x_1² − 1 + Thickness·z,   y = sin 3x_1 + x_2 + Noise·z′,
//
// and several networks that differ in their seed alone are trained on them.
type OutOfDistributionConfig struct {
	Samples   int              `json:"samples"`
	Thickness float64          `json:"thickness"`
	Noise     float64          `json:"noise"`
	Networks  int              `json:"networks"`
	Network   models.MLPConfig `json:"network"`
	Epochs    int              `json:"epochs"`
	Batch     int              `json:"batch"`
	Rate      float64          `json:"learning_rate"`
	Seed      int64            `json:"seed"`
	// From and To are the values of x_1 at the baseline and the input; both lie on the curve.
	From float64 `json:"from"`
	To   float64 `json:"to"`
	// Points is M of the midpoint rule.
	Points int `json:"points"`
}

// DefaultOutOfDistributionConfig returns 500 points and eight networks of two
// hidden layers.
func DefaultOutOfDistributionConfig() OutOfDistributionConfig {
	return OutOfDistributionConfig{
		Samples: 500, Thickness: 0.1, Noise: 0.05, Networks: 8,
		Network: models.MLPConfig{Hidden: []int{32, 32}, Activation: "relu"},
		Epochs:  300, Batch: 50, Rate: 1e-2, Seed: 1, From: -1.4, To: 0.6, Points: 100,
	}
}

// OutOfDistribution is what the study finds.
type OutOfDistribution struct {
	Config OutOfDistributionConfig `json:"config"`
	// Errors is the root mean squared error of each network on fresh points of the same law.
	Errors []float64 `json:"errors"`
	// Rise is F(x) − F(x′) of each network.
	Rise []float64 `json:"rise"`
	// Truth is the attribution of the law's own function, the same along every path.
	Truth []float64 `json:"truth"`
	// Straight leaves the data, Along follows the curve.
	Straight PathStudy `json:"straight"`
	Along    PathStudy `json:"along"`
}

// PathStudy is what the networks do on one path.
type PathStudy struct {
	Alpha []float64 `json:"alpha"`
	X1    []float64 `json:"x1"`
	X2    []float64 `json:"x2"`
	// Distance is |x_2 − (x_1² − 1)| in units of the data's thickness.
	Distance []float64 `json:"distance"`
	// Outputs has one row a network, one column a point.
	Outputs [][]float64 `json:"outputs"`
	// Attributions has one row a network, one column a feature.
	Attributions [][]float64 `json:"attributions"`
}

// curve is the line that the data lie along.
func curve(x1 float64) float64 { return x1*x1 - 1 }

// LeaveDistribution makes the study.
func LeaveDistribution(ctx context.Context, backend compute.Backend, cfg OutOfDistributionConfig, progress Progress) (*OutOfDistribution, error) {
	if cfg.Samples < 2 || cfg.Networks < 1 || cfg.Points < 2 {
		return nil, fmt.Errorf("experiment: %d samples, %d networks, %d points, expected at least 2, 1 and 2", cfg.Samples, cfg.Networks, cfg.Points)
	}
	if err := checkSteps(float64(cfg.Networks), cfg.Epochs, cfg.Samples, cfg.Batch); err != nil {
		return nil, err
	}
	hidden := 2.0
	for _, n := range cfg.Network.Hidden {
		hidden += float64(n)
	}
	how := attribution.Config{Points: cfg.Points}
	if err := checkMemory(need{fmt.Sprintf("%d samples for %d networks", cfg.Samples, cfg.Networks), float64(cfg.Networks)*modelBytes + 8*tableCopy*3*float64(cfg.Samples)},
		pathNeed(how, 1, hidden, cfg.Networks)); err != nil {
		return nil, err
	}
	s := &OutOfDistribution{
		Config: cfg, Errors: make([]float64, cfg.Networks), Rise: make([]float64, cfg.Networks),
		Truth:    []float64{math.Sin(3*cfg.To) - math.Sin(3*cfg.From), curve(cfg.To) - curve(cfg.From)},
		Straight: cfg.path(func(_, line float64) float64 { return line }),
		Along:    cfg.path(func(onCurve, _ float64) float64 { return onCurve }),
	}
	m := newMeter(Config{Epochs: cfg.Epochs, Batch: cfg.Batch, Seeds: cfg.Networks}, progress)
	m.total = cfg.Networks * cfg.Epochs * ((cfg.Samples + cfg.Batch - 1) / max(cfg.Batch, 1))
	err := parallel(ctx, cfg.Networks, func(ctx context.Context, i int) error {
		network, err := cfg.train(ctx, backend, m, int64(i))
		if err != nil {
			return err
		}
		return s.look(network, i)
	})
	return s, err
}

// draw draws points of the law.
func (c OutOfDistributionConfig) draw(n int, stream uint64) (igbo.Data, error) {
	rng := rand.New(rand.NewPCG(uint64(c.Seed), stream))
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x1 := -1.5 + 3*rng.Float64()
		x2 := curve(x1) + c.Thickness*rng.NormFloat64()
		x[i], y[i] = []float64{x1, x2}, math.Sin(3*x1)+x2+c.Noise*rng.NormFloat64()
	}
	return igbo.Tabular([]string{"x1", "x2"}, x, y)
}

// path places the study's points on the straight line or on the curve.
func (c OutOfDistributionConfig) path(choose func(onCurve, line float64) float64) PathStudy {
	p := PathStudy{Outputs: make([][]float64, c.Networks), Attributions: make([][]float64, c.Networks)}
	for i := range 101 {
		a := float64(i) / 100
		x1 := c.From + a*(c.To-c.From)
		x2 := choose(curve(x1), curve(c.From)+a*(curve(c.To)-curve(c.From)))
		p.Alpha, p.X1, p.X2 = append(p.Alpha, a), append(p.X1, x1), append(p.X2, x2)
		p.Distance = append(p.Distance, math.Abs(x2-curve(x1))/c.Thickness)
	}
	return p
}

func (c OutOfDistributionConfig) train(ctx context.Context, backend compute.Backend, m *meter, i int64) (*igbo.Model, error) {
	data, err := c.draw(c.Samples, 1)
	if err != nil {
		return nil, err
	}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize = models.MLPSpec(c.Network), c.Seed+i, c.Epochs, c.Batch
	cfg.Optimizer, cfg.HistoryEvery, cfg.DType = igbo.Optimizer{Name: "adam", LearningRate: c.Rate}, 0, "float64"
	cfg.Attribution.Points = c.Points
	cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant("start", []float64{c.From, curve(c.From)})}
	trained, err := igbo.Train(ctx, backend, m.follow(cfg), data, nil)
	if err != nil {
		return nil, fmt.Errorf("experiment: network %d: %w", i, err)
	}
	return trained.Model, nil
}

// look records what network i does.
func (s *OutOfDistribution) look(network *igbo.Model, i int) error {
	fresh, err := s.Config.draw(s.Config.Samples, 2)
	if err != nil {
		return err
	}
	e, err := network.Evaluate(fresh, nil)
	if err != nil {
		return err
	}
	s.Errors[i] = math.Sqrt(e.MSE)
	for path, study := range map[attribution.Path]*PathStudy{attribution.Straight{}: &s.Straight, alongCurve{}: &s.Along} {
		if study.Outputs[i], err = network.Predict(study.data()); err != nil {
			return err
		}
		probe := *network
		probe.Config.Attribution.Path = path
		end := igbo.Data{Features: network.Features, Steps: 1, X: []float64{s.Config.To, curve(s.Config.To)}, Y: []float64{0}}
		if study.Attributions[i], err = probe.Attribute(end); err != nil {
			return err
		}
	}
	s.Rise[i] = s.Along.Outputs[i][len(s.Along.Alpha)-1] - s.Along.Outputs[i][0]
	return nil
}

// data holds the path's points as inputs.
func (p PathStudy) data() igbo.Data {
	d := igbo.Data{Features: []string{"x1", "x2"}, Steps: 1, Y: make([]float64, len(p.X1))}
	for i := range p.X1 {
		d.X = append(d.X, p.X1[i], p.X2[i])
	}
	return d
}

// Spread returns, for each point, the smallest, mean and largest output over the networks.
func (p PathStudy) Spread() (low, mean, high []float64) {
	for j := range p.Alpha {
		column := make([]float64, len(p.Outputs))
		for i, row := range p.Outputs {
			column[i] = row[j]
		}
		low, high = append(low, floats.Min(column)), append(high, floats.Max(column))
		mean = append(mean, floats.Sum(column)/float64(len(column)))
	}
	return low, mean, high
}

// alongCurve is the path γ(α) = (u, u² − 1) with u from x′_1 to x_1.
type alongCurve struct{}

// Points implements attribution.Path.
func (alongCurve) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	straight, step := attribution.Straight{}.Points(x, baseline, alphas)
	first := ConvertDType(Const(x.Graph(), [][][][]float64{{{{1, 0}}}}), x.DType())
	second := ConvertDType(Const(x.Graph(), [][][][]float64{{{{0, 1}}}}), x.DType())
	u := ReduceAndKeep(Mul(straight, first), ReduceSum, -1)
	du := ReduceAndKeep(Mul(step, first), ReduceSum, -1)
	points = Add(Mul(u, first), Mul(AddScalar(Mul(u, u), -1), second))
	velocity = Add(Mul(du, first), Mul(MulScalar(Mul(u, du), 2), second))
	return points, velocity
}
