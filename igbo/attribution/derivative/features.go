package derivative

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// Method selects how several tangents are computed.
type Method string

// The methods of [Features].
const (
	// Auto means Separate on the embedded backend and Batched elsewhere.
	Auto Method = "auto"
	// Separate builds one chain of nodes per tangent, like [JVPs].
	Separate Method = "separate"
	// Batched builds one chain with a leading tangent axis, like [BatchedJVP].
	Batched Method = "batched"
)

// Features builds the derivative of a series model along each feature of a direction:
//
//	J_{b,t,k} = Σ_i ∂y_{b,t}/∂x_{b,i,k} · v_{b,i,k}
//
// The model f maps x [B,T,D] to y [B,T′], the direction v is [B,T,D], and the result is [B,T′,D]. If v = X −
// X′, the average of J over a path is the cumulative attribution h of every output step (paper, section
// "Relative Importance Score"). The cost is D tangents instead of T′ gradients.
//
// All methods give the same numbers. Batched builds fewer nodes. Features panics if a shape is different or the
// method is unknown.
func Features(f func(x *graph.Node) *graph.Node, x, direction *graph.Node, method Method) *graph.Node {
	return FeaturesOf(f(x), x, direction, method)
}

// FeaturesOf is like [Features] but takes a y that has already been built from x.
func FeaturesOf(y, x, direction *graph.Node, method Method) *graph.Node {
	if x.Rank() != 3 || y.Rank() != 2 {
		panic(fmt.Errorf("derivative: Features: y has shape %s and x has shape %s, want [B,T′] and [B,T,D]", y.Shape(), x.Shape()))
	}
	if !direction.Shape().Equal(x.Shape()) {
		panic(fmt.Errorf("derivative: direction has shape %s, want that of x, %s", direction.Shape(), x.Shape()))
	}
	if method == Auto {
		method = Batched
		if gomlx.Embedded(x) {
			method = Separate
		}
	}
	switch method {
	case Separate:
		return separateFeatures(y, x, direction)
	case Batched:
		return batchedFeatures(y, x, direction)
	default:
		panic(fmt.Errorf("derivative: unknown method %q (want %q, %q or %q)", method, Auto, Separate, Batched))
	}
}

func separateFeatures(y, x, direction *graph.Node) *graph.Node {
	d := x.Shape().Dim(2)
	columns := unit(x, d)
	tangents := make([][]*graph.Node, d)
	for k := range tangents {
		column := graph.Slice(columns, graph.AxisElem(k))
		tangents[k] = []*graph.Node{graph.Mul(direction, graph.Reshape(column, 1, 1, d))}
	}
	parts := make([]*graph.Node, d)
	for k, dots := range JVPs([]*graph.Node{y}, []*graph.Node{x}, tangents) {
		parts[k] = dots[0]
	}
	return graph.Stack(parts, -1)
}

func batchedFeatures(y, x, direction *graph.Node) *graph.Node {
	d := x.Shape().Dim(2)
	tangents := graph.Mul(graph.InsertAxes(direction, 0), graph.Reshape(unit(x, d), d, 1, 1, d))
	dots := BatchedJVP([]*graph.Node{y}, []*graph.Node{x}, []*graph.Node{tangents})[0]
	return graph.TransposeAllAxes(dots, 1, 2, 0)
}

// unit returns the identity matrix [D,D]. Its row k selects feature k.
func unit(x *graph.Node, d int) *graph.Node {
	return graph.ConvertDType(graph.Diagonal(x.Graph(), d), x.DType())
}
