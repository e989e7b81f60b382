package derivative

import (
	"errors"
	"maps"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// TestANewOperation shows how to add the derivative of an operation: one row in the table in rules.go. Here it
// is y = f(x) with f′ in terms of y and x, which defines both directions. Without the row, both reject the
// operation by name. TestTableIsComplete then requires a case for the operation, and -update adds it to the
// documentation.
func TestANewOperation(t *testing.T) {
	complete := maps.Clone(rules)
	defer func() { rules = complete }()
	delete(rules, NodeTypeExpm1) // GoMLX has no gradient for it
	x := vector(-0.5, 0, 2)
	directions := map[string]func(in []*Node) []*Node{
		"forward": func(in []*Node) []*Node {
			return JVP([]*Node{Expm1(in[0])}, in, []*Node{OnesLike(in[0])})
		},
		"backward":                      func(in []*Node) []*Node { return CheckedGradient(ReduceAllSum(Expm1(in[0])), in...) },
		"backward, by GoMLX's Gradient": func(in []*Node) []*Node { return Gradient(ReduceAllSum(Expm1(in[0])), in...) },
	}
	for name, derivative := range directions {
		_, err := backendtest.TryEvaluate(t, derivative, x)
		var refused *UnsupportedError
		if !errors.As(err, &refused) || refused.Op != NodeTypeExpm1 {
			t.Errorf("%s without its rule: error %v, want an UnsupportedError that names it", name, err)
		}
	}
	rules[NodeTypeExpm1] = unary(func(y, _ *Node) *Node { return OnePlus(y) })
	for name, derivative := range directions {
		near(t, name, backendtest.Evaluate(t, derivative, x)[0], []float64{math.Exp(-0.5), 1, math.Exp(2)}, 1e-15)
	}
}
