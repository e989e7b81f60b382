package train

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/projection"
)

// ErrNoDecrease reports that no step along −v decreases max(L, H). It ends a run.
var ErrNoDecrease = errors.New("train: no step along the combined gradient decreases max(L, H)")

// searchScope is the scope in which a line search stores its initial θ and its direction v.
const searchScope = "/" + scopeName + "/search"

// LineSearch trains with Armijo steps along −v on the full batch (paper, Theorem 6). It must try
// steps and undo them, so it runs two graphs itself instead of using a train.Trainer. One graph
// computes v and stores θ; the other sets θ − η·v and evaluates both losses there.
type LineSearch struct {
	// Armijo is the step rule.
	Armijo Armijo
	// Last is the η of the last step, 0 before the first. The next search starts at Last/Shrink, or
	// at Armijo.Start if that is smaller.
	Last float64

	optimizer *Optimizer
	history   *History
	store     *model.Store
	modelFn   func(scope *model.Scope, inputs []*Node) *Node
	lossFn    func(labels, predictions []*Node) *Node
	direction *model.Exec
	trial     *model.Exec
	inputs    int // of the model
}

// NewLineSearch returns a line search for the model in the store. modelFn and lossFn are the same as for a
// train.Trainer. It uses the optimiser's rule and λ, but not the inner optimiser. Call Finalize when done.
func NewLineSearch(backend compute.Backend, store *model.Store, modelFn func(*model.Scope, []*Node) *Node,
	lossFn func(labels, predictions []*Node) *Node, o *Optimizer, h *History, a Armijo) (*LineSearch, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	if backend == nil || store == nil || modelFn == nil || lossFn == nil || o == nil || o.inner == nil || h == nil {
		return nil, errors.New("train: making a line search: backend, store, model, loss, wrapped optimiser and history must not be nil")
	}
	s := &LineSearch{Armijo: a, optimizer: o, history: h, store: store, modelFn: modelFn, lossFn: lossFn}
	var err error
	if s.direction, err = model.NewExec(backend, store, s.directionGraph); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if s.trial, err = model.NewExec(backend, store, s.trialGraph); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return s, nil
}

// Finalize frees the graphs.
func (s *LineSearch) Finalize() {
	if s == nil || s.direction == nil || s.trial == nil {
		return
	}
	s.direction.Finalize()
	s.trial.Finalize()
}

// directionGraph stores θ and v in variables and returns the history record.
func (s *LineSearch) directionGraph(scope *model.Scope, batch []*Node) *Node {
	g := batch[0].Graph()
	loss := s.loss(scope, batch)
	v := s.optimizer.Direction(scope, loss)
	record := s.history.Record(g)
	for i, path := range s.history.variables {
		theta := s.store.GetVariable(path).NodeValue(g)
		s.memory("start", path).SetNodeValue(theta)
		s.memory("direction", path).SetNodeValue(v[i])
	}
	optimizer.IncrementGlobalStep(g, loss.DType())
	return record
}

// loss builds L, and indirectly the second loss, from inputs and labels.
func (s *LineSearch) loss(scope *model.Scope, batch []*Node) *Node {
	scope.Store().SetTraining(batch[0].Graph(), true)
	predictions := s.modelFn(scope, batch[:s.inputs])
	return s.lossFn(batch[s.inputs:], []*Node{predictions})
}

// trialGraph sets θ to its initial value minus η·v and returns [L, H] there.
func (s *LineSearch) trialGraph(scope *model.Scope, arguments []*Node) *Node {
	eta, batch := arguments[0], arguments[1:]
	g := eta.Graph()
	for _, path := range s.history.variables {
		theta := s.store.GetVariable(path)
		start, v := s.memory("start", path), s.memory("direction", path)
		theta.SetNodeValue(Sub(start.NodeValue(g), Mul(eta, v.NodeValue(g))))
	}
	loss := s.loss(scope, batch)
	second := SecondLoss(g)
	if second == nil {
		second = ScalarZero(g, loss.DType())
	}
	return Stack([]*Node{loss, second}, 0)
}

// memory returns a variable of the search with the shape of the variable at path.
func (s *LineSearch) memory(kind, path string) *model.Variable {
	shape := s.store.GetVariable(path).Shape()
	return s.store.VariableWithShape(searchScope+"/"+kind+path, shape, Zeros).SetTrainable(false)
}

// Step takes one step on the full batch and adds it to the history with the given number, which
// counts from 1. It returns the errors of History.Add, or ErrNoDecrease; θ is then unchanged.
func (s *LineSearch) Step(number int, batch gomlx.Batch) error {
	if s == nil || s.direction == nil || len(batch.Inputs) == 0 {
		return errors.New("train: taking a step: the batch has no inputs, or the LineSearch was not created by NewLineSearch")
	}
	s.inputs = len(batch.Inputs)
	arguments := xslices.Map(tensorsOf(batch), func(t *tensors.Tensor) any { return t })
	record, err := s.direction.Call1(arguments...)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if err := s.history.Add(number, record); err != nil {
		return err
	}
	values, err := floats(record)
	if err != nil {
		return err
	}
	losses := func(eta float64) (float64, float64, error) {
		return s.losses(shapes.CastAsDType(eta, batch.Inputs[0].DType()), arguments)
	}
	at, cos1, cos2 := s.point(values)
	eta, err := s.search(at, losses)
	if err != nil {
		return err
	}
	s.history.setStepSize(number, eta, cos1, cos2)
	if eta == 0 {
		if _, _, err := losses(0); err != nil {
			return err
		}
		return ErrNoDecrease
	}
	s.Last = eta
	return nil
}

// point converts a record to a Point, and returns the cosines between v and both gradients.
func (s *LineSearch) point(record []float64) (at Point, cos1, cos2 float64) {
	square := record[atScale] * record[atScale]
	n1, n2, c := record[atN1]/square, record[atN2]/square, record[atC]/square
	a1, a2 := 1.0, 0.0
	if len(record)-s.history.extra() > recordWidth+len(s.history.variables) { // there is a second loss
		cfg := s.optimizer.cfg
		lambda, rest := cfg.Lambda.split(n1, n2, record[atLambda])
		a1, a2 = projection.SplitWeights(cfg.Rule, n1, n2, c, lambda, rest, cfg.Tolerance)
	}
	at = Point{TaskLoss: record[atTaskLoss], SecondLoss: record[atSecondLoss], TaskRate: a1*n1 + a2*c, SecondRate: a1*c + a2*n2}
	length := a1*a1*n1 + 2*a1*a2*c + a2*a2*n2
	return at, cosine(at.TaskRate, n1, length), cosine(at.SecondRate, n2, length)
}

// search finds η at a point.
func (s *LineSearch) search(at Point, losses func(eta float64) (float64, float64, error)) (float64, error) {
	rule := s.Armijo
	if s.Last > 0 {
		rule.Start = min(rule.Start, s.Last/rule.Shrink)
	}
	eta, _, err := rule.Search(at, losses)
	return eta, err
}

// losses sets θ to its initial value minus η·v and returns both losses there.
func (s *LineSearch) losses(eta any, batch []any) (l, h float64, err error) {
	out, err := s.trial.Call1(append([]any{eta}, batch...)...)
	if err != nil {
		return 0, 0, fmt.Errorf("train: %w", err)
	}
	values, err := floats(out)
	if err != nil {
		return 0, 0, err
	}
	return values[0], values[1], nil
}
