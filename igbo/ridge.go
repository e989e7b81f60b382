package igbo

import (
	"path"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// ridgeKey is where a graph keeps its penalty.
const ridgeKey = "/igbo/ridge"

// setRidge gives the graph the penalty on the weights,
//
//	½·Ridge·Σ w²,
//
// over the model's variables but for the biases: those whose name is bias or biases.
func (m *Model) setRidge(g *Graph) {
	if m.Config.Ridge == 0 {
		return
	}
	var sum *Node
	for v := range m.store.IterVariables() {
		if !isWeight(v.Path()) || !v.Trainable || isBias(v.Path()) || !v.InUseByGraph(g) {
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
		model.SetGraphParam(g, ridgeKey, MulScalar(sum, m.Config.Ridge/2))
	}
}

// isBias tells whether a variable is a bias by its name.
func isBias(at string) bool {
	name := path.Base(at)
	return name == "bias" || name == "biases"
}

// taskLoss builds L over samples and valid steps t ≥ BurnIn, and adds the penalty. The
// labels are the targets, the mask of padded series and the samples' weights.
func (m *Model) taskLoss(labels, predictions []*Node) *Node {
	l := m.Config.Loss.Build(labels, predictions[0], m.Config.BurnIn)
	if penalty, found := model.GetGraphParam(l.Graph(), ridgeKey); found {
		return Add(l, penalty.(*Node))
	}
	return l
}
