package objective

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// denseLimit is the largest K·E for which the differences are computed as a product with the incidence matrix.
// Above it, the scores at both ends of every edge are gathered.
const denseLimit = 1 << 16

// Loss builds the interpretability loss of scores H [B,K] (paper, equation of the batch loss, with d_uv = H_u −
// H_v for an edge u→v):
//
//	(1/|E|) Σ max(ε − d, 0) + max(d − δ, 0)
//
// |E| is the number of all constraints: edges, bounds and ties. Loss returns the scalar loss and the number of
// satisfied constraints, both in the dtype of the scores. If the DAG has no constraints, both are
// nil, because there is no second objective. The cost is O(K·E) for small K·E and O(E) for large K·E. Loss
// panics with an error if scores or d is nil, or if the DAG has a different number of features.
func Loss(scores *Node, d *dag.DAG) (loss, satisfied *Node) {
	if scores == nil {
		panic(errors.New("objective: the scores are nil (want a node [B,K])"))
	}
	if scores.Rank() != 2 {
		panic(fmt.Errorf("objective: the scores have shape %s, want [B,K]", scores.Shape()))
	}
	cs, err := constraints(d, scores.Shape().Dim(1))
	if err != nil {
		panic(err)
	}
	if len(cs) == 0 {
		return nil, nil
	}
	low, upper := make([]float64, len(cs)), make([]float64, len(cs))
	for i, c := range cs {
		low[i], upper[i] = c.low, c.upper
	}
	values := differences(ReduceMean(scores, 0), cs)
	under := MaxScalar(Sub(constant.Of(scores, low, len(cs)), values), 0)
	over := MaxScalar(Sub(values, constant.Of(scores, upper, len(cs))), 0)
	miss := Add(under, over)
	kept := ReduceAllSum(ConvertDType(IsZero(miss), scores.DType()))
	return DivScalar(ReduceAllSum(miss), float64(len(cs))), kept
}

// differences builds d [E] from mean scores s [K].
func differences(s *Node, cs []constraint) *Node {
	k := s.Shape().Dim(0)
	if k*len(cs) > denseLimit {
		return gathered(s, cs)
	}
	incidence := make([]float64, k*len(cs))
	for i, c := range cs {
		incidence[c.u*len(cs)+i] = 1
		if c.v >= 0 {
			incidence[c.v*len(cs)+i] = -1
		}
	}
	return Reshape(Dot(Reshape(s, 1, k), constant.Of(s, incidence, k, len(cs))).Product(), len(cs))
}

// gathered builds the differences with two lookups per edge. For a bound on one score, it looks up a zero that
// is appended to s.
func gathered(s *Node, cs []constraint) *Node {
	k := s.Shape().Dim(0)
	padded := Concatenate([]*Node{s, Zeros(s.Graph(), shapes.Make(s.DType(), 1))}, 0)
	us, vs := make([]int32, len(cs)), make([]int32, len(cs))
	for i, c := range cs {
		us[i], vs[i] = int32(c.u), int32(c.v)
		if c.v < 0 {
			vs[i] = int32(k)
		}
	}
	look := func(indices []int32) *Node {
		return Gather(padded, Const(s.Graph(), tensors.FromFlatDataAndDimensions(indices, len(indices), 1)))
	}
	return Sub(look(us), look(vs))
}
