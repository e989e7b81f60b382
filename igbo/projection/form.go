package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// form describes two gradients by their lengths relative to the longer one, and the cosine and sine of their
// angle. Products of these numbers do not overflow or underflow where products of n1, n2 and c would. Below an
// angle of √ε, 1e-8 in float64, the sine consists of rounding errors.
type form struct{ r1, r2, cos, sin float64 }

func newForm(n1, n2, c float64) form {
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	longest := math.Max(r1, r2)
	return form{r1 / longest, r2 / longest, cosine(n1, n2, c), math.Sqrt(math.Max(0, 1-(c/n1)*(c/n2)))}
}

// formNode is form for scalar nodes.
type formNode struct{ r1, r2, cos, sin *Node }

func newFormNode(n1, n2, c *Node) formNode {
	r1, r2 := Sqrt(n1), Sqrt(n2)
	longest := Max(r1, r2)
	sin := Sqrt(MaxScalar(OneMinus(Mul(Div(c, n1), Div(c, n2))), 0))
	return formNode{Div(r1, longest), Div(r2, longest), cosineNode(r1, r2, c), sin}
}
