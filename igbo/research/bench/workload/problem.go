package workload

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// Settings of the measured step that every contender shares.
const (
	stepRate    = 1e-3 // Adam's rate in the paper
	adamEpsilon = 1e-7 // GoMLX's ε, which the peers also use
	stepLambda  = 0.5
	stepBatches = 30 // default number of batches that the steps cycle through
	Seed        = 1  // of weights and batches
)

// StepSize is the size of the measured IGBO step.
type StepSize struct {
	Spec models.Spec // of the model
	// Features D, Batch B, Points M of the quadrature, Edges E of the DAG.
	Features, Batch, Points, Edges int
	// Batches is the number of batches that the steps cycle through; 0 means stepBatches.
	Batches int
	// Adam is Adam's ε; 0 means adamEpsilon. The first step of Adam is nearly the sign of the gradient if the gradient is far
	// above ε. In a wide network, rounding changes such signs: a ReLU unit at a point of the path can be on in one
	// implementation and off in another.
	Adam float64
}

// PaperStep returns the size of the paper's IGBO step.
func PaperStep() StepSize {
	return StepSize{Spec: models.LinearSpec(), Features: 10, Batch: 32, Points: 20, Edges: 30}
}

// epsilon returns Adam's ε.
func (s StepSize) epsilon() float64 { return cmp.Or(s.Adam, adamEpsilon) }

// turn returns the number of batches that the steps cycle through.
func (s StepSize) turn() int {
	if s.Batches > 0 {
		return s.Batches
	}
	return stepBatches
}

// stepProblem is the data of an IGBO step: x [N,1,D], y [N,1], and a DAG.
type stepProblem struct {
	StepSize
	f     attribution.Model
	attr  attribution.Config
	order *dag.DAG
	data  *train.Batches
	built *Graph // the latest graph of a step
}

func newStepProblem(s StepSize) (*stepProblem, error) {
	f, err := s.Spec.Build()
	if err != nil {
		return nil, err
	}
	p := &stepProblem{StepSize: s, f: f, attr: attribution.DefaultConfig()}
	p.attr.Points = s.Points
	rng := rand.New(rand.NewPCG(1, 2))
	if p.order, err = firstEdges(s.Features, s.Edges); err != nil {
		return nil, err
	}
	data := samples.Data{Features: p.order.Features, Steps: 1}
	for range s.turn() * s.Batch {
		y := 0.0
		for k := range s.Features {
			v := rng.NormFloat64()
			data.X = append(data.X, v)
			y += float64(k+1) * v
		}
		data.Y = append(data.Y, y)
	}
	p.data = &train.Batches{Data: data, Size: s.Batch, Seed: Seed, DType: dtypes.Float32}
	return p, nil
}

// firstEdges returns a DAG with the first e edges u→v for which u < v.
func firstEdges(features, e int) (*dag.DAG, error) {
	var names []string
	var edges []dag.Edge
	for u := range features {
		names = append(names, fmt.Sprintf("x%d", u+1))
		for v := u + 1; v < features && len(edges) < e; v++ {
			edges = append(edges, dag.Edge{U: u, V: v, Mu: 0.02, Sigma: 0.01, P: 0.9, Epsilon: 0.005, Delta: 0.03})
		}
	}
	return dag.New(names, edges, nil, nil)
}

// graph builds predictions [B,T] and the second objective, as igbo.Train does.
func (p *stepProblem) graph(scope *model.Scope, inputs []*Node) *Node {
	scope, x := scope.At("model"), inputs[0]
	p.built = x.Graph()
	y := p.f(scope, x)
	train.SetSecondLoss(objective.Loss(attribution.Scores(scope, p.f, x, p.attr), p.order))
	return y
}

// wrapped returns the optimiser and its history.
func (p *stepProblem) wrapped() (*train.Optimizer, *train.History, error) {
	cfg := train.DefaultConfig()
	cfg.Lambda = train.FixedLambda(stepLambda)
	wrapped, err := train.Wrap(optimizer.Adam().LearningRate(stepRate).Epsilon(p.epsilon()).Done(), cfg)
	history := train.NewHistory(cfg)
	history.Every = 0
	return wrapped, history, err
}

// nodes returns the number of nodes of the latest graph of a step.
func (p *stepProblem) nodes() int {
	if p.built == nil {
		return 0
	}
	return len(p.built.Nodes())
}

func squaredError(labels, predictions []*Node) *Node {
	return ReduceAllMean(Square(Sub(predictions[0], labels[0])))
}

// taken is an inner optimiser that stores the combined gradient.
type taken struct{ gradient []*Node }

// UpdateGraph implements optimizer.Interface.
func (t *taken) UpdateGraph(*model.Scope, *Graph, *Node) {
	panic(fmt.Errorf("workload: the step must have two objectives"))
}

// UpdateGraphWithGradients stores the gradient and changes no variable.
func (t *taken) UpdateGraphWithGradients(_ *model.Scope, g []*Node, _ dtypes.DType) { t.gradient = g }

// Clear implements optimizer.Interface.
func (t *taken) Clear(*model.Scope) error { return nil }

// evaluate returns L, H and the combined gradient at the start weights on the first batch, computed by the same wrapper.
func (p *stepProblem) evaluate(engine compute.Backend, store *model.Store) (reference.Outputs, error) {
	inner := &taken{}
	wrapped, err := train.Wrap(inner, train.DefaultConfig())
	if err != nil {
		return nil, err
	}
	exec, err := model.NewExec(engine, store, func(scope *model.Scope, x, y *Node) []*Node {
		scores := attribution.Scores(scope.At("model"), p.f, x, p.attr)
		second, _ := objective.Loss(scores, p.order)
		train.SetSecondLoss(second, nil)
		task := squaredError([]*Node{y}, []*Node{p.f(scope.At("model"), x)})
		wrapped.UpdateGraph(scope, x.Graph(), task)
		return append([]*Node{task, second}, inner.gradient...)
	})
	if err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	defer exec.Finalize()
	for b, err := range p.data.Iter() {
		if err != nil {
			return nil, err
		}
		out, err := exec.Call(b.Inputs[0], b.Labels[0])
		if err != nil {
			return nil, fmt.Errorf("workload: %w", err)
		}
		return namedOutputs(out, "L", "H", "gradient")
	}
	return nil, fmt.Errorf("workload: the data have no batch")
}

// namedOutputs names tensors; the last name takes all remaining tensors.
func namedOutputs(out []*tensors.Tensor, names ...string) (reference.Outputs, error) {
	o := reference.Outputs{}
	for i, t := range out {
		values, err := numbers(t)
		if err != nil {
			return nil, err
		}
		name := names[min(i, len(names)-1)]
		o[name] = append(o[name], values...)
	}
	return o, nil
}

// work returns the work for the peers: the batches of the first epochs in order, as many as the first call needs.
func (p *stepProblem) work(start []variable, perCall int) (*reference.Work, error) {
	alphas, weights, err := p.attr.Quadrature.Nodes(p.Points)
	if err != nil {
		return nil, err
	}
	w := reference.NewWork(map[string]any{
		"rate": stepRate, "adam_epsilon": p.epsilon(), "lambda": stepLambda,
		"epsilon": p.attr.Epsilon, "points": p.Points,
	})
	addLayers(w, start, "")
	w.Add("alphas", alphas, p.Points)
	w.Add("weights", weights, p.Points)
	var x, y []float64
	epochs := (perCall + p.turn() - 1) / p.turn()
	for epoch := range epochs {
		for _, row := range train.Permutation(p.data.Samples(), Seed, epoch) {
			x = append(x, p.data.Data.X[row*p.Features:(row+1)*p.Features]...)
			y = append(y, p.data.Data.Y[row])
		}
	}
	w.Add("x", x, epochs*p.turn(), p.Batch, p.Features)
	w.Add("y", y, epochs*p.turn(), p.Batch)
	var u, v, low, high []float64
	for _, e := range p.order.Edges {
		u, v, low, high = append(u, float64(e.U)), append(v, float64(e.V)), append(low, e.Epsilon), append(high, e.Delta)
	}
	for name, values := range map[string][]float64{"u": u, "v": v, "low": low, "high": high} {
		w.Add(name, values, len(values))
	}
	return w, nil
}
