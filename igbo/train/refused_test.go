package train

import (
	"errors"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// In GoMLX, a parameter that a branch captures silently has a zero gradient. Training returns an
// error that names the branch, in either loss.
func TestLossThroughABranchIsNamed(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("a branch on XLA takes no value that it does not list: the graph cannot be built")
	}
	for _, second := range []bool{false, true} {
		problem := func(scope *model.Scope, x *Node) *Node {
			theta := scope.At("model").VariableWithValue("theta", []float64{0.25, 0.5}).NodeValue(x)
			branch := func(f func(x *Node) *Node) *Function {
				return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{f(theta)} })
			}
			hidden := ReduceAllSum(Square(If(Const(x.Graph(), true), branch(Neg), branch(Sin))[0]))
			plain := Add(ReduceAllSum(Square(theta)), ReduceAllSum(MulScalar(x, 0)))
			if second {
				SetSecondLoss(hidden, nil)
				return plain
			}
			return Add(plain, hidden)
		}
		_, _, err := runSteps(t, problem, DefaultConfig(), 1)
		var unsupported *derivative.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.Op != NodeTypeIf {
			t.Errorf("in the second loss %t: error %v, expected an UnsupportedError that names If", second, err)
		}
	}
}
