package train

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/projection"
)

// twoBowls is the problem L = |θ − a|², H = |θ − b|² over θ in R²: gradients
// 2(θ − a) and 2(θ − b), which conflict between a and b.
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

// runSteps trains a problem for some steps and returns θ and the history.
func runSteps(t *testing.T, problem func(*model.Scope, *Node) *Node, cfg Config, steps int) ([]float64, *History, error) {
	t.Helper()
	opt, err := Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.1).WithDecay(false).Done(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	store, history := model.NewStore(), NewHistory(cfg)
	history.StopAtOpposite = true
	trainer := gomlx.NewTrainer(backendtest.Open(t), store, problem, firstPrediction, opt, []metric.Interface{history.Metric()}, nil)
	loop := gomlx.NewLoop(trainer)
	history.Attach(loop)
	_, err = loop.RunSteps(testBatches(), steps)
	theta, vErr := store.GetVariable("/model/theta").Value()
	if vErr != nil {
		t.Fatal(vErr)
	}
	return tensors.MustCopyFlatData[float64](theta), history, err
}

func testBatches() *Batches {
	return &Batches{X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}, Steps: 1, Features: 1, Size: 1, Seed: 1, DType: dtypes.Float64}
}

// TestAlgorithm1 follows the wrapped optimiser by hand: θ ← θ − η·P(g1, g2, λ)
// in float64, through aligned and conflicting steps.
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

// TestSpecialCases: a negligible gradient steps on the other one; exactly
// opposite gradients are Pareto stationary and stop the run.
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

// TestOneObjectiveIsTheInnerOptimizer: without a second loss the wrapper is transparent.
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

// TestLambdaKinds compares every λ in the graph with its formula; step i+1 of
// the history is steps[i].
func TestLambdaKinds(t *testing.T) {
	target := func(rate, floor float64) func(i int, s []Step) float64 {
		return func(i int, s []Step) float64 {
			l := 0.5
			for _, before := range s[:i] {
				l = math.Min(math.Max(l+rate*(0.1-before.SecondLoss), floor), 1-floor)
			}
			return l
		}
	}
	for _, c := range []struct {
		lambda Lambda
		want   func(i int, steps []Step) float64
	}{
		{Lambda{Kind: Linear, Value: 0.2, End: 0.8, Steps: 4}, func(i int, _ []Step) float64 { return 0.2 + 0.6*math.Min(float64(i)/3, 1) }},
		{Lambda{Kind: Cosine, Value: 0.2, End: 0.8, Steps: 4}, func(i int, _ []Step) float64 {
			return 0.2 + 0.6*(1-math.Cos(math.Pi*math.Min(float64(i)/3, 1)))/2
		}},
		{Lambda{Kind: Staircase, Value: 0.3, Milestones: []int{2, 4}, Values: []float64{0.5, 0.9}}, func(i int, _ []Step) float64 {
			return []float64{0.3, 0.5, 0.5, 0.9, 0.9, 0.9}[i]
		}},
		{Lambda{Kind: Norms, P: 1}, func(i int, s []Step) float64 { return s[i].Norm1 / (s[i].Norm1 + s[i].Norm2) }},
		{Lambda{Kind: Norms, P: 4, Floor: 0.3}, func(i int, s []Step) float64 {
			a, b := math.Pow(s[i].Norm1, 4), math.Pow(s[i].Norm2, 4)
			return math.Min(math.Max(a/(a+b), 0.3), 0.7)
		}},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.05}, target(0.05, 0)},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.3}, target(0.3, 0)},
		{Lambda{Kind: Target, Value: 0.5, Goal: 0.1, Rate: 0.3, Floor: 0.2}, target(0.3, 0.2)},
		{Lambda{Kind: Uncertainty}, func(i int, s []Step) float64 {
			l, h := s[0].TaskLoss, s[0].SecondLoss
			for _, now := range s[1 : i+1] {
				l, h = 0.99*l+0.01*now.TaskLoss, 0.99*h+0.01*now.SecondLoss
			}
			return h / (l + h)
		}},
	} {
		t.Run(string(c.lambda.Kind), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Lambda = c.lambda
			_, history, err := runSteps(t, twoBowls([2]float64{1, 0}, [2]float64{-1, 0.5}), cfg, 6)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range history.Steps {
				if want := c.want(i, history.Steps); math.Abs(s.Lambda-want) > 1e-9 {
					t.Errorf("step %d: λ = %.12g, want %.12g", i+1, s.Lambda, want)
				}
				bounded := c.lambda.Kind == Target || c.lambda.Floor > 0
				if held := bounded && (s.Lambda <= c.lambda.Floor || s.Lambda >= 1-c.lambda.Floor); s.Clamped != held {
					t.Errorf("step %d: λ = %g clamped %v, want %v", i+1, s.Lambda, s.Clamped, held)
				}
			}
		})
	}
}

// TestPowerFamilyTrainsAsItsRule: with λ of the p-family the paper's P moves θ
// along the direction of IMTL-G (p = 1) and MGDA (p = 2) under conflict, where
// the gradients differ by up to 1e9; under Floor it does not, and the history says so.
func TestPowerFamilyTrainsAsItsRule(t *testing.T) {
	start := [2]float64{0.25, 0.5}
	for _, weight := range []float64{1e-9, 1e-3, 1, 1e4, 1e9} {
		problem := func(scope *model.Scope, x *Node) *Node {
			return MulScalar(twoBowls([2]float64{1, 0}, [2]float64{-1, 0.2})(scope, x), weight)
		}
		direction := func(cfg Config) ([2]float64, Step) {
			theta, history, err := runSteps(t, problem, cfg, 1)
			if err != nil || history.Steps[0].Case != projection.Conflict {
				t.Fatalf("%+v, %v; want a step under conflict", history.Steps, err)
			}
			d := [2]float64{theta[0] - start[0], theta[1] - start[1]}
			size := math.Hypot(d[0], d[1])
			return [2]float64{d[0] / size, d[1] / size}, history.Steps[0]
		}
		for power, rule := range map[float64]projection.Rule{0: projection.PCGrad{}, 1: projection.IMTLG{}, 2: projection.MGDA{}} {
			cfg := DefaultConfig()
			cfg.Lambda = Lambda{Kind: Norms, P: power}
			got, step := direction(cfg)
			if step.Clamped {
				t.Errorf("weight %g, p = %g: λ = %g was clamped", weight, power, step.Lambda)
			}
			cfg.Lambda.Floor = 0.1
			if _, held := direction(cfg); power > 0 && held.Clamped != (weight != 1) {
				t.Errorf("weight %g, p = %g, floor 0.1: λ = %g, clamped %v", weight, power, held.Lambda, held.Clamped)
			}
			want, _ := direction(Config{Rule: rule, Lambda: FixedLambda(0.5), Tolerance: cfg.Tolerance})
			if off := math.Hypot(got[0]-want[0], got[1]-want[1]); off > 1e-6 {
				t.Errorf("weight %g, p = %g: direction %v, %s has %v", weight, power, got, rule, want)
			}
		}
	}
}

// TestGradientsOfEveryScale: in float32 steps are taken and recorded where
// squares of the gradients would overflow or vanish.
func TestGradientsOfEveryScale(t *testing.T) {
	for _, scale := range []float64{1e-30, 1e-22, 1, 1e22, 1e30} {
		cfg := DefaultConfig()
		opt, err := Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.1/scale).WithDecay(false).Done(), cfg)
		if err != nil {
			t.Fatal(err)
		}
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
		value, err := store.GetVariable("/model/theta").Value()
		if err != nil {
			t.Fatal(err)
		}
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

// TestNonFiniteGradientNamesTheVariable: a root at 0 has a finite value and no
// finite gradient; the error names step and variable.
func TestNonFiniteGradientNamesTheVariable(t *testing.T) {
	problem := func(scope *model.Scope, x *Node) *Node {
		theta := scope.At("model").VariableWithValue("theta", []float64{0.25, 0.5}).NodeValue(x)
		root := Sqrt(ReduceAllSum(Square(Sub(theta, Const(x.Graph(), []float64{0.25, 0.5})))))
		return Add(root, ReduceAllSum(MulScalar(x, 0)))
	}
	_, _, err := runSteps(t, problem, DefaultConfig(), 1)
	var broken *NonFiniteError
	if !errors.As(err, &broken) || broken.Variable != "/model/theta" || broken.Step != 1 || !strings.Contains(err.Error(), "no checkpoint was kept") {
		t.Errorf("error %v, want step 1 and /model/theta", err)
	}
}

// TestGradientAccumulationIsANamedError.
func TestGradientAccumulationIsANamedError(t *testing.T) {
	opt, err := Wrap(optimizer.StochasticGradientDescent().Done(), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	trainer := gomlx.NewTrainer(backendtest.Open(t), model.NewStore(), twoBowls([2]float64{1, 0}, [2]float64{0, 1}), firstPrediction, opt, nil, nil)
	if err := trainer.AccumulateGradients(2); err != nil {
		t.Fatal(err)
	}
	_, err = gomlx.NewLoop(trainer).RunSteps(testBatches(), 2)
	if !errors.Is(err, ErrGradientAccumulation) {
		t.Errorf("error %v, want ErrGradientAccumulation", err)
	}
}

// TestBatchesDeriveFromSeedAndEpoch: a run that starts in the middle sees the
// batches that an unbroken one would have seen, every epoch is a permutation,
// and the last batch of an epoch is the rest.
func TestBatchesDeriveFromSeedAndEpoch(t *testing.T) {
	b := &Batches{Steps: 1, Features: 2, Size: 3, Seed: 9, DType: dtypes.Float32}
	for i := range 8 {
		b.X, b.Y = append(b.X, float64(i), float64(10*i)), append(b.Y, float64(i))
	}
	take := func(start, n int) (rows [][]float32) {
		from := *b
		from.Start = start
		for batch, err := range from.Iter() {
			if err != nil {
				t.Fatal(err)
			}
			y := tensors.MustCopyFlatData[float32](batch.Labels[0])
			for i, v := range tensors.MustCopyFlatData[float32](batch.Inputs[0]) {
				if want := y[i/2] * float32(1+9*(i%2)); v != want {
					t.Fatalf("inputs and targets are mixed up: %g beside %g", v, y[i/2])
				}
			}
			if rows = append(rows, y); len(rows) == n {
				break
			}
		}
		return rows
	}
	whole := take(0, 9)
	if !reflect.DeepEqual(whole[4:], take(4, 5)) {
		t.Error("a run from step 4 sees other batches")
	}
	if len(whole[2]) != 2 || reflect.DeepEqual(whole[0], whole[3]) {
		t.Errorf("batches %v: want a rest of 2 and a new order each epoch", whole)
	}
	seen := map[float32]int{}
	for _, batch := range whole {
		for _, v := range batch {
			seen[v]++
		}
	}
	for i := range 8 {
		if seen[float32(i)] != 3 {
			t.Errorf("sample %d was seen %d times in 3 epochs", i, seen[float32(i)])
		}
	}
}

// TestBadInput: each wrong setting is named with what was expected.
func TestBadInput(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"λ = 0, expected inside (0, 1)":    func(c *Config) { c.Lambda = FixedLambda(0) },
		"λ = 1, expected":                  func(c *Config) { c.Lambda = FixedLambda(1) },
		"λ = NaN":                          func(c *Config) { c.Lambda = FixedLambda(math.NaN()) },
		"unknown λ \"wild\", expected one": func(c *Config) { c.Lambda.Kind = "wild" },
		"λ at the end = 2":                 func(c *Config) { c.Lambda = Lambda{Kind: Linear, Value: 0.5, End: 2, Steps: 3} },
		"over 0 steps":                     func(c *Config) { c.Lambda = Lambda{Kind: Cosine, Value: 0.5, End: 0.7} },
		"1 milestones and 0 values":        func(c *Config) { c.Lambda = Lambda{Kind: Staircase, Value: 0.5, Milestones: []int{3}} },
		"exponent p = -1":                  func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: -1} },
		"over 1 steps":                     func(c *Config) { c.Lambda = Lambda{Kind: Linear, Value: 0.5, End: 0.7, Steps: 1} },
		"a milestone at step 0": func(c *Config) {
			c.Lambda = Lambda{Kind: Staircase, Value: 0.5, Milestones: []int{0}, Values: []float64{0.2}}
		},
		"floor 0.5 of λ":             func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: 1, Floor: 0.5} },
		"floor NaN of λ":             func(c *Config) { c.Lambda = Lambda{Kind: Uncertainty, Floor: math.NaN()} },
		"λ starts at 0.9":            func(c *Config) { c.Lambda = Lambda{Kind: Target, Value: 0.9, Goal: 0.1, Rate: 1, Floor: 0.2} },
		"exponent p = +Inf":          func(c *Config) { c.Lambda = Lambda{Kind: Norms, P: math.Inf(1)} },
		"CAGrad with C = 1":          func(c *Config) { c.Rule = projection.CAGrad{C: 1} },
		"train: projection: no rule": func(c *Config) { c.Rule = projection.Normalized{} },
		"rate 0":                     func(c *Config) { c.Lambda = Lambda{Kind: Target, Value: 0.5, Goal: 0.1} },
		"tolerance 1":                func(c *Config) { c.Tolerance = 1 },
		"no projection rule":         func(c *Config) { c.Rule = nil },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		if _, err := Wrap(optimizer.Adam().Done(), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for want, change := range map[string]func(*Batches){
		"T = 0":            func(b *Batches) { b.Steps = 0 },
		"D = 0":            func(b *Batches) { b.Features = 0 },
		"0 targets":        func(b *Batches) { b.Y = nil },
		"2 inputs":         func(b *Batches) { b.X = b.X[:2] },
		"batch size 0":     func(b *Batches) { b.Size = 0 },
		"expected Float32": func(b *Batches) { b.DType = dtypes.Int32 },
	} {
		b := testBatches()
		change(b)
		var got error
		for _, err := range b.Iter() {
			got = err
			break
		}
		if got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("error %v, want one with %q", got, want)
		}
	}
	if _, err := Wrap(odd{}, DefaultConfig()); err == nil || !strings.Contains(err.Error(), "cannot take gradients") {
		t.Errorf("odd optimiser: %v", err)
	}
}

// odd is an optimiser that takes no gradients.
type odd struct{}

func (odd) UpdateGraph(*model.Scope, *Graph, *Node) {}
func (odd) Clear(*model.Scope) error                { return fmt.Errorf("never called") }
