package train

import (
	"errors"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/metric"

	"github.com/igbolab/igbolab/igbo/projection"
)

// record holds the nodes of a step that the history records.
type record struct {
	taskLoss, secondLoss *Node
	products             projection.Products
	lambda               tradeoff
	variables            []string // paths, in the order of the gradients
	g1, g2, before       []*Node  // the gradients, and the variables before the update
}

// Indices of the scalars in the vector that Record builds. The squared gradient norms of every
// variable follow them.
const (
	atTaskLoss = iota
	atSecondLoss
	atN1
	atN2
	atC
	atLambda
	atSatisfied
	atScale
	atClamped
	recordWidth
)

// Metric returns a metric that moves the values out of the graph as one vector. Pass it to
// train.NewTrainer as a training metric.
func (h *History) Metric() metric.Interface { return recordMetric{h} }

// recordMetric is a metric that returns a vector. GoMLX's constructors only support scalars.
type recordMetric struct{ history *History }

func (recordMetric) Name() string                         { return "Two objectives" }
func (recordMetric) ShortName() string                    { return "igbo" }
func (recordMetric) ScopeName() string                    { return scopeName }
func (recordMetric) MetricType() string                   { return recordMetricType }
func (recordMetric) Reset(*model.Scope)                   {}
func (recordMetric) PrettyPrint(v *tensors.Tensor) string { return v.String() }

func (m recordMetric) UpdateGraph(_ *model.Scope, _, predictions []*Node) *Node {
	return m.history.Record(predictions[0].Graph())
}

const recordMetricType = "two objectives"

// Record builds the vector that Add reads. It contains L, H, s²·n1, s²·n2, s²·c, λ, the number of
// satisfied constraints, the gradient scale s, 1 if λ is clamped, and the squared norms of every
// variable's scaled gradients. With Descent, it also contains s·g1·Δ, s·g2·Δ and Δ·Δ for the
// applied update −Δ. With one objective, H, n2, c and λ are zero. It panics if the graph has no
// step of a wrapped optimiser.
func (h *History) Record(g *Graph) *Node {
	if h == nil || g == nil {
		panic(errors.New("train: recording: the history and the graph must not be nil"))
	}
	value, found := model.GetGraphParam(g, recordKey)
	if !found {
		panic(errors.New("train: the graph has no step of a wrapped optimiser (create the trainer's optimiser with Wrap)"))
	}
	r := value.(record)
	h.variables = r.variables
	p := r.products
	zero := ScalarZero(g, p.N1.DType())
	satisfied, clamped := graphNode(g, satisfiedKey), r.lambda.clamped
	if satisfied == nil {
		satisfied = zero
	}
	if clamped == nil {
		clamped = zero
	}
	scalars := []*Node{r.taskLoss, r.secondLoss, p.N1, p.N2, p.C, r.lambda.lambda, satisfied, p.Scale, clamped}
	return Stack(slices.Concat(scalars, p.Parts1, p.Parts2, h.descent(g, r)), 0)
}

// floats returns the values of a vector of either precision.
func floats(t *tensors.Tensor) (out []float64, err error) {
	err = t.ConstFlatData(func(flat any) { out = widened(nil, flat) })
	return out, err
}

// widened appends the values of a slice of either precision.
func widened(to []float64, flat any) []float64 {
	switch values := flat.(type) {
	case []float32:
		to = slices.Grow(to, len(values))
		for _, v := range values {
			to = append(to, float64(v))
		}
	case []float64:
		to = append(to, values...)
	}
	return to
}
