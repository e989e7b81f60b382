package train_test

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/loss"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/train"
)

// This example runs the same kind of training with the driver, with up to a hundred steps per call
// if the backend supports loops.
func ExampleDriver() {
	engine, err := embedded.Open("")
	check(err)
	small := func(scope *model.Scope, inputs []*graph.Node) *graph.Node {
		y := net(scope, inputs[0])
		train.SetSecondLoss(graph.ReduceAllMean(graph.Square(graph.AddScalar(y, -1))), nil)
		return y
	}
	cfg := train.DefaultConfig()
	opt, err := train.Wrap(optimizer.StochasticGradientDescent().WithDecay(false).Done(), cfg)
	check(err)
	store, history := model.NewStore(), train.NewHistory(cfg)
	history.Descent = true
	check(store.SetRNGStateFromSeed(1))
	driver, err := train.NewDriver(engine, store, small, loss.MeanSquaredError, opt, history, train.DriverConfig{StepsPerCall: 100})
	check(err)
	defer driver.Close()
	check(driver.Run(context.Background(), applicants(), 1, 200, nil, nil))
	fmt.Println(len(history.Steps), "steps,", history.Ascents, "of them ascend an objective")
	// Output: 200 steps, 0 of them ascend an objective
}
