package train_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/loss"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// net is your model, from x [B,T,D] to y [B,T].
func net(scope *model.Scope, x *graph.Node) *graph.Node {
	x = graph.Tanh(layers.Dense(scope.At("hidden"), x, true, 8))
	return graph.Squeeze(layers.Dense(scope.At("output"), x, true, 1), -1)
}

// applicants returns 512 samples in which the postcode carries almost the same information as the
// income.
func applicants() *train.Batches {
	rng := rand.New(rand.NewPCG(1, 1))
	data := igbo.Data{Features: []string{"income", "postcode"}, Steps: 1}
	for range 512 {
		income := rng.NormFloat64()
		postcode := income + 0.3*rng.NormFloat64()
		data.X, data.Y = append(data.X, income, postcode), append(data.Y, income+postcode)
	}
	return &train.Batches{Data: data, Size: 32, Seed: 1, DType: dtypes.Float32}
}

// This example shows the two lines to add to a GoMLX training: the model function sets the second
// loss of the graph, and the trainer gets a wrapped optimiser.
func ExampleWrap() {
	engine, err := embedded.Open("")
	check(err)
	order, err := dag.New([]string{"income", "postcode"}, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.3, Delta: 1}}, nil, nil)
	check(err)
	scores := attribution.DefaultConfig()
	scores.Score = attribution.Absolute
	withOrder := func(scope *model.Scope, x *graph.Node) *graph.Node {
		y := net(scope, x)
		train.SetSecondLoss(objective.Loss(attribution.Scores(scope, net, x, scores), order)) // the first line
		return y
	}
	cfg := train.DefaultConfig()
	cfg.Rule = projection.FeasibilityFirst{}
	opt, err := train.Wrap(optimizer.Adam().LearningRate(1e-2).Done(), cfg) // the second
	check(err)

	store, history := model.NewStore(), train.NewHistory(cfg)
	check(store.SetRNGStateFromSeed(1))
	trainer := gomlx.NewTrainer(engine, store, withOrder, loss.MeanSquaredError, opt, []metric.Interface{history.Metric()}, nil)
	loop := gomlx.NewLoop(trainer)
	history.Attach(loop) // records both losses
	_, err = loop.RunSteps(applicants(), 1000)
	check(err)
	last := history.Steps[len(history.Steps)-1]
	fmt.Printf("step %d: error %.1f, order missed by %.1f\n", last.Step, last.TaskLoss, last.SecondLoss)
	// Output: step 1000: error 0.0, order missed by 0.0
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
