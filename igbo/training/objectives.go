package training

import (
	"path"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// objectives builds the losses of a training step: the task loss with the ridge penalty, and the second objective.
type objectives struct{ *trained.Model }

// graph builds the predictions, [B,T] or [B,T,K], and sets the second objective.
func (o objectives) graph(scope *model.Scope, inputs []*Node) *Node {
	scope = scope.At(trained.Scope)
	x, mask := evaluation.Unpack(inputs)
	y := o.Function()(scope, x, mask)
	o.setRidge(x.Graph())
	if o.DAG != nil && !o.OwnObjective() && scope.IsTraining(x.Graph()) {
		train.SetSecondLoss(evaluation.SecondLoss(o.Model, scope, x, mask))
	}
	return y
}

// own builds the second objective of a user-defined function, repeated for each sample of x. Averaging over batches of
// different sizes then gives the mean over samples.
func (o objectives) own(scope *model.Scope, x, mask *Node) *Node {
	o.Function()(scope, x, mask)
	return BroadcastToDims(train.SecondLoss(x.Graph()), x.Shape().Dim(0))
}

// ridgeKey is the key under which a graph stores its penalty.
const ridgeKey = "/igbo/ridge"

// setRidge sets the penalty on the weights of the graph,
//
//	½·Ridge·Σ w²,
//
// over the model's variables except the biases, whose name is bias or biases.
func (o objectives) setRidge(g *Graph) {
	if o.Config.Ridge == 0 {
		return
	}
	var sum *Node
	for v := range o.Store().IterVariables() {
		if !trained.IsWeight(v.Path()) || !v.Trainable || isBias(v.Path()) || !v.InUseByGraph(g) {
			continue
		}
		w := v.NodeValue(g)
		if square := ReduceAllSum(Mul(w, w)); sum == nil {
			sum = square
		} else {
			sum = Add(sum, square)
		}
	}
	if sum != nil {
		model.SetGraphParam(g, ridgeKey, MulScalar(sum, o.Config.Ridge/2))
	}
}

// isBias reports whether the name of a variable is that of a bias.
func isBias(at string) bool {
	name := path.Base(at)
	return name == "bias" || name == "biases"
}

// taskLoss builds the task loss over samples and valid steps t ≥ BurnIn, plus the penalty. labels holds the targets, and
// optionally the mask of padded series and the sample weights.
func (o objectives) taskLoss(labels, predictions []*Node) *Node {
	l := o.Config.Loss.Build(labels, predictions[0], o.Config.BurnIn)
	if penalty, found := model.GetGraphParam(l.Graph(), ridgeKey); found {
		return Add(l, penalty.(*Node))
	}
	return l
}
