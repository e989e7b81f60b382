package projection

import (
	"fmt"
	"math"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil and zero values. The weights of a rule
// accept all arguments; the function Weights handles the special cases.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	g := []float64{1, 2}
	invert := func(g1, g2 []float64, alpha, beta float64) func() error {
		return func() error { _, _, err := Invert(g1, g2, alpha, beta); return err }
	}
	void := func(call func()) func() error { return func() error { call(); return nil } }
	table := map[string]exported.Call{
		"P":                exported.Bad(void(func() { P(g, nil, 0.5) })),
		"Combine":          exported.Bad(void(func() { Combine(nil, g, g, 0.5) }), void(func() { Combine(Normalized{}, g, g, 0.5) }), void(func() { Combine(Paper{}, g, g[:1], 0.5) })),
		"Invert":           exported.Bad(invert(nil, nil, 1, 1), invert(g, g[:1], 1, 1), invert(g, g, math.NaN(), 1), invert(g, g, 1, math.Inf(1)), invert(g, []float64{0, 0}, 1, 1)),
		"ByName":           exported.Bad(func() error { _, err := ByName(""); return err }),
		"Weights":          exported.Bad(void(func() { Weights(nil, 1, 1, 0, 0.5, 0) })),
		"Classify":         exported.Total("NaN is no special case"),
		"Residual":         exported.Total("a formula"),
		"Rules":            exported.Total("no argument"),
		"Names":            exported.Total("no argument"),
		"SplitWeights":     exported.Bad(void(func() { SplitWeights(nil, 1, 1, 0, 0.5, 0.5, 0) })),
		"WeightsNode":      exported.Bad(void(func() { WeightsNode(nil, nil, nil, nil, nil, 0) }), void(func() { WeightsNode(Paper{}, nil, nil, nil, nil, 0) })),
		"SplitWeightsNode": exported.Bad(void(func() { SplitWeightsNode(nil, nil, nil, nil, nil, nil, 0) }), void(func() { SplitWeightsNode(Paper{}, nil, nil, nil, nil, nil, 0) })),
		"PowerLambda":      exported.Total("a formula"), "PowerShares": exported.Total("a formula"),
		"PowerSharesNode":        exported.Bad(void(func() { PowerSharesNode(nil, nil, 1) })),
		"NewProducts":            exported.Bad(void(func() { NewProducts(nil, nil) }), void(func() { NewProducts([]*Node{nil}, nil) }), void(func() { NewProducts([]*Node{nil}, []*Node{nil, nil}) })),
		"Products.Weights":       exported.Bad(void(func() { Products{}.Weights(nil, nil, nil, 0) }), void(func() { Products{}.Weights(Paper{}, nil, nil, 0) })),
		"CombineNode":            exported.Bad(void(func() { CombineNode(nil, nil, nil, nil, 0) }), void(func() { CombineNode(Paper{}, nil, nil, nil, 0) })),
		"Trades":                 exported.Bad(void(func() { Trades(nil) }), void(func() { Trades(Normalized{}) })),
		"ValidateRule":           exported.Bad(func() error { return ValidateRule(nil) }, func() error { return ValidateRule(Normalized{}) }),
		"CAGrad.Validate":        exported.Bad(CAGrad{C: 1}.Validate, CAGrad{C: -1}.Validate, CAGrad{C: math.NaN()}.Validate),
		"FairGrad.Validate":      exported.Bad(FairGrad{}.Validate, FairGrad{Alpha: math.NaN()}.Validate, FairGrad{Alpha: 11}.Validate),
		"GradVac.Validate":       exported.Bad(GradVac{Target: 1}.Validate, GradVac{Target: -0.1}.Validate, GradVac{Target: math.NaN()}.Validate),
		"Normalized.Validate":    exported.Bad(Normalized{}.Validate, Normalized{Rule: CAGrad{C: 2}}.Validate),
		"Normalized.Weights":     exported.Bad(void(func() { Normalized{}.Weights(1, 1, 0, 0.5) })),
		"Normalized.Degree":      exported.Total("no argument"),
		"Normalized.String":      exported.Total("names the missing rule"),
		"Normalized.WeightsNode": exported.Bad(void(func() { Normalized{}.WeightsNode(nil, nil, nil, nil) })),
		"Case.String":            exported.Total("any number has a text"), "Case.MarshalText": exported.Total("any number has a text"),
		"Case.UnmarshalText": exported.Bad(func() error { var c Case; return c.UnmarshalText(nil) }, func() error { return (*Case)(nil).UnmarshalText([]byte("zero")) }),
	}
	for _, rule := range Rules() {
		name := strings.TrimPrefix(fmt.Sprintf("%T", rule), "projection.")
		table[name+".String"] = exported.Total("no argument")
		table[name+".Weights"] = exported.Total("a formula")
		table[name+".WeightsNode"] = exported.Bad(void(func() { rule.WeightsNode(nil, nil, nil, nil) }))
		if _, ok := rule.(GradedRule); ok {
			table[name+".Degree"] = exported.Total("no argument")
		}
		if split, ok := rule.(SplitRule); ok {
			table[name+".SplitWeights"] = exported.Total("a formula")
			table[name+".SplitWeightsNode"] = exported.Bad(void(func() { split.SplitWeightsNode(nil, nil, nil, nil, nil) }))
		}
	}
	exported.Check(t, table)
}
