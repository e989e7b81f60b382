package posterior

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/samples"
)

func TestRefusals(t *testing.T) {
	good := table(1, 8, 3, Squared)
	nan := table(1, 8, 3, Squared)
	nan.X[4] = math.NaN()
	series, weighted := table(1, 8, 3, Squared), table(1, 8, 3, Squared)
	series.Steps, weighted.Weights = 2, make([]float64, 8)
	flat := table(1, 8, 3, Squared)
	for i := range flat.Y {
		flat.Y[i] = 2
	}
	rounded := table(1, 8, 3, Squared)
	for i := range rounded.Y {
		rounded.Y[i] = .1 + float64(i%2)*1e-17*2
	}
	for _, c := range []struct {
		name    string
		data    samples.Data
		order   Order
		edit    func(*Config)
		reports string
	}{
		{"no rows", samples.Data{Features: make([]string, 3), Steps: 1}, Order{}, nil, "0 rows, want at least 2"},
		{"series", series, Order{}, nil, "must be a table"},
		{"weights", weighted, Order{}, nil, "weights of rows are unsupported"},
		{"no number", nan, Order{}, nil, "row 2, column 2"},
		{"one target", flat, Order{}, nil, "all 8 targets are 2"},
		{"one target but for rounding", rounded, Order{}, nil, "except for rounding errors"},
		{"extend", good, Order{}, func(c *Config) { c.Extend = -1 }, "Extend must be at least 0, got -1"},
		{"cycle", good, Order{Above: [][2]int{{0, 1}, {1, 2}, {2, 0}}}, nil, "has a cycle through"},
		{"another feature", good, Order{Above: [][2]int{{0, 3}}}, nil, "from 0 to 2"},
		{"directions", good, Order{Directions: []int{1}}, nil, "3 columns"},
		{"a direction", good, Order{Directions: []int{1, 5, 0}}, nil, "direction 5"},
		{"classes", good, Order{}, func(c *Config) { c.Loss = Logistic }, "want 0 or 1"},
		{"counts", good, Order{}, func(c *Config) { c.Loss = Poisson }, "want a count"},
		{"grid", good, Order{}, func(c *Config) { c.Grid = []float64{.1, .2} }, "want 0 and"},
		{"groups", good, Order{}, func(c *Config) { c.Groups = [][]int{{0, 1}} }, "column 2 is in no group"},
		{"scales", good, Order{}, func(c *Config) { c.Scales = []float64{1, 2} }, "Scales has 2 numbers"},
		{"a scale", good, Order{}, func(c *Config) { c.Scales = []float64{1, 2, 0} }, "Scales[2] is 0"},
		{"draws", good, Order{}, func(c *Config) { c.Draws = 3 }, "Draws must be at least 4, got 3"},
		{"chains", good, Order{}, func(c *Config) { c.Chains = 0 }, "Chains must be at least 1, got 0"},
		{"burn", good, Order{}, func(c *Config) { c.Burn = -1 }, "Burn must be at least 0, got -1"},
		{"noise", good, Order{}, func(c *Config) { c.Noise = 0 }, "Noise, a prior scale, must be positive, got 0"},
		{"scale", good, Order{}, func(c *Config) { c.Scale = -2 }, "Scale, a prior scale, must be positive, got -2"},
		{"doubt", good, Order{}, func(c *Config) { c.Doubt = 1 }, "Doubt is 1"},
		{"two groups", good, Order{}, func(c *Config) { c.Groups = [][]int{{0, 1}, {1, 2}} }, "column 1 occurs twice, again in group 1"},
		{"a group", good, Order{}, func(c *Config) { c.Groups = [][]int{{0, 1}, {3}} }, "group 1 names column 3, want 0 to 2"},
	} {
		cfg := DefaultConfig()
		if c.edit != nil {
			c.edit(&cfg)
		}
		_, err := Sample(context.Background(), c.data, c.order, cfg)
		refusal.Check(t, err, c.reports, c.name)
	}
	if _, err := new(Posterior).Predict([]float64{1}); err == nil {
		t.Error("a posterior without draws predicts")
	}
	if _, err := new(Posterior).Intervals([]float64{1}, .9); err == nil {
		t.Error("a posterior without draws has intervals")
	}
	if w, b := new(Posterior).Mean(); len(w) > 0 || b != 0 {
		t.Errorf("a posterior without draws has the mean %v, %g", w, b)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Sample(ctx, good, Order{}, DefaultConfig()); err == nil {
		t.Error("a cancelled context samples")
	}
}

// TestConstantColumn checks that a column that does not vary has weight 0, and that order relations between
// other columns through it remain.
func TestConstantColumn(t *testing.T) {
	data := table(1, 30, 3, Squared)
	for i := range data.Y {
		data.X[3*i+1] = 7
	}
	cfg := DefaultConfig()
	cfg.Trust = Hard
	p := must.Of(Sample(context.Background(), data, Order{Above: [][2]int{{2, 1}, {1, 0}}}, cfg)).In(t)
	if w := p.Weight(1, .95); w != (Interval{}) {
		t.Errorf("the weight of a constant column is %v", w)
	}
	if v := p.Above(2, 0); v != 1 {
		t.Errorf("2 above 0 by way of 1 with probability %g", v)
	}
}

// TestScales checks that Scales have the same effect as scaling the columns, and that a column that does not
// vary has weight 0.
func TestScales(t *testing.T) {
	d, c := table(3, 12, 3, Squared), DefaultConfig()
	c.Trust, c.Chains, c.Burn, c.Draws = Hard, 1, 20, 200
	c.Scales = []float64{1, 50, 1}
	for i := range d.Y {
		d.X[3*i+2] = 4
	}
	for _, above := range [][2]int{{0, 1}, {1, 0}} {
		p := must.Of(Sample(context.Background(), d, Order{Above: [][2]int{above}}, c)).In(t)
		for _, w := range p.Chains[0].Weights {
			if u, v := above[0], above[1]; math.Abs(w[u])*c.Scales[u] < math.Abs(w[v])*c.Scales[v]*(1-1e-9) || w[2] != 0 {
				t.Fatalf("weights %v under %d above %d in units %v", w, u, v, c.Scales)
			}
		}
	}
}
