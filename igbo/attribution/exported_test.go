package attribution

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero and excessive values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	cfg := DefaultConfig()
	valid := func(change func(*Config)) func() error {
		c := DefaultConfig()
		change(&c)
		return func() error { return c.Validate(2) }
	}
	graph := func(call func(*Node)) exported.Call {
		return exported.Bad(func() error { call(nil); return nil })
	}
	plain := func(f func(*model.Scope, Model, *Node, Config) *Node) exported.Call {
		return graph(func(x *Node) { f(nil, nil, x, cfg) })
	}
	masked := func(f func(*model.Scope, MaskedModel, *Node, *Node, Config) *Node) exported.Call {
		return graph(func(x *Node) { f(nil, nil, x, nil, cfg) })
	}
	nodes := func(r Rule, m int) func() error {
		return func() error { _, _, err := r.Nodes(m); return err }
	}
	exported.Check(t, map[string]exported.Call{
		"PathName":         exported.Total("every path has a name, the straight one an empty one"),
		"CumulativeAndGap": graph(func(x *Node) { CumulativeAndGap(nil, nil, x, nil, cfg) }),
		"Cumulative":       plain(Cumulative), "Gap": plain(Gap), "TIG": plain(TIG), "Scores": plain(Scores),
		"MaskedCumulative": masked(MaskedCumulative), "MaskedGap": masked(MaskedGap), "MaskedTIG": masked(MaskedTIG), "MaskedScores": masked(MaskedScores),
		"Score": graph(func(h *Node) { Score(h, nil, cfg) }), "Shares": graph(func(h *Node) { Shares(h, Signed, 1e-8) }),
		"Select": exported.Bad(func() error { Select(nil, 0); return nil }), "WithMask": exported.Bad(func() error { WithMask(nil, nil); return nil }),
		"Unmasked": exported.Bad(func() error { Unmasked(nil); return nil }), "Predicted": exported.Bad(func() error { Predicted(nil, nil, nil); return nil }),
		"OutputKinds": exported.Total("no argument"), "Output.Count": exported.Total("1 but for each"),
		"Output.Validate": exported.Bad(Output{Kind: "luck"}.Validate, Output{Index: 1}.Validate, Output{Kind: ChosenOutput, Index: math.MinInt}.Validate, Output{Kind: EachOutput, Index: 1}.Validate),
		"Output.Check": exported.Bad(func() error { return Output{}.Check(0) }, func() error { return Output{}.Check(2) },
			func() error { return Output{Kind: ChosenOutput, Index: math.MaxInt}.Check(2) }),
		"Output.Of":                exported.Bad(func() error { Output{}.Of(nil, nil, nil, nil, 1); return nil }, func() error { Output{}.Of(nil, nil, nil, nil, 2); return nil }),
		"Baseline.Node":            graph(func(x *Node) { Zero().Node(x) }),
		"Baseline.Validate":        exported.Bad(Constant("nan", []float64{0, math.NaN()}).Validate, Constant("inf", []float64{math.Inf(1)}).Validate),
		"Straight.Points":          graph(func(x *Node) { Straight{}.Points(x, nil, nil) }),
		"PiecewiseLinear.Points":   graph(func(x *Node) { PiecewiseLinear{}.Points(x, nil, nil) }),
		"PiecewiseLinear.Segments": graph(func(x *Node) { PiecewiseLinear{}.Segments(x, nil) }),
		"CheckIndependence":        exported.Bad(func() error { return CheckIndependence(nil, nil, nil, nil) }),
		"Rule.Nodes":               exported.Bad(nodes("", 3), nodes(Midpoint, 0), nodes(Midpoint, math.MinInt), nodes(GaussLegendre, math.MaxInt), nodes(Trapezoid, MaxPoints+1)),
		"Config.Validate": exported.Bad(func() error { return Config{}.Validate(2) }, func() error { return cfg.Validate(0) }, func() error { return cfg.Validate(math.MinInt) },
			func() error { c := cfg; c.Groups = [][]int{{0}}; return c.Validate(math.MaxInt) },
			valid(func(c *Config) { c.Points = math.MaxInt }), valid(func(c *Config) { c.Chunk = math.MaxInt }), valid(func(c *Config) { c.Chunk = math.MinInt }),
			valid(func(c *Config) { c.Points, c.Chunk = MaxPoints, 1 }), valid(func(c *Config) { c.Epsilon = math.NaN() }),
			valid(func(c *Config) { c.Groups = [][]int{{0, math.MaxInt}} }), valid(func(c *Config) { c.Baselines = []Baseline{Constant("nan", []float64{math.NaN()})} })),
		"Config.CheckMemory": exported.Bad(func() error { return cfg.CheckMemory(math.MaxInt, math.MaxInt, math.MaxInt, 8) },
			func() error { c := cfg; c.Points = MaxPoints; return c.CheckMemory(512, 64, 8, 8) }),
		"Config.Memory": exported.Total("an estimate of any sizes"), "Constant": exported.Total("checked by Baseline.Validate"),
		"DefaultConfig": exported.Total("no argument"), "Install": exported.Total("no argument"), "Rules": exported.Total("no argument"), "Zero": exported.Total("no argument"),
	})
}

// TestNilInGraphs checks that a nil model and a model that returns nil are reported.
func TestNilInGraphs(t *testing.T) {
	for what, f := range map[string]Model{"the scope and the model must not be nil": nil, "the model returned nil": func(*model.Scope, *Node) *Node { return nil }} {
		_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, f, x, DefaultConfig()) }, normal(1, 2, 1, 3))
		refusal.Check(t, err, what)
	}
	big := DefaultConfig()
	big.Points, big.Mode = MaxPoints, ReverseMode
	_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, running, x, big) }, normal(1, 4096, 4, 4))
	refusal.Check(t, err, "512 GiB of memory, which is too much (max 256 GiB")
}
