package derivative

import (
	"errors"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// TestBitsThroughABranchAreNamed checks branches that may pass on the bits of a number as integers, which carry
// no derivative.
func TestBitsThroughABranchAreNamed(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("a branch on XLA takes no value that it does not list: the graph cannot be built")
	}
	_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
		x := in[0]
		outside := Bitcast(Square(x), dtypes.Int64)
		whole := ConvertDType(x, dtypes.Int64)
		through := func(captured func() *Node) *Node {
			branch := func() *Function {
				return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{captured()} })
			}
			return If(Const(x.Graph(), true), branch(), branch())[0]
		}
		rounded := through(func() *Node { return whole })
		for _, c := range []struct {
			name    string
			y       *Node
			refused bool
		}{
			{"taken before, branch not used", Add(x, Sin(x)), false},
			{"taken outside", Add(x, Bitcast(through(func() *Node { return outside }), dtypes.Float64)), true},
			{"taken inside", Add(x, Bitcast(through(func() *Node { return Bitcast(Square(x), dtypes.Int64) }), dtypes.Float64)), true},
			{"taken before a branch that does not use it", Add(x, ConvertDType(rounded, x.DType())), true}, // it might use it
		} {
			for mode, err := range map[string]error{"forward": CheckForward([]*Node{c.y}, in), "reverse": CheckReverse([]*Node{c.y}, in)} {
				var unsupported *UnsupportedError
				if named := errors.As(err, &unsupported) && unsupported.Op == NodeTypeBitcast; named != c.refused {
					t.Errorf("%s, %s: error %v, expected one that names Bitcast: %t", c.name, mode, err, c.refused)
				}
			}
		}
		return in
	}, vector(1, 2))
	if err != nil {
		t.Fatal(err)
	}
}
