package train

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/projection"
)

// scopeName is the scope of the wrapper's variables and graph parameters.
const scopeName = "igbo"

// ErrGradientAccumulation reports a trainer that accumulates gradients. The accumulated gradient is
// a single sum, in which the two objectives cannot be separated.
var ErrGradientAccumulation = errors.New("train: gradient accumulation is unsupported with two objectives; use larger batches")

// Inner is a GoMLX optimiser that accepts gradients instead of a loss, as the wrapper requires.
// SGD, Adam, AdamW and RMSProp implement it.
type Inner interface {
	optimizer.Interface
	gomlx.OptimizeWithGradients
}

// Optimizer is a GoMLX optimiser for two objectives (paper, Algorithm 1). It combines their
// gradients with a projection rule and passes the result to an inner optimiser.
//
// The combined gradient v is a descent direction for both objectives (Theorem 3). The update only
// has this property if it is along −v, as for gradient descent and [LineSearch]. Adam, AdamW and
// RMSProp scale every coordinate by the history of its gradient. Adam and AdamW also average over
// past steps, and AdamW decays the weights. Such an update can increase one or both objectives. Set
// History.Descent to measure this.
type Optimizer struct {
	inner Inner
	cfg   Config
}

var _ Inner = (*Optimizer)(nil)

// Config holds the settings for combining the two gradients.
type Config struct {
	// Rule is the projection rule. It must not be nil; DefaultConfig sets the paper's P.
	Rule projection.Rule `json:"-"`
	// Lambda is the trade-off λ; ½ in the paper.
	Lambda Lambda `json:"lambda"`
	// Tolerance is the ratio of gradient norms below which the smaller gradient is negligible, and
	// the distance from exactly opposite gradients that counts as Pareto stationary. With 0, only
	// exact zeros are special, and the rule handles opposite gradients.
	Tolerance float64 `json:"tolerance"`
}

// DefaultConfig returns the paper's settings: its rule P and λ = ½. The tolerance is small because
// the scales of the losses differ. In the paper's experiment, the gradient of H is a millionth of
// that of L but still matters.
func DefaultConfig() Config {
	return Config{Rule: projection.Paper{}, Lambda: FixedLambda(0.5), Tolerance: 1e-12}
}

// Validate checks λ and the tolerance.
func (c Config) Validate() error {
	if c.Rule == nil {
		return errors.New("train: Config.Rule is nil (use a rule of package projection)")
	}
	if err := projection.ValidateRule(c.Rule); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if !(c.Tolerance >= 0 && c.Tolerance < 1) {
		return fmt.Errorf("train: tolerance %g must be in [0, 1)", c.Tolerance)
	}
	return c.Lambda.Validate()
}

// Wrap returns an optimiser for two objectives that uses the given optimiser for one objective. It
// installs gradients that GoMLX lacks, as attribution.Install does. It returns an error if the
// settings are invalid or the inner optimiser does not accept gradients.
func Wrap(inner optimizer.Interface, cfg Config) (*Optimizer, error) {
	if err := derivative.Install(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if inner == nil {
		return nil, errors.New("train: wrapping: the optimiser is nil (use one such as SGD or Adam)")
	}
	takesGradients, ok := inner.(Inner)
	if !ok {
		return nil, fmt.Errorf("train: unsupported optimiser %T (want one with UpdateGraphWithGradients, such as SGD or Adam)", inner)
	}
	return &Optimizer{takesGradients, cfg}, nil
}

// SetSecondLoss sets the second objective of the graph, a scalar. Call it in the model function.
// satisfied is the number of satisfied constraints, for the history; it may be nil. Without a call,
// or with a nil loss, the wrapped optimiser only uses the task loss.
func SetSecondLoss(loss, satisfied *Node) {
	if loss == nil {
		return
	}
	if !loss.Shape().IsScalar() {
		panic(fmt.Errorf("train: the second loss has shape %s, want a scalar", loss.Shape()))
	}
	model.SetGraphParam(loss.Graph(), secondLossKey, loss)
	if satisfied != nil {
		model.SetGraphParam(loss.Graph(), satisfiedKey, satisfied)
	}
}

const (
	secondLossKey = "/" + scopeName + "/second_loss"
	satisfiedKey  = "/" + scopeName + "/satisfied"
	recordKey     = "/" + scopeName + "/record"
)

// graphNode returns a node stored in the graph, or nil.
func graphNode(g *Graph, key string) *Node {
	value, found := model.GetGraphParam(g, key)
	if !found {
		return nil
	}
	return value.(*Node)
}

// UpdateGraph implements optimizer.Interface: one step of Algorithm 1.
func (o *Optimizer) UpdateGraph(scope *model.Scope, g *Graph, taskLoss *Node) {
	o.check()
	o.inner.UpdateGraphWithGradients(scope, o.Direction(scope, taskLoss), taskLoss.DType())
}

// Direction builds v = a1·g1 + a2·g2, the combined gradient of the task loss and the second loss.
// It contains one node per trainable variable in use, in the scope's order. Without a second loss,
// v is g1. Direction also stores the values of the step for the History. It panics if there is no
// variable to train.
func (o *Optimizer) Direction(scope *model.Scope, taskLoss *Node) []*Node {
	o.check()
	if scope == nil || taskLoss == nil {
		panic(errors.New("train: the scope and the task loss must not be nil"))
	}
	g := taskLoss.Graph()
	r := record{taskLoss: taskLoss}
	for v := range scope.IterVariables() {
		if v.Trainable && v.InUseByGraph(g) {
			r.variables, r.before = append(r.variables, v.Path()), append(r.before, v.NodeValue(g))
		}
	}
	if len(r.variables) == 0 {
		panic(errors.New("train: the graph uses no trainable variable, want at least 1"))
	}
	g1 := gradients(scope, taskLoss, r.before)
	r.g1 = g1
	if r.secondLoss = SecondLoss(g); r.secondLoss == nil {
		zero := ScalarZero(g, taskLoss.DType())
		r.products = projection.NewProducts(g1, nil)
		r.secondLoss, r.products.N2, r.products.C, r.lambda = zero, zero, zero, tradeoff{lambda: zero}
		model.SetGraphParam(g, recordKey, r)
		return g1
	}
	g2 := gradients(scope, r.secondLoss, r.before)
	r.g2 = g2
	r.products = projection.NewProducts(g1, g2)
	r.lambda = o.cfg.Lambda.node(scope, signals{r.products.N1, r.products.N2, taskLoss, r.secondLoss})
	a1, a2 := r.products.Weights(o.cfg.Rule, r.lambda.lambda, r.lambda.rest, o.cfg.Tolerance)
	model.SetGraphParam(g, recordKey, r)
	v := make([]*Node, len(g1))
	for i := range v {
		v[i] = Add(Mul(g1[i], a1), Mul(g2[i], a2))
	}
	return v
}

// check panics unless Wrap created the optimiser.
func (o *Optimizer) check() {
	if o == nil || o.inner == nil {
		panic(errors.New("train: the Optimizer was not created by Wrap"))
	}
}

// gradients builds the gradient of a loss with respect to the trainable variables in use. If an
// operation would make the gradient wrong, it panics with a [*derivative.UnsupportedError] that
// names the operation.
func gradients(scope *model.Scope, loss *Node, variables []*Node) []*Node {
	if err := derivative.CheckReverse([]*Node{loss}, variables); err != nil {
		panic(err)
	}
	return scope.BuildTrainableVariablesGradientsGraph(loss)
}

// SecondLoss returns the second objective of the graph, or nil.
func SecondLoss(g *Graph) *Node {
	if g == nil {
		panic(errors.New("train: SecondLoss: the graph must not be nil"))
	}
	return graphNode(g, secondLossKey)
}

// UpdateGraphWithGradients always panics with ErrGradientAccumulation, because GoMLX only calls it
// if gradients are accumulated.
func (o *Optimizer) UpdateGraphWithGradients(*model.Scope, []*Node, dtypes.DType) {
	panic(ErrGradientAccumulation)
}

// Clear deletes the variables of the wrapper and of the inner optimiser.
func (o *Optimizer) Clear(scope *model.Scope) error {
	if o == nil || o.inner == nil || scope == nil {
		return errors.New("train: clearing: the scope is nil, or the Optimizer was not created by Wrap")
	}
	if err := scope.Store().DeleteVariablesInScope("/" + scopeName); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return o.inner.Clear(scope)
}
