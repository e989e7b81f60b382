package igbo_test

import (
	"context"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// average is a method to obtain several models that satisfy an order, with the same total number of
// gradient steps.
type average string

const (
	one       average = "one"       // one start with all steps: the reference
	starts    average = "starts"    // several starts, each with its share of the steps
	snapshots average = "snapshots" // one start; stores a model at the end of each cosine cycle of the learning rate
	langevin  average = "langevin"  // one start of gradient steps with noise; stores models at equal distances after the first half
)

var averages = []average{one, starts, snapshots, langevin}

// choice holds the settings of the comparison.
type choice struct {
	steps, members    int
	spec              models.Spec
	rate, temperature float64 // of Langevin's steps
}

// TestEnsembleOfStarts compares methods of averaging networks that satisfy an order, with the same
// number of gradient steps, on draws with a known truth: a correct order of all features, and 32
// samples or series. By default, it takes a few steps on one draw. With IGBOLAB_ENSEMBLE_DRAWS=16,
// it prints the full table:
//
//	IGBOLAB_ENSEMBLE_DRAWS=16 go test ./igbo -run TestEnsembleOfStarts -v
//
// Langevin's rate and temperature are the best of 4 × 3 on three other draws. The other methods use
// the settings of igbo.Recommended.
func TestEnsembleOfStarts(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("the comparison is of the embedded backend")
	}
	draws, whole := 1, false
	c := choice{steps: 64, members: 2, rate: 0.003, temperature: 0.0003}
	if text := os.Getenv("IGBOLAB_ENSEMBLE_DRAWS"); text != "" {
		var err error
		if draws, err = strconv.Atoi(text); err != nil || draws < 2 {
			t.Fatalf("IGBOLAB_ENSEMBLE_DRAWS is %q, expected a number from 2", text)
		}
		c.steps, c.members, whole = 2400, 8, true
	}
	mlp, gru := models.MLPSpec(models.MLPConfig{Hidden: []int{16}, Activation: "tanh"}), models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 6}}
	for _, of := range []struct {
		name string
		spec models.Spec
		data func(seed uint64) (train, test igbo.Data)
	}{{"monotone", mlp, monotone}, {"mixed", mlp, mixed}, {"series", gru, delayed}} {
		t.Run(of.name, func(t *testing.T) {
			c.spec = of.spec
			ratios, kept := map[average][]float64{}, map[average][]float64{}
			for draw := range draws {
				data, test := of.data(uint64(7000 + draw))
				var by float64
				for _, kind := range averages {
					e, k := c.try(t, kind, int64(draw+1), data, test)
					if kind == one {
						by = e
					}
					if !(e > 0 && e < 10) {
						t.Errorf("draw %d, %s: an error of %g of the targets' variance", draw, kind, e)
					}
					ratios[kind], kept[kind] = append(ratios[kind], math.Log(e/by)), append(kept[kind], k)
				}
			}
			for _, kind := range averages {
				mean, sd := stat.MeanStdDev(ratios[kind], nil)
				t.Logf("%-10s error %.3f ± %.3f of one's, order kept %.2f", kind, math.Exp(mean), math.Exp(mean)*sd/math.Sqrt(float64(draws)), stat.Mean(kept[kind], nil))
			}
			for _, kind := range averages {
				if whole && stat.Mean(ratios[starts], nil) > stat.Mean(ratios[kind], nil) {
					t.Errorf("%s have less error than %s", kind, starts)
				}
			}
		})
	}
}

// try returns the error of an average on test data, and the fraction of the order that its mean
// scores satisfy.
func (c choice) try(t *testing.T, kind average, seed int64, data, test igbo.Data) (loss, kept float64) {
	t.Helper()
	order := chain(t, data.Features)
	cfg := igbo.Recommended(c.spec)
	cfg.Attribution.Points, cfg.Ridge, cfg.Seed, cfg.Standardize = 4, 0.01, seed, false // the draws are already standardised
	var members []*igbo.Model
	switch kind {
	case one:
		members = append(members, obeying(t, cfg, data, order, seed, c.steps))
	case starts:
		for m := range c.members {
			members = append(members, obeying(t, cfg, data, order, seed+int64(m)<<32, c.steps/c.members))
		}
	case snapshots:
		cfg.Optimizer.Schedule = igbo.CosineRate
		members = append(members, obeying(t, cfg, data, order, seed, c.steps/c.members))
		cfg.Epochs = c.steps / c.members
		for m := range c.members - 1 {
			members = append(members, done(t)(igbo.TrainFrom(context.Background(), members[m], cfg, data, order)))
		}
	case langevin:
		cfg.Epochs = c.steps / 4
		start := done(t)(igbo.Train(context.Background(), backendtest.Open(t), cfg, data, nil))
		members = c.langevin(t, start, data, order)
	}
	m := members[0]
	if len(members) > 1 {
		e := must.Of(igbo.NewEnsemble(members...)).In(t)
		m = must.Of(e.Model()).In(t)
	}
	found := must.Of(m.Evaluate(test, nil)).In(t)
	h := must.Of(m.Scores(test)).In(t)
	v := must.Of(objective.Evaluate(h, order)).In(t)
	return found.Metrics.MSE, v.Share()
}

// obeying trains a network on the task only for half of its steps, and then with the order.
func obeying(t *testing.T, cfg igbo.Config, data igbo.Data, order *dag.DAG, seed int64, steps int) *igbo.Model {
	cfg.Seed, cfg.Epochs = seed, steps/2
	start := done(t)(igbo.Train(context.Background(), backendtest.Open(t), cfg, data, nil))
	return done(t)(igbo.TrainFrom(context.Background(), start, cfg, data, order))
}

func done(t *testing.T) func(*igbo.Result, error) *igbo.Model {
	return func(r *igbo.Result, err error) *igbo.Model {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r.Model
	}
}

// chain returns a DAG in which each feature is more important than the next.
func chain(t *testing.T, names []string) *dag.DAG {
	var edges []dag.Edge
	for i := range len(names) - 1 {
		edges = append(edges, dag.Edge{U: i, V: i + 1, P: 1, Epsilon: 1e-3, Delta: 1})
	}
	return must.Of(dag.New(names, edges, nil, nil)).In(t)
}

// langevin takes steps of the sum of both losses with noise of temperature T,
//
//	θ ← θ − η·∇(L + H) + √(2ηT)·ξ,
//
// which sample from exp(−(L + H)/T) as η → 0.
func (c choice) langevin(t *testing.T, start *igbo.Model, data igbo.Data, order *dag.DAG) (members []*igbo.Model) {
	t.Helper()
	cfg := start.Config
	f := must.Of(c.spec.Build()).In(t)
	wrapped := must.Of(train.Wrap(noisy{optimizer.StochasticGradientDescent().WithLearningRate(c.rate).WithDecay(false).Done().(train.Inner), c.rate, c.temperature}, train.Config{Rule: projection.WeightedSum{}, Lambda: train.FixedLambda(0.5)})).In(t)
	store := backendtest.Store(t, cfg.Seed)
	weights := must.Of(start.Variables()).In(t)
	for _, path := range slices.Sorted(maps.Keys(weights)) {
		must.Of(store.CreateVariable(path, weights[path])).In(t)
	}
	driver := must.Of(train.NewDriver(backendtest.Open(t), store, func(scope *model.Scope, in []*graph.Node) *graph.Node {
		scope = scope.At("model")
		y := f(scope, in[0])
		train.SetSecondLoss(objective.Loss(attribution.Scores(scope, f, in[0], cfg.Attribution), order))
		gomlx.AddRegularizationLoss(decay(scope, y.Graph(), cfg.Ridge))
		return y
	}, func(labels, predictions []*graph.Node) *graph.Node {
		return graph.ReduceAllMean(graph.Square(graph.Sub(labels[0], predictions[0])))
	}, wrapped, train.NewHistory(train.DefaultConfig()), train.DefaultDriverConfig())).In(t)
	defer driver.Close()
	batches := &train.Batches{Data: data, Size: data.Samples(), Seed: 1, DType: dtypes.Float64}
	apart := c.steps / 2 / c.members
	must.Do(t, driver.Run(context.Background(), batches, 1, 3*c.steps/4, nil, func(step int) error {
		if step <= c.steps/4 || (step-c.steps/4)%apart != 0 {
			return nil
		}
		members = append(members, copied(t, cfg, data, store))
		return nil
	}))
	return members
}

// noisy adds the noise of Langevin's steps to the gradients of gradient descent.
type noisy struct {
	train.Inner
	rate, temperature float64
}

// UpdateGraphWithGradients implements train.Inner.
func (n noisy) UpdateGraphWithGradients(scope *model.Scope, gradients []*graph.Node, dtype dtypes.DType) {
	var moved []*graph.Node
	for _, g := range gradients {
		noise := scope.RandomNormal(g.Graph(), g.Shape())
		moved = append(moved, graph.Add(g, graph.MulScalar(noise, math.Sqrt(2*n.temperature/n.rate))))
	}
	n.Inner.UpdateGraphWithGradients(scope, moved, dtype)
}

// decay returns ½·penalty·Σw² over the weights.
func decay(scope *model.Scope, g *graph.Graph, penalty float64) *graph.Node {
	sum := graph.Scalar(g, dtypes.Float64, 0)
	for v := range scope.IterVariables() {
		if v.InUseByGraph(g) && strings.HasSuffix(v.Path(), "weights") {
			sum = graph.Add(sum, graph.ReduceAllSum(graph.Square(v.NodeValue(g))))
		}
	}
	return graph.MulScalar(sum, penalty/2)
}

// copied returns a model with the weights of a store.
func copied(t *testing.T, cfg igbo.Config, data igbo.Data, store *model.Store) *igbo.Model {
	t.Helper()
	m := must.Of(igbo.New(backendtest.Open(t), cfg, data.Features, data.Steps)).In(t)
	shapes := must.Of(m.Shapes()).In(t)
	values := map[string]*tensors.Tensor{}
	for _, path := range slices.Sorted(maps.Keys(shapes)) {
		values[path] = must.Of(store.GetVariable(path).Value()).In(t)
	}
	must.Do(t, m.SetVariables(values))
	return m
}
