package train

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/samples"
)

// twoBowls is the problem L = |θ − a|², H = |θ − b|² over θ in R². Its gradients 2(θ − a) and
// 2(θ − b) conflict between a and b.
func twoBowls(a, b [2]float64) func(scope *model.Scope, x *Node) *Node {
	return func(scope *model.Scope, x *Node) *Node {
		theta := scope.At("model").VariableWithValue("theta", []float64{0.25, 0.5}).NodeValue(x)
		away := func(from [2]float64) *Node { return ReduceAllSum(Square(Sub(theta, Const(x.Graph(), from[:])))) }
		second := away(b)
		SetSecondLoss(second, ConvertDType(LessThan(second, Scalar(x.Graph(), second.DType(), 0.1)), second.DType()))
		return Add(away(a), ReduceAllSum(MulScalar(x, 0)))
	}
}

func firstPrediction(_, predictions []*Node) *Node { return predictions[0] }

// runSteps trains a problem for the given number of steps and returns θ and the history.
func runSteps(t *testing.T, problem func(*model.Scope, *Node) *Node, cfg Config, steps int) ([]float64, *History, error) {
	t.Helper()
	opt := must.Of(Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.1).WithDecay(false).Done(), cfg)).In(t)
	store, history := model.NewStore(), NewHistory(cfg)
	history.StopAtOpposite = true
	trainer := gomlx.NewTrainer(backendtest.Open(t), store, problem, firstPrediction, opt, []metric.Interface{history.Metric()}, nil)
	loop := gomlx.NewLoop(trainer)
	history.Attach(loop)
	_, err := loop.RunSteps(testBatches(), steps)
	theta, vErr := store.GetVariable("/model/theta").Value()
	if vErr != nil {
		t.Fatal(vErr)
	}
	return tensors.MustCopyFlatData[float64](theta), history, err
}

func testBatches() *Batches {
	return &Batches{Data: samples.Data{Features: []string{"x"}, Steps: 1, X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}}, Size: 1, Seed: 1, DType: dtypes.Float64}
}

// TestAlgorithm1 recomputes the wrapped optimiser's steps in float64, θ ← θ − η·P(g1, g2, λ),
// through aligned and conflicting steps.
func TestAlgorithm1(t *testing.T) {
	a, b := [2]float64{1, 0}, [2]float64{-1, 0.5}
	for _, lambda := range []float64{0.2, 0.5, 0.9} {
		cfg := DefaultConfig()
		cfg.Lambda = FixedLambda(lambda)
		got, history, err := runSteps(t, twoBowls(a, b), cfg, 12)
		if err != nil {
			t.Fatal(err)
		}
		theta := []float64{0.25, 0.5}
		for i := range 12 {
			g1 := []float64{2 * (theta[0] - a[0]), 2 * (theta[1] - a[1])}
			g2 := []float64{2 * (theta[0] - b[0]), 2 * (theta[1] - b[1])}
			checkStep(t, history.Steps[i], g1, g2, lambda)
			v := projection.P(g1, g2, lambda)
			theta[0], theta[1] = theta[0]-0.1*v[0], theta[1]-0.1*v[1]
		}
		if math.Abs(got[0]-theta[0])+math.Abs(got[1]-theta[1]) > 1e-9 {
			t.Errorf("λ = %g: θ = %v, by hand %v", lambda, got, theta)
		}
		if history.ConflictShare() == 0 {
			t.Error("no conflict was met: the test does not test it")
		}
	}
}

func checkStep(t *testing.T, s Step, g1, g2 []float64, lambda float64) {
	t.Helper()
	n1, n2, c := g1[0]*g1[0]+g1[1]*g1[1], g2[0]*g2[0]+g2[1]*g2[1], g1[0]*g2[0]+g1[1]*g2[1]
	want := projection.Aligned
	if c < 0 {
		want = projection.Conflict
	}
	if s.Case != want || math.Abs(s.Norm1-math.Sqrt(n1)) > 1e-9 || math.Abs(s.Cosine-c/math.Sqrt(n1*n2)) > 1e-9 || s.Lambda != lambda {
		t.Errorf("step %d: %+v, want case %v, ‖g1‖ = %g, cosine %g", s.Step, s, want, math.Sqrt(n1), c/math.Sqrt(n1*n2))
	}
	if math.Abs(s.TaskLoss-n1/4) > 1e-9 || math.Abs(s.SecondLoss-n2/4) > 1e-9 || (s.Satisfied == 1) != (s.SecondLoss < 0.1) {
		t.Errorf("step %d: %+v, want losses %g and %g", s.Step, s, n1/4, n2/4)
	}
}

// TestSpecialCases checks that, if one gradient is negligible, the step uses the other one, and
// that exactly opposite gradients are Pareto stationary and stop the run.
func TestSpecialCases(t *testing.T) {
	start := [2]float64{0.25, 0.5}
	theta, history, err := runSteps(t, twoBowls([2]float64{1, 0}, start), DefaultConfig(), 1)
	if err != nil || history.Steps[0].Case != projection.OnlyG1 {
		t.Fatalf("g2 = 0: %+v, %v; want a step on g1 alone", history.Steps, err)
	}
	if want := 0.25 + 0.1*2*0.75; math.Abs(theta[0]-want) > 1e-12 {
		t.Errorf("g2 = 0: θ1 = %g, a full step on g1 gives %g", theta[0], want)
	}
	_, history, err = runSteps(t, twoBowls(start, [2]float64{1, 0}), DefaultConfig(), 1)
	if err != nil || history.Steps[0].Case != projection.OnlyG2 {
		t.Errorf("g1 = 0: %+v, %v; want a step on g2 alone", history.Steps, err)
	}
	theta, history, err = runSteps(t, twoBowls([2]float64{1.25, 0.5}, [2]float64{-0.75, 0.5}), DefaultConfig(), 3)
	if !errors.Is(err, ErrParetoStationary) || len(history.Steps) != 1 || history.Steps[0].Residual > 1e-12 {
		t.Errorf("opposite gradients: %+v, %v; want ErrParetoStationary at the first step", history.Steps, err)
	}
	if theta[0] != 0.25 || theta[1] != 0.5 {
		t.Errorf("opposite gradients moved θ to %v", theta)
	}
}

// TestOneObjectiveIsTheInnerOptimizer checks that the wrapper has no effect without a second loss.
func TestOneObjectiveIsTheInnerOptimizer(t *testing.T) {
	alone := func(scope *model.Scope, x *Node) *Node {
		theta := scope.At("model").VariableWithValue("theta", []float64{1, 2}).NodeValue(x)
		SetSecondLoss(nil, nil)
		return Add(ReduceAllSum(Square(theta)), ReduceAllSum(MulScalar(x, 0)))
	}
	theta, history, err := runSteps(t, alone, DefaultConfig(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * math.Pow(0.8, 4); math.Abs(theta[1]-want) > 1e-12 {
		t.Errorf("θ2 = %g, plain SGD gives %g", theta[1], want)
	}
	if s := history.Steps[3]; s.SecondLoss != 0 || s.TaskLoss == 0 || history.ConflictShare() != 0 {
		t.Errorf("history %+v, want L alone", s)
	}
}

// TestGradientsOfEveryScale checks that steps in float32 are taken and recorded even if squared
// gradients would overflow or underflow.
func TestGradientsOfEveryScale(t *testing.T) {
	for _, scale := range []float64{1e-30, 1e-22, 1, 1e22, 1e30} {
		cfg := DefaultConfig()
		opt := must.Of(Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.1/scale).WithDecay(false).Done(), cfg)).In(t)
		problem := func(scope *model.Scope, x *Node) *Node {
			theta := scope.At("model").VariableWithValue("theta", []float32{0.25, 0.5}).NodeValue(x)
			away := func(a, b float32) *Node {
				return MulScalar(ReduceAllSum(Square(Sub(theta, Const(x.Graph(), []float32{a, b})))), scale)
			}
			SetSecondLoss(away(-1, 0.5), nil)
			return Add(away(1, 0), ReduceAllSum(MulScalar(x, 0)))
		}
		store, history := model.NewStore(), NewHistory(cfg)
		loop := gomlx.NewLoop(gomlx.NewTrainer(backendtest.Open(t), store, problem, firstPrediction, opt, []metric.Interface{history.Metric()}, nil))
		history.Attach(loop)
		batches := testBatches()
		batches.DType = dtypes.Float32
		if _, err := loop.RunSteps(batches, 1); err != nil {
			t.Fatalf("gradients times %g: %v", scale, err)
		}
		g1, g2 := []float64{-1.5, 1}, []float64{2.5, 0}
		v := projection.P(g1, g2, 0.5)
		value := must.Of(store.GetVariable("/model/theta").Value()).In(t)
		theta := tensors.MustCopyFlatData[float32](value)
		if off := math.Hypot(float64(theta[0])-0.25+0.1*v[0], float64(theta[1])-0.5+0.1*v[1]); !(off < 1e-6) {
			t.Errorf("gradients times %g: θ = %v, want (%g, %g)", scale, theta, 0.25-0.1*v[0], 0.5-0.1*v[1])
		}
		s := history.Steps[0]
		if s.Case != projection.Conflict || math.Abs(s.Norm1/scale-math.Hypot(1.5, 1)) > 1e-6 || math.Abs(s.Norm2/scale-2.5) > 1e-6 {
			t.Errorf("gradients times %g: %+v", scale, s)
		}
	}
}

// TestNonFiniteGradientNamesTheVariable uses a root at 0, which has a finite value but no finite
// gradient. The error must name the step and the variable.
func TestNonFiniteGradientNamesTheVariable(t *testing.T) {
	problem := func(scope *model.Scope, x *Node) *Node {
		theta := scope.At("model").VariableWithValue("theta", []float64{0.25, 0.5}).NodeValue(x)
		root := Sqrt(ReduceAllSum(Square(Sub(theta, Const(x.Graph(), []float64{0.25, 0.5})))))
		return Add(root, ReduceAllSum(MulScalar(x, 0)))
	}
	_, _, err := runSteps(t, problem, DefaultConfig(), 1)
	var broken *NonFiniteError
	if !errors.As(err, &broken) || broken.Variable != "/model/theta" || broken.Step != 1 || !strings.Contains(err.Error(), "there is no checkpoint") {
		t.Errorf("error %v, want step 1 and /model/theta", err)
	}
}

// TestGradientAccumulationIsANamedError checks that gradient accumulation panics with
// ErrGradientAccumulation.
func TestGradientAccumulationIsANamedError(t *testing.T) {
	opt := must.Of(Wrap(optimizer.StochasticGradientDescent().Done(), DefaultConfig())).In(t)
	trainer := gomlx.NewTrainer(backendtest.Open(t), model.NewStore(), twoBowls([2]float64{1, 0}, [2]float64{0, 1}), firstPrediction, opt, nil, nil)
	must.Do(t, trainer.AccumulateGradients(2))
	_, err := gomlx.NewLoop(trainer).RunSteps(testBatches(), 2)
	if !errors.Is(err, ErrGradientAccumulation) {
		t.Errorf("error %v, want ErrGradientAccumulation", err)
	}
}
