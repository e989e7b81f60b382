package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// bowl returns data along a curve, x_2 = x_1² − 1 + 0.05·z, as a table.
func bowl(n int, seed uint64) igbo.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	data := igbo.Data{Features: []string{"x1", "x2"}, Steps: 1}
	for range n {
		x1 := 3*rng.Float64() - 1.5
		x2 := x1*x1 - 1 + 0.05*rng.NormFloat64()
		data.X, data.Y = append(data.X, x1, x2), append(data.Y, math.Sin(3*x1)+x2)
	}
	return data
}

// waves returns travelling waves with t steps and 2 features.
func waves(n, t int, seed uint64) igbo.Data {
	rng := rand.New(rand.NewPCG(seed, 2))
	data := igbo.Data{Features: []string{"sine", "cosine"}, Steps: t}
	for range n {
		phase := 2 * math.Pi * rng.Float64()
		for i := range t {
			a := phase + float64(i)
			data.X = append(data.X, math.Sin(a)+0.05*rng.NormFloat64(), 2+3*math.Cos(a)+0.15*rng.NormFloat64())
			data.Y = append(data.Y, math.Sin(a))
		}
	}
	return data
}

// kernels is an assessor for tests: a density of Gaussian kernels with a fixed width.
type kernels struct {
	points     assessor.Points
	width      float64
	tau, scale float64
}

func (k *kernels) Shape() (steps, features int)    { return k.points.Steps, len(k.points.Features) }
func (k *kernels) Threshold() (tau, scale float64) { return k.tau, k.scale }
func (k *kernels) MarshalBinary() ([]byte, error)  { return fmt.Appendf(nil, "%v", *k), nil }
func (k *kernels) size() int                       { return k.points.Steps * len(k.points.Features) }
func (k *kernels) Energy(points *Node) *Node {
	n := k.size()
	m := len(k.points.X) / n
	x := Reshape(points, points.Shape().Dim(0), n)
	c := constant.Of(x, k.points.X, m, n)
	dist := Add(Sub(ReduceAndKeep(Square(x), ReduceSum, -1), MulScalar(Dot(x, Transpose(c, 0, 1)).Product(), 2)),
		Reshape(ReduceSum(Square(c), -1), 1, m))
	logits := MulScalar(dist, -0.5/(k.width*k.width))
	top := StopGradient(ReduceAndKeep(logits, ReduceMax, -1))
	return Neg(Add(Log(ReduceSum(Exp(Sub(logits, top)), -1)), Reshape(top, -1)))
}

// newKernels places kernels at the first points of the data and determines τ on the others.
func newKernels(t testing.TB, data igbo.Data, keep int, width float64) *kernels {
	t.Helper()
	p := must.Of(Points(data)).In(t)
	k := &kernels{points: p, width: width, scale: 1}
	n := k.size()
	rest := p.X[keep*n:]
	k.points.X = p.X[:keep*n]
	e := energies(t, k, rest)
	k.tau = quantile(e, 0.9)
	return k
}

// energies returns the energies of points in the oracle's units.
func energies(t testing.TB, a assessor.Assessor, x []float64) []float64 {
	t.Helper()
	steps, features := a.Shape()
	return run(t, func(_ *model.Scope, x *Node) *Node { return a.Energy(x) }, x, len(x)/(steps*features), steps, features)
}

// run evaluates a graph with one input in float64.
func run(t testing.TB, build func(scope *model.Scope, x *Node) *Node, x []float64, dims ...int) []float64 {
	t.Helper()
	out := must.Of(model.CallOnce(backendtest.Open(t), model.NewStore(), build, wide.Tensor(dtypes.Float64, x, dims...))).In(t)
	return must.Of(wide.Floats(out)).In(t)
}

func quantile(values []float64, q float64) float64 {
	s := append([]float64{}, values...)
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s[int(q*float64(len(s)-1))]
}

// small returns settings for a training of about a second.
func small() Config {
	c := DefaultConfig()
	c.Hidden, c.State, c.Steps, c.Batch, c.MaxAnchors = 16, 8, 20, 8, 4
	return c
}

// mustTrain trains an oracle.
func mustTrain(t testing.TB, c Config, data igbo.Data, a assessor.Assessor) *Result {
	t.Helper()
	return must.Of(Train(t.Context(), backendtest.Open(t), c, data, a)).In(t)
}
