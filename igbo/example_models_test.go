package igbo_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
)

// This example trains a user's GoMLX model function like a built-in architecture.
func ExampleTrain_function() {
	residual := func(scope *model.Scope, x *graph.Node) *graph.Node { // x [B,T,D] → [B,T,1]
		h := graph.Tanh(layers.Dense(scope.In("hidden"), x, true, 8))
		h = graph.Add(h, graph.Tanh(layers.Dense(scope.In("block"), h, true, 8)))
		return layers.Dense(scope.In("readout"), h, true, 1)
	}
	data := rows(200)

	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Function = models.CustomSpec("residual"), attribution.Unmasked(residual)
	cfg.Optimizer.LearningRate, cfg.Epochs = 0.01, 60
	engine, _, err := backend.Select("go")
	check(err)
	result, err := igbo.Train(context.Background(), engine, cfg, data, nil)
	check(err)

	files, err := result.Model.Files() // or Save, and LoadFunction
	check(err)
	again, err := files.OpenFunction(engine, cfg.Function)
	check(err)
	e, err := again.Evaluate(data, nil)
	check(err)
	weights, err := again.Variables()
	check(err)
	fmt.Printf("R² above 0.9: %t, %d variables\n", e.Metrics.R2 > 0.9, len(weights))
	// Output: R² above 0.9: true, 6 variables
}

// This example trains a classifier for three classes with the softmax loss. It computes
// probabilities, and scores for the predicted class.
func ExampleTrain_classification() {
	data := rows(300)
	for i, y := range data.Y { // the target becomes a class
		data.Y[i] = 0
		if y > 1 {
			data.Y[i] = 2
		} else if y > -1 {
			data.Y[i] = 1
		}
	}

	cfg := igbo.DefaultConfig()
	cfg.Model = models.MLPSpec(models.DefaultMLPConfig())
	cfg.Model.Outputs = 3
	cfg.Loss = task.Loss{Kind: task.KindSoftmax}
	cfg.Output = attribution.Output{Kind: attribution.PredictedOutput}
	cfg.Optimizer.LearningRate, cfg.Epochs, cfg.Standardize = 0.01, 60, true
	engine, _, err := backend.Select("go")
	check(err)
	result, err := igbo.Train(context.Background(), engine, cfg, data, nil)
	check(err)

	e, err := result.Model.Evaluate(data, nil)
	check(err)
	probabilities, err := result.Model.Response(data)
	check(err)
	scores, err := result.Model.Scores(data)
	check(err)
	n, d := scores.Dims()
	fmt.Printf("accuracy above 0.9: %t, AUC above 0.95: %t\n", e.Metrics.Accuracy > 0.9, e.Metrics.AUC > 0.95)
	fmt.Printf("%d probabilities, scores %d×%d\n", len(probabilities), n, d)
	// Output:
	// accuracy above 0.9: true, AUC above 0.95: true
	// 900 probabilities, scores 300×3
}

// This example trains on an endless dataset, whose batches are generated on demand.
func ExampleTrainOn() {
	cfg := igbo.DefaultConfig()
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: 0.05}
	cfg.Epochs = 4
	cfg.EarlyStopping = igbo.EarlyStopping{Data: rows(100), Patience: 2} // held-out data are in memory
	engine, _, err := backend.Select("go")
	check(err)
	from := igbo.Source{Dataset: endless{}, Features: []string{"a", "b", "c"}, Steps: 1, StepsPerEpoch: 50}
	result, err := igbo.TrainOn(context.Background(), engine, cfg, from, nil)
	check(err)
	e, err := result.Model.Evaluate(rows(100), nil)
	check(err)
	fmt.Printf("%d steps, R² above 0.99: %t\n", result.Steps, e.Metrics.R2 > 0.99)
	// Output: 200 steps, R² above 0.99: true
}

// endless is a dataset of batches of 32 rows.
type endless struct{}

func (endless) Name() string { return "endless" }

func (endless) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		random := rand.New(rand.NewPCG(7, 7)) // the same numbers in each pass, so that a training can resume
		for {
			x, y := make([]float32, 32*3), make([]float32, 32)
			for i := range x {
				x[i] = float32(random.NormFloat64())
			}
			for i := range y {
				y[i] = 2*x[3*i] - x[3*i+1]
			}
			batch := gomlx.Batch{
				Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, 32, 1, 3)},
				Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(y, 32, 1)},
			}
			if !yield(batch, nil) {
				return
			}
		}
	}
}

// rows returns n samples of y = 2a − b, with an irrelevant feature c.
func rows(n int) igbo.Data {
	random, d := rand.New(rand.NewPCG(1, 2)), igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1}
	for range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		d.X, d.Y = append(d.X, a, b, c), append(d.Y, 2*a-b)
	}
	return d
}

// This example averages four small networks that must rely on x1 more than on x10. Effects that
// only one network has found average out.
func ExampleTrainEnsemble() {
	sets, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)
	check(err)
	data, err := igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y)
	check(err)
	order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 9, P: 1, Epsilon: 0.02, Delta: 1}}, nil, nil) // x1 above x10
	check(err)

	cfg := igbo.Recommended(models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"}))
	cfg.Epochs = 10
	engine, _, err := backend.Select("")
	check(err)
	ensemble, err := igbo.TrainEnsemble(context.Background(), engine, cfg, data, order, 4)
	check(err)
	mean, spread, err := ensemble.Response(data)
	check(err)
	one, err := ensemble.Model() // one model, which can be saved, explained and exported
	check(err)
	fmt.Println(len(mean), len(spread), one.Config.Model.Members)
	// Output: 1000 1000 4
}
