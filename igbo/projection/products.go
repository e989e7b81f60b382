package projection

import (
	"errors"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Products holds the dot products of two gradients s·g1 and s·g2, which are lists of nodes with one node per
// variable. The scale s is a power of two, so scaling is exact. It is 1 unless squares would overflow, or
// unless the squares of a gradient a millionth as long would underflow.
type Products struct {
	// N1, N2 and C are s²·g1·g1, s²·g2·g2 and s²·g1·g2. Without g2, the last two are nil.
	N1, N2, C *Node
	// Parts1 and Parts2 hold the contributions of each variable to N1 and N2.
	Parts1, Parts2 []*Node
	// Scale is s.
	Scale *Node
}

// NewProducts builds the products of two gradients. For a single objective, g2 may be nil. NewProducts panics
// if there are no variables, if their numbers differ, or if a node is nil.
func NewProducts(g1, g2 []*Node) Products {
	if len(g1) == 0 || (g2 != nil && len(g2) != len(g1)) {
		panic(errors.New("projection: both gradients must have the same number of variables, at least 1"))
	}
	checkNodes(g1...)
	checkNodes(g2...)
	p := Products{Scale: scaleNode(append(append([]*Node{}, g1...), g2...))}
	scaled := func(g []*Node) []*Node {
		out := make([]*Node, len(g))
		for i := range g {
			out[i] = Mul(g[i], p.Scale)
		}
		return out
	}
	s1, s2 := scaled(g1), scaled(g2)
	p.Parts1 = dotNodes(s1, s1)
	p.N1 = sumNodes(p.Parts1)
	if g2 != nil {
		p.Parts2 = dotNodes(s2, s2)
		p.N2, p.C = sumNodes(p.Parts2), sumNodes(dotNodes(s1, s2))
	}
	return p
}

// Weights builds the weights of the unscaled gradients, like [WeightsNode], or like [SplitWeightsNode] if rest
// is not nil.
func (p Products) Weights(rule Rule, lambda, rest *Node, tolerance float64) (a1, a2 *Node) {
	mustRule(rule)
	checkNodes(p.N1, p.N2, p.C, p.Scale, lambda)
	a1, a2 = weightsNode(rule, p.N1, p.N2, p.C, lambda, rest, tolerance)
	if degree(rule) == 0 {
		return p.unscaled(a1, a2, tolerance)
	}
	return a1, a2
}

// unscaled corrects the weights of a rule of degree 0, except weights that are 1 because the other gradient is
// negligible.
func (p Products) unscaled(a1, a2 *Node, tolerance float64) (*Node, *Node) {
	m := newMasks(p.N1, p.N2, p.C, tolerance)
	single := LogicalOr(m.only1, m.only2)
	factor := Where(single, OnesLike(p.Scale), p.Scale)
	return Mul(a1, factor), Mul(a2, factor)
}

// CombineNode builds v = a1·g1 + a2·g2 for gradients that are lists of nodes with one node per variable. It is
// like [Combine] with a tolerance.
func CombineNode(rule Rule, g1, g2 []*Node, lambda *Node, tolerance float64) []*Node {
	a1, a2 := NewProducts(g1, g2).Weights(rule, lambda, nil, tolerance)
	v := make([]*Node, len(g1))
	for i := range v {
		v[i] = Add(Mul(g1[i], a1), Mul(g2[i], a2))
	}
	return v
}

func dotNodes(a, b []*Node) []*Node {
	parts := make([]*Node, len(a))
	for i := range a {
		parts[i] = ReduceAllSum(Mul(a[i], b[i]))
	}
	return parts
}

func sumNodes(parts []*Node) *Node {
	total := parts[0]
	for _, part := range parts[1:] {
		total = Add(total, part)
	}
	return total
}

// A level scales gradients whose largest element is beyond a limit.
type level struct{ limit, scale float64 }

// The levels by dtype, with the most extreme limit last. In float32, every level brings the
// largest element within 2^±40. Its square is then representable, and so is that of a gradient 1e-12 times as
// long.
var (
	above32 = []level{{0x1p40, 0x1p-60}, {0x1p100, 0x1p-120}}
	below32 = []level{{0x1p-20, 0x1p60}, {0x1p-80, 0x1p120}}
	above64 = []level{{0x1p400, 0x1p-600}}
	below64 = []level{{0x1p-300, 0x1p600}}
)

// scaling returns s for float64 gradients with the given largest element.
func scaling(largest float64) float64 {
	s := 1.0
	for _, l := range above64 {
		if largest >= l.limit {
			s = l.scale
		}
	}
	for _, l := range below64 {
		if largest < l.limit {
			s = l.scale
		}
	}
	return s
}

// scaleNode builds s for gradients in float32 or float64. For other dtypes, s is 1.
func scaleNode(g []*Node) *Node {
	like := g[0]
	s := ScalarOne(like.Graph(), like.DType())
	above, below := above64, below64
	switch like.DType() {
	case dtypes.Float32, dtypes.BFloat16:
		above, below = above32, below32
	case dtypes.Float64:
	default:
		return s
	}
	largest := ReduceAllMax(Abs(g[0]))
	for _, part := range g[1:] {
		largest = Max(largest, ReduceAllMax(Abs(part)))
	}
	number := func(x float64) *Node { return Scalar(like.Graph(), like.DType(), x) }
	for _, l := range above {
		s = Where(GreaterOrEqual(largest, number(l.limit)), number(l.scale), s)
	}
	for _, l := range below {
		s = Where(LessThan(largest, number(l.limit)), number(l.scale), s)
	}
	return s
}
