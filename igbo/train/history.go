package train

import (
	"errors"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"

	"github.com/igbolab/igbolab/igbo/projection"
)

// ErrParetoStationary ends a run whose gradients became exactly opposite,
// where the history was asked to stop there.
var ErrParetoStationary = errors.New("train: the gradients are exactly opposite: Pareto stationary")

// record holds the nodes of a step that the history keeps.
type record struct {
	taskLoss, secondLoss, n1, n2, c, lambda *Node
	parts1, parts2                          []*Node  // n1 and n2 by variable
	variables                               []string // their paths
}

// Step is one entry of the history: the state before the update.
type Step struct {
	// Step counts from 1.
	Step int `json:"step"`
	// TaskLoss is L and SecondLoss is H, on the step's batch.
	TaskLoss   float64 `json:"task_loss"`
	SecondLoss float64 `json:"second_loss"`
	// Norm1 and Norm2 are ‖g1‖ and ‖g2‖, Cosine is cos(g1, g2), 0 where a gradient is zero.
	Norm1  float64 `json:"norm1"`
	Norm2  float64 `json:"norm2"`
	Cosine float64 `json:"cosine"`
	// Residual is the norm of the shortest vector in the gradients' convex hull: 0 at Pareto-stationary points.
	Residual float64 `json:"residual"`
	// Case is how the step was taken.
	Case projection.Case `json:"case"`
	// Lambda is λ.
	Lambda float64 `json:"lambda"`
	// Satisfied counts the constraints that hold on the batch.
	Satisfied int `json:"satisfied"`
	// StepSize is the η of an Armijo step; 0 under another step rule.
	StepSize float64 `json:"step_size,omitempty"`
}

// History collects steps. Attach it to a loop whose trainer got its Metric.
type History struct {
	// Every keeps one step in so many; 1 keeps all.
	Every int
	// StopAtOpposite ends the run with ErrParetoStationary at exactly opposite gradients.
	StopAtOpposite bool
	// Steps holds what was kept.
	Steps []Step
	// Counts says how many steps were of each case, kept or not.
	Counts map[projection.Case]int

	tolerance float64
	variables []string // of the graph that was built last
}

// NewHistory returns a history that classifies steps as the optimiser does.
func NewHistory(cfg Config) *History {
	return &History{Every: 1, Counts: map[projection.Case]int{}, tolerance: cfg.Tolerance}
}

// recordWidth is the number of scalars of a step; the squared gradient norms
// of every variable follow them.
const recordWidth = 7

// Metric returns the metric that carries the numbers out of the graph, as one
// vector, to be given to train.NewTrainer among its training metrics.
func (h *History) Metric() metric.Interface { return recordMetric{h} }

// recordMetric is a metric of one vector and not of a scalar, which GoMLX's
// own constructors ask for.
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

// Record builds the vector that Add reads: L, H, n1, n2, c, λ, satisfied, and
// the squared norms of every variable's gradients. With one objective H, n2,
// c and λ are zero.
func (h *History) Record(g *Graph) *Node {
	value, found := model.GetGraphParam(g, recordKey)
	if !found {
		panic(errors.New("train: the graph has no step of a wrapped optimiser; make the trainer's optimiser by Wrap"))
	}
	r := value.(record)
	h.variables = r.variables
	satisfied := graphNode(g, satisfiedKey)
	if satisfied == nil {
		satisfied = ScalarZero(g, r.n1.DType())
	}
	scalars := []*Node{r.taskLoss, r.secondLoss, r.n1, r.n2, r.c, r.lambda, satisfied}
	return Stack(append(append(scalars, r.parts1...), r.parts2...), 0)
}

// Attach makes the history follow a loop.
func (h *History) Attach(loop *gomlx.Loop) {
	position := -1
	for i, m := range loop.Trainer.TrainMetrics() {
		if m.MetricType() == recordMetricType {
			position = i
		}
	}
	loop.OnStep("igbo history", -10, func(loop *gomlx.Loop, metrics []*tensors.Tensor) error {
		if position < 0 {
			return errors.New("train: the history follows a trainer without its metric; pass History.Metric() to train.NewTrainer")
		}
		return h.Add(loop.LoopStep+1, metrics[position])
	})
}

// Add records one step from the vector that Record built. Errors: a
// *NonFiniteError, and ErrParetoStationary where the history stops there.
func (h *History) Add(number int, vector *tensors.Tensor) error {
	values, err := floats(vector)
	if err != nil {
		return err
	}
	if err := h.checkFinite(number, values); err != nil {
		return err
	}
	s := h.step(number, values)
	h.Counts[s.Case]++
	if h.Every > 0 && number%h.Every == 0 {
		h.Steps = append(h.Steps, s)
	}
	if h.StopAtOpposite && s.Case == projection.Opposite {
		return ErrParetoStationary
	}
	return nil
}

// setStepSize notes the step size of the step that was added last.
func (h *History) setStepSize(number int, eta float64) {
	if last := len(h.Steps) - 1; last >= 0 && h.Steps[last].Step == number {
		h.Steps[last].StepSize = eta
	}
}

func (h *History) step(number int, v []float64) Step {
	n1, n2, c := v[2], v[3], v[4]
	s := Step{
		Step: number, TaskLoss: v[0], SecondLoss: v[1], Norm1: math.Sqrt(n1), Norm2: math.Sqrt(n2),
		Residual: projection.Residual(n1, n2, c), Case: projection.Classify(n1, n2, c, h.tolerance),
		Lambda: v[5], Satisfied: int(v[6]),
	}
	if scale := s.Norm1 * s.Norm2; scale > 0 {
		s.Cosine = c / scale
	}
	return s
}

// floats reads a vector in either precision.
func floats(t *tensors.Tensor) (out []float64, err error) {
	err = t.ConstFlatData(func(flat any) {
		switch values := flat.(type) {
		case []float32:
			for _, v := range values {
				out = append(out, float64(v))
			}
		case []float64:
			out = append(out, values...)
		}
	})
	return out, err
}

// ConflictShare returns the share of steps with c < 0 among all steps so far,
// whether the gradients were combined there or not.
func (h *History) ConflictShare() float64 {
	total, conflicts := 0, 0
	for kind, n := range h.Counts {
		total += n
		if kind == projection.Conflict || kind == projection.Opposite {
			conflicts += n
		}
	}
	if total == 0 {
		return 0
	}
	return float64(conflicts) / float64(total)
}
