package train

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// descentWidth is the number of products that Descent adds to a record.
const descentWidth = 3

// roundingCosine is the cosine up to which an ascent counts as a rounding error.
const roundingCosine = 1e-5

// descent returns s·g1·Δ, s·g2·Δ and Δ·Δ, where θ − Δ are the variables after the update. It
// returns nil if Descent is not set.
func (h *History) descent(g *Graph, r record) []*Node {
	if !h.Descent {
		return nil
	}
	store := model.GetStore(g)
	along := func(f func(i int, delta *Node) *Node) *Node {
		sum := ScalarZero(g, r.taskLoss.DType())
		for i, path := range r.variables {
			delta := Sub(r.before[i], store.GetVariable(path).NodeValue(g))
			sum = Add(sum, ConvertDType(ReduceAllSum(Mul(f(i, delta), delta)), sum.DType()))
		}
		return sum
	}
	product := func(gradient []*Node) *Node {
		if gradient == nil {
			return ScalarZero(g, r.taskLoss.DType())
		}
		return along(func(i int, _ *Node) *Node {
			return Mul(gradient[i], ConvertDType(r.products.Scale, gradient[i].DType()))
		})
	}
	return []*Node{product(r.g1), product(r.g2), along(func(_ int, delta *Node) *Node { return delta })}
}

// extra returns the number of products at the end of a record.
func (h *History) extra() int {
	if h.Descent {
		return descentWidth
	}
	return 0
}

// addDescent sets the cosines of a step from its record.
func (h *History) addDescent(s *Step, record []float64) {
	if !h.Descent {
		return
	}
	products := record[len(record)-descentWidth:]
	s.Descent1 = cosine(products[0], record[atN1], products[2])
	s.Descent2 = cosine(products[1], record[atN2], products[2])
	if min(s.Descent1, s.Descent2) < -roundingCosine {
		h.Ascents++
	}
}

// cosine returns p/√(a·b), or 0 if that is undefined.
func cosine(p, a, b float64) float64 {
	if length := math.Sqrt(a) * math.Sqrt(b); length > 0 && finite(p) && finite(length) {
		return p / length
	}
	return 0
}
