package train

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/samples"
)

// TestBadInput checks that the error for each invalid setting names the valid values.
func TestBadInput(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"λ = 0 must be in (0, 1)":      func(c *Config) { c.Lambda = FixedLambda(0) },
		"λ = 1 must":                   func(c *Config) { c.Lambda = FixedLambda(1) },
		"λ = NaN":                      func(c *Config) { c.Lambda = FixedLambda(math.NaN()) },
		"unknown λ \"wild\" (want one": func(c *Config) { c.Lambda.Kind = "wild" },
		"λ at the end = 2":             func(c *Config) { c.Lambda = Lambda{Kind: Linear, Value: 0.5, End: 2, Steps: 3} },
		"has 0 steps":                  func(c *Config) { c.Lambda = Lambda{Kind: Cosine, Value: 0.5, End: 0.7} },
		"1 milestones and 0 values":    func(c *Config) { c.Lambda = Lambda{Kind: Staircase, Value: 0.5, Milestones: []int{3}} },
		"exponent p = -1":              func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: -1} },
		"has 1 steps":                  func(c *Config) { c.Lambda = Lambda{Kind: Linear, Value: 0.5, End: 0.7, Steps: 1} },
		"a milestone at step 0": func(c *Config) {
			c.Lambda = Lambda{Kind: Staircase, Value: 0.5, Milestones: []int{0}, Values: []float64{0.2}}
		},
		"floor 0.5 of λ":                     func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: 1, Floor: 0.5} },
		"floor NaN of λ":                     func(c *Config) { c.Lambda = Lambda{Kind: Uncertainty, Floor: math.NaN()} },
		"λ starts at 0.9":                    func(c *Config) { c.Lambda = Lambda{Kind: Target, Value: 0.9, Goal: 0.1, Rate: 1, Floor: 0.2} },
		"exponent p = +Inf":                  func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: math.Inf(1)} },
		"CAGrad.C is 1":                      func(c *Config) { c.Rule = projection.CAGrad{C: 1} },
		"train: projection: the rule is nil": func(c *Config) { c.Rule = projection.Normalized{} },
		"λ has goal -1":                      func(c *Config) { c.Lambda = Lambda{Kind: Target, Value: 0.5, Goal: -1, Rate: 1} },
		"λ has rate 0":                       func(c *Config) { c.Lambda = Lambda{Kind: Target, Value: 0.5, Goal: 0.1} },
		"tolerance 1":                        func(c *Config) { c.Tolerance = 1 },
		"Config.Rule is nil":                 func(c *Config) { c.Rule = nil },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		_, err := Wrap(optimizer.Adam().Done(), cfg)
		refusal.Check(t, err, want)
	}
	for want, change := range map[string]func(*Batches){
		"T = 0":                                  func(b *Batches) { b.Data.Steps = 0 },
		"D = 0":                                  func(b *Batches) { b.Data.Features = nil },
		"have no samples":                        func(b *Batches) { b.Data.Y = nil },
		"2 inputs":                               func(b *Batches) { b.Data.X = b.Data.X[:2] },
		"the mask has 1":                         func(b *Batches) { b.Data.Mask = []bool{true} },
		"2 weights":                              func(b *Batches) { b.Data.Weights = []float64{1, 2} },
		"2 scales":                               func(b *Batches) { b.Units = samples.Normalization{Shift: []float64{0}, Scale: []float64{1, 2}} },
		"Batches.Size must be at least 1, got 0": func(b *Batches) { b.Size = 0 },
		"Batches.DType must be Float32":          func(b *Batches) { b.DType = dtypes.Int32 },
	} {
		b := testBatches()
		change(b)
		var got error
		for _, err := range b.Iter() {
			got = err
			break
		}
		if got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("error %v, want one with %q", got, want)
		}
	}
	_, err := Wrap(odd{}, DefaultConfig())
	refusal.Check(t, err, "unsupported optimiser", "odd optimiser")
}

// odd is an optimiser that does not accept gradients.
type odd struct{}

func (odd) UpdateGraph(*model.Scope, *Graph, *Node) {}

func (odd) Clear(*model.Scope) error { return fmt.Errorf("never called") }
