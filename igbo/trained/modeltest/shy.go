package modeltest

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/train"
)

// Shy is a linear model that sets its own second objective: small outputs.
func Shy(scope *model.Scope, x *Node) *Node {
	y := layers.Dense(scope.In("dense"), x, true, 1)
	train.SetSecondLoss(ReduceAllMean(Square(y)), nil)
	return y
}
