package attribution

import (
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// TIG builds the full attribution tensor (paper, equation 2; equation 3 for the straight path):
//
//	TIG_{i,k}[t] = ∫₀¹ ∂F(γ(α))_t/∂x_{i,k} · dγ_{i,k}/dα dα ≈ Σ_m w_m · …
//
// It maps x [B,T,D] to [B,T,T,D], indexed by sample, output step t, input step i and feature k. For a causal
// model, the entries with i > t are zero. Several baselines are averaged.
//
// The cost is T reverse passes over M points, O(M·T·T·F), where F is the cost of one step of the model. Use TIG
// for heat maps and teaching; scores use the cheaper [Cumulative]. TIG panics if settings or shapes are
// invalid.
func TIG(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	outputs := eachOutput(scope, f, x, cfg)
	for t, tig := range outputs {
		outputs[t] = InsertAxes(tig, 1)
	}
	return Concatenate(outputs, 1)
}

// Gap builds the completeness gap of every output step:
//
//	|Σ_{i,k} TIG_{i,k}[t] − (F(x)_t − F(x′)_t)|
//
// It maps x [B,T,D] to [B,T]. The difference is averaged over baselines before taking the absolute value. The
// gap measures the quadrature error; it is zero for exact integrals.
func Gap(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	return gapOf(scope, f, x, Cumulative(scope, f, x, cfg), cfg)
}

// CumulativeAndGap builds h [B,T,K] and the completeness gap [B,T] together, so h is built only once. It is
// equivalent to [Cumulative] and [Gap], or to [MaskedCumulative] and [MaskedGap] if mask is not nil.
func CumulativeAndGap(scope *model.Scope, f MaskedModel, x, mask *Node, cfg Config) (h, gap *Node) {
	if mask == nil {
		plain := func(scope *model.Scope, x *Node) *Node { return f(scope, x, nil) }
		h = Cumulative(scope, plain, x, cfg)
		return h, gapOf(scope, plain, x, h, cfg)
	}
	x = sanitised(x, mask)
	cfg = cfg.masked(mask)
	h = keep(Cumulative(scope, WithMask(f, mask), x, cfg), mask)
	return h, keep(gapOf(scope, WithMask(f, mask), x, h, cfg), mask)
}

// gapOf builds the gap of cumulative attributions h.
func gapOf(scope *model.Scope, f Model, x, h *Node, cfg Config) *Node {
	return Abs(Sub(ReduceSum(h, -1), rise(scope, f, x, cfg)))
}

// rise builds F(x) − F(x′) [B,T], averaged over baselines.
func rise(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	rise := call(scope, f, x)
	baselines := cfg.baselines()
	for _, b := range baselines {
		start := b.Node(x)
		if start == nil {
			start = ZerosLike(x)
		}
		rise = Sub(rise, DivScalar(call(scope, f, start), float64(len(baselines))))
	}
	return rise
}

// eachOutput returns TIG [B,T,D] for every output step, in reverse mode.
func eachOutput(scope *model.Scope, f Model, x *Node, cfg Config) []*Node {
	cfg.mustValidate(scope, f, x)
	baselines := cfg.baselines()
	sums := make([]*Node, x.Shape().Dim(1))
	for _, b := range baselines {
		start := b.Node(x)
		for _, chunk := range cfg.chunks(x, start) {
			for t, part := range chunk.reverse(scope, f, x, cfg) {
				sums[t] = accumulate(sums[t], part)
			}
		}
	}
	for t := range sums {
		sums[t] = average(sums[t], len(baselines))
	}
	return sums
}

// reverse integrates the chunk in reverse mode, with one pass per output step. It maps x [B,T,D] to T nodes
// [B,T,D].
func (c chunk) reverse(scope *model.Scope, f Model, x *Node, cfg Config) []*Node {
	b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
	m := len(c.weights)
	points, velocity := c.points()
	flat := cfg.open(Reshape(points, m*b, t, d))
	// Applying the weights to the M·B outputs is cheaper than to the M·B·T·D gradients.
	y := Mul(Reshape(cfg.outputs(scope, f, flat), m, b, t), constant.Of(x, c.weights, m, 1, 1))
	if err := derivative.CheckReverse([]*Node{y}, []*Node{flat}); err != nil {
		panic(err)
	}
	outputs := make([]*Node, t)
	for step := range outputs {
		g := Reshape(Gradient(ReduceAllSum(onlyStep(y, step)), flat)[0], m, b, t, d)
		outputs[step] = cfg.close(contract(g, velocity))
	}
	return outputs
}

// contract sums gradient times velocity over the M points: [M,B,T,D] → [B,T,D].
func contract(g, velocity *Node) *Node {
	if velocity.Shape().Dim(0) == 1 { // constant along the path: multiply once, after the sum
		m, dims := g.Shape().Dim(0), g.Shape().Dimensions[1:]
		sum := Reshape(Dot(constant.Of(g, slices.Repeat([]float64{1}, m), 1, m), Reshape(g, m, g.Shape().Size()/m)).Product(), dims...)
		return Mul(sum, Reshape(velocity, dims...))
	}
	return ReduceSum(Mul(g, velocity), 0)
}

// onlyStep selects output step t of y [M,B,T] by a product.
func onlyStep(y *Node, t int) *Node {
	steps := y.Shape().Dim(2)
	if steps == 1 {
		return y
	}
	pick := make([]float64, steps)
	pick[t] = 1
	return Mul(y, constant.Of(y, pick, 1, 1, steps))
}

// accumulate adds b to a sum that may be nil.
func accumulate(sum, b *Node) *Node {
	if sum == nil {
		return b
	}
	return Add(sum, b)
}

// average divides a sum by n.
func average(sum *Node, n int) *Node {
	if n == 1 {
		return sum
	}
	return DivScalar(sum, float64(n))
}

func (c Config) baselines() []Baseline {
	if len(c.Baselines) == 0 {
		return []Baseline{Zero()}
	}
	return c.Baselines
}

// mustValidate calls [Install] and Validate and panics with their errors. It also panics if scope or f is nil.
func (c Config) mustValidate(scope *model.Scope, f Model, x *Node) {
	if err := Install(); err != nil {
		panic(err)
	}
	checkInput(x)
	if scope == nil || f == nil {
		panic(errors.New("attribution: the scope and the model must not be nil"))
	}
	b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
	err := c.Validate(d)
	if err == nil {
		err = c.CheckMemory(b, t, d, x.DType().Size())
	}
	if err != nil {
		panic(fmt.Errorf("%w (inputs %s)", err, x.Shape()))
	}
}
