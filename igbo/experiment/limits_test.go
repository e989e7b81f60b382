package experiment

import (
	"context"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

const huge = math.MaxInt

// TestCountsBeyondSense: every count of every study is refused near 2⁶³ and at
// 10¹¹, before memory is taken and before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	ctx, backend := context.Background(), backendtest.Open(t)
	teacher := func(set func(c *Config)) error {
		c := DefaultConfig()
		set(&c)
		return c.Validate()
	}
	pareto := func(set func(c *ParetoConfig)) error {
		c := DefaultParetoConfig()
		set(&c)
		return c.Validate()
	}
	ablation := func(set func(c *AblationConfig)) error {
		c := DefaultAblationConfig(DefaultConfig())
		set(&c)
		return c.Validate()
	}
	sequences := func(set func(c *SequencesConfig)) error {
		c := DefaultSequencesConfig()
		set(&c)
		return c.Validate()
	}
	weather := func(set func(c *WeatherConfig)) error {
		c := DefaultWeatherConfig()
		set(&c)
		return c.Validate()
	}
	outside := func(set func(c *OutOfDistributionConfig)) error {
		c := DefaultOutOfDistributionConfig()
		set(&c)
		_, err := LeaveDistribution(ctx, backend, c, nil)
		return err
	}
	studies := map[string]func(n int) error{
		"seeds":  func(n int) error { return teacher(func(c *Config) { c.Seeds = n }) },
		"epochs": func(n int) error { return teacher(func(c *Config) { c.Epochs = n }) },
		"batch":  func(n int) error { return teacher(func(c *Config) { c.Batch = n }) },
		"points": func(n int) error { return teacher(func(c *Config) { c.Attribution.Points = n }) },
		"Gauss–Legendre": func(n int) error {
			return teacher(func(c *Config) { c.Attribution.Quadrature, c.Attribution.Points = attribution.GaussLegendre, n })
		},
		"DAG batches":        func(n int) error { return teacher(func(c *Config) { c.DAGBatches = n }) },
		"DAG batch":          func(n int) error { return teacher(func(c *Config) { c.DAGBatch = n }) },
		"training points":    func(n int) error { return teacher(func(c *Config) { c.Task.Train = n }) },
		"validation points":  func(n int) error { return teacher(func(c *Config) { c.Task.Validation = n }) },
		"features":           func(n int) error { return teacher(func(c *Config) { c.Task.Features = n &^ 1 }) },
		"target's units":     func(n int) error { return teacher(func(c *Config) { c.Task.Hidden = n }) },
		"teacher's units":    func(n int) error { return teacher(func(c *Config) { c.Teacher.Hidden = []int{n} }) },
		"Pareto steps":       func(n int) error { return pareto(func(c *ParetoConfig) { c.Steps = n }) },
		"Pareto start":       func(n int) error { return pareto(func(c *ParetoConfig) { c.StartSteps = n }) },
		"Pareto seeds":       func(n int) error { return pareto(func(c *ParetoConfig) { c.Base.Seeds = n }) },
		"ablation seeds":     func(n int) error { return ablation(func(c *AblationConfig) { c.Base.Seeds = n }) },
		"ablation epochs":    func(n int) error { return ablation(func(c *AblationConfig) { c.Base.Epochs = n }) },
		"sequences' seeds":   func(n int) error { return sequences(func(c *SequencesConfig) { c.Seeds = n }) },
		"sequences' epochs":  func(n int) error { return sequences(func(c *SequencesConfig) { c.Epochs = n }) },
		"sequences' batch":   func(n int) error { return sequences(func(c *SequencesConfig) { c.Batch = n }) },
		"sequences' points":  func(n int) error { return sequences(func(c *SequencesConfig) { c.Attribution.Points = n }) },
		"sequences' samples": func(n int) error { return sequences(func(c *SequencesConfig) { c.Task.Samples = n }) },
		"attributed samples": func(n int) error { return sequences(func(c *SequencesConfig) { c.Attributed = n }) },
		"weather's seeds":    func(n int) error { return weather(func(c *WeatherConfig) { c.Seeds = n }) },
		"weather's epochs":   func(n int) error { return weather(func(c *WeatherConfig) { c.Epochs = n }) },
		"weather's points":   func(n int) error { return weather(func(c *WeatherConfig) { c.Attribution.Points = n }) },
		"weather's batch":    func(n int) error { return weather(func(c *WeatherConfig) { c.Batch = n }) },
		"weather's window":   func(n int) error { return weather(func(c *WeatherConfig) { c.Window = n }) },
		"networks":           func(n int) error { return outside(func(c *OutOfDistributionConfig) { c.Networks = n }) },
		"networks' samples":  func(n int) error { return outside(func(c *OutOfDistributionConfig) { c.Samples = n }) },
		"networks' epochs":   func(n int) error { return outside(func(c *OutOfDistributionConfig) { c.Epochs = n }) },
		"networks' batch":    func(n int) error { return outside(func(c *OutOfDistributionConfig) { c.Batch = n }) },
		"networks' points":   func(n int) error { return outside(func(c *OutOfDistributionConfig) { c.Points = n }) },
		"learning curves": func(n int) error {
			_, err := Learn(ctx, backend, LearningConfig{DefaultConfig(), n}, nil)
			return err
		},
		"teacher's scores": func(n int) error {
			_, err := TeacherScores(ctx, backend, ScoresConfig{DefaultConfig(), n}, nil)
			return err
		},
		"convergence": func(n int) error {
			c := DefaultConvergenceConfig()
			c.Steps = n
			_, err := Converge(c)
			return err
		},
		"noise": func(n int) error {
			_, err := Noise(ctx, backend, NoiseConfig{Rule: "paper", Lambda: 0.5, G1: []float64{1}, G2: []float64{1}, Sigmas: []float64{1, 2}, Draws: n}, nil)
			return err
		},
		"normal limits": func(n int) error {
			_, err := NormalLimits([]float64{0, 1}, []int{2}, n, 1)
			return err
		},
		"normal limits' sizes": func(n int) error {
			_, err := NormalLimits([]float64{0, 1}, []int{n}, 1000, 1)
			return err
		},
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, validate := range studies {
		for _, n := range []int{huge, huge - 1, huge/2 + 1, 1e11, -1, 0, math.MinInt} {
			if err := validate(n); err == nil || !strings.Contains(err.Error(), "expected") && !strings.Contains(err.Error(), "needs about") {
				t.Errorf("%s = %d: error %v, want one that says what was expected or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("refusing took %d bytes", taken)
	}
}

// TestSeedsEnd: the last seed is an int64.
func TestSeedsEnd(t *testing.T) {
	c := DefaultConfig()
	c.Seed0 = math.MaxInt64 - int64(c.Seeds) + 1
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Seed0++
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "2⁶³") {
		t.Errorf("error %v, want one on the last seed", err)
	}
	c.Seed0 = math.MinInt64
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// TestMemoryErrorsNameTheirPart: the error says which setting takes how much.
func TestMemoryErrorsNameTheirPart(t *testing.T) {
	for want, set := range map[string]func(c *Config){
		"100000000 seeds of 1400 points and 7 models: needs about ": func(c *Config) { c.Seeds, c.Epochs = 1e8, 1 },
		"M = 100000000 quadrature points for 200 samples at once":   func(c *Config) { c.Attribution.Points = 1e8 },
		"1000000 batches of 1000000 points for the DAG":             func(c *Config) { c.DAGBatches, c.DAGBatch = 1e6, 1e6 },
	} {
		c := DefaultConfig()
		set(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) && !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestParallelPassesPanicsOn: a job's panic reaches the caller, where it can be
// caught, with the job's stack.
func TestParallelPassesPanicsOn(t *testing.T) {
	defer func() {
		crashed, ok := recover().(*crash)
		if !ok || !strings.Contains(crashed.Error(), "out of paper") || !strings.Contains(string(crashed.Stack()), "limits_test.go") {
			t.Errorf("recovered %v, want the job's panic with its stack", crashed)
		}
	}()
	_ = parallel(context.Background(), 3, func(_ context.Context, i int) error {
		if i == 1 {
			panic("out of paper")
		}
		return nil
	})
	t.Error("the panic is lost")
}

// TestCancelledWhileGathering: what follows the trainings ends with the context too.
func TestCancelledWhileGathering(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.Attribution.Points = 2, 1, 2
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{cfg: cfg, backend: backendtest.Open(t), meter: newMeter(cfg, nil)}
	if err := r.teach(ctx); err != nil {
		t.Fatal(err)
	}
	if err := r.study(ctx); err != nil {
		t.Fatal(err)
	}
	a := &ablation{run: r, cells: []Config{cfg}}
	cancel()
	_, results := r.result(ctx)
	_, fresh := r.freshness(ctx)
	_, again := r.recurrence(ctx)
	_, rows := a.rows(ctx)
	for name, err := range map[string]error{"result": results, "freshness": fresh, "recurrence": again, "rows": rows, "prepare": a.prepare(ctx)} {
		if !isCancellation(err) {
			t.Errorf("%s: error %v, want that of the context", name, err)
		}
	}
}
