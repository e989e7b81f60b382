package benchmark

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// built has the parts from which a penalty is built: a network and its inputs x [B,T,D].
type built struct {
	scope    *model.Scope
	f        attribution.Model
	x        *Node
	problem  *Problem
	scores   attribution.Config
	strength float64
}

// column returns a [1,1,D] node that is 1 at a feature and 0 elsewhere.
func (c built) column(feature int) *Node {
	d := c.x.Shape().Dim(2)
	at := make([]float64, d)
	at[feature] = 1
	return constant.Of(c.x, at, 1, 1, d)
}

// along returns, for each suspect, the derivative of every output at z [R,T,D] along a direction that is masked to the suspect,
// as R·T numbers.
func (c built) along(z, direction *Node) []*Node {
	tangents := study.Each(c.problem.Suspects, func(s int) []*Node { return []*Node{Mul(direction, BroadcastToShape(c.column(s), z.Shape()))} })
	return study.Each(derivative.JVPs([]*Node{c.f(c.scope, z)}, []*Node{z}, tangents), func(dots []*Node) *Node { return dots[0] })
}

// sumOf returns the sum of a function of nodes.
func sumOf(nodes []*Node, of func(n *Node) *Node) *Node {
	var sum *Node
	for _, n := range nodes {
		if v := of(n); sum == nil {
			sum = v
		} else {
			sum = Add(sum, v)
		}
	}
	return sum
}

// meanSquare returns strength times the sum of the mean squares of nodes.
func (c built) meanSquare(nodes []*Node) *Node {
	return MulScalar(sumOf(nodes, func(n *Node) *Node { return ReduceAllMean(Square(n)) }), c.strength)
}

// inputGradient returns the penalty of Ross, Hughes and Doshi-Velez ("right for the right reasons") on the model's outputs
// instead of log-probabilities:
//
//	c·Σ_s mean (∂F/∂x_s)²
//
// In a series, all steps of the suspect change together.
func inputGradient(c built) *Node { return c.meanSquare(c.along(c.x, OnesLike(c.x))) }

// expectedGradient returns the penalty of Erion and others on expected gradients:
//
//	φ_s = mean_m (x_s − x′_s)·∂F/∂x_s at x′ + α_m(x − x′),  c·Σ_s mean φ_s²
//
// The reference x′ of point m is the sample that is m places later in the batch. Batches are drawn again in each epoch, and
// α_m = (m − ½)/M.
func expectedGradient(c built) *Node {
	var points, ways []*Node
	m := c.scores.Points
	for i := range m {
		way := Sub(c.x, rolled(c.x, i+1))
		points = append(points, Sub(c.x, MulScalar(way, 1-(float64(i)+0.5)/float64(m))))
		ways = append(ways, way)
	}
	return c.meanSquare(c.averaged(points, ways))
}

// averaged returns, for each suspect, the mean over points [B,T,D] of the derivatives along their directions: [B,T].
func (c built) averaged(points, ways []*Node) []*Node {
	b, t := c.x.Shape().Dim(0), c.x.Shape().Dim(1)
	return study.Each(c.along(Concatenate(points, 0), Concatenate(ways, 0)), func(n *Node) *Node { return ReduceMean(Reshape(n, len(points), b, t), 0) })
}

// rolled returns the batch shifted by a number of places, with wrap-around.
func rolled(x *Node, places int) *Node {
	b := x.Shape().Dim(0)
	if places %= b; places == 0 {
		return x
	}
	return Concatenate([]*Node{Slice(x, AxisRange(places)), Slice(x, AxisRange(0, places))}, 0)
}

// attributionBound penalises large attributions of the suspects, in the model's units and not as shares:
//
//	Σ_s max(mean |h_s| − c, 0)
//
// Other attributions do not enter the penalty, so the model cannot lower it by increasing them.
func attributionBound(c built) *Node {
	var points, ways []*Node
	for i := range c.scores.Points {
		points = append(points, MulScalar(c.x, (float64(i)+0.5)/float64(c.scores.Points)))
		ways = append(ways, c.x)
	}
	return sumOf(c.averaged(points, ways), func(h *Node) *Node { return MaxScalar(AddScalar(ReduceAllMean(Abs(h)), -c.strength), 0) })
}

// onPermuted returns the interpretability loss of an order at inputs in which each suspect comes from the next sample of the
// batch. There, a shortcut and the cause that it represents disagree.
func onPermuted(order ordering) func(c built) *Node {
	return func(c built) *Node {
		d, err := order(c.problem, c.strength)
		if err != nil {
			panic(err)
		}
		x, next := c.x, rolled(c.x, 1)
		for _, s := range c.problem.Suspects {
			at := BroadcastToShape(c.column(s), x.Shape())
			x = Add(x, Mul(at, Sub(next, x)))
		}
		loss, _ := objective.Loss(attribution.Scores(c.scope, c.f, x, c.scores), d)
		return loss
	}
}

// capped bounds the mean share of every suspect.
func capped(p *Problem, most float64) (*dag.DAG, error) {
	bounds := study.Each(p.Suspects, func(s int) dag.Bound { return dag.Bound{K: s, Min: 0, Max: most} })
	d, err := dag.New(p.Train.Features, nil, bounds, nil)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	return d, nil
}

// Edged returns an order in which every other feature is more important than each suspect, by at least a margin.
func Edged(p *Problem, margin float64) (*dag.DAG, error) {
	var edges []dag.Edge
	for k := range p.Train.Features {
		for _, s := range p.Suspects {
			if !slices.Contains(p.Suspects, k) {
				edges = append(edges, dag.Edge{U: k, V: s, Mu: (margin + 1) / 2, Sigma: (1 - margin) / 2, P: 1, Epsilon: margin, Delta: 1})
			}
		}
	}
	d, err := dag.New(p.Train.Features, edges, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	return d, nil
}
