package forward

import (
	"errors"
	"maps"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// TestANewOperation is how the derivative of an operation is added: a row in the table of its kind, here y = f(x)
// with f′ in y and x. Until it is there the operation is refused by its name. A case in
// smoothRows and its like then measures it, which TestTableIsComplete asks for, and -update writes it into the table of doc.go.
func TestANewOperation(t *testing.T) {
	before := maps.Clone(rules)
	defer func() { rules = before }()
	delete(rules, NodeTypeLog1p)
	x := vector(-0.5, 0, 2)
	tangent := func(in []*Node) []*Node {
		return JVP([]*Node{Log1P(in[0])}, in, []*Node{OnesLike(in[0])})
	}
	_, err := backendtest.TryEvaluate(t, tangent, x)
	var refused *UnsupportedError
	if !errors.As(err, &refused) || refused.Op != NodeTypeLog1p {
		t.Fatalf("without its rule: %v, want that it is refused by its name", err)
	}
	rules[NodeTypeLog1p] = unary(func(_, x *Node) *Node { return Reciprocal(OnePlus(x)) })
	near(t, "1/(1+x)", backendtest.Evaluate(t, tangent, x)[0], []float64{2, 1, 1.0 / 3}, math.Nextafter(0, 1))
}
