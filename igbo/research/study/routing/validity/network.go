package validity

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// networks has one architecture with several sets of weights, of which one is current. The last output, in standard deviations
// of the target, is a function of T·D inputs.
type networks struct {
	backend compute.Backend
	of      *problem
	store   *model.Store
	f       attribution.MaskedModel
	weights []map[string]*tensors.Tensor
	outputs *model.Exec
	tig     map[quadrature]*model.Exec
	size    int
}

// quadrature has the number of points and the number of anchors of a path.
type quadrature struct{ points, anchors int }

// rows is the number of outputs that are computed at once.
const rows = 128

// trainNetworks trains a distribution's networks, which report their steps to the cell's work.
func trainNetworks(ctx context.Context, w *workflow.Work, c Config, p *problem, name string, seed int64) (*networks, error) {
	n := &networks{backend: w.Backend, of: p, store: model.NewStore(), tig: map[quadrature]*model.Exec{}, size: c.Pairs}
	for j := range c.networksOf(name) {
		cfg := c.training(p.steps, seed+int64(j)<<32)
		trained, err := igbo.Train(ctx, w.Backend, training.Stage(w, cfg, fmt.Sprint("network-", j), j*c.trainingSteps(name)), p.train, nil)
		if err != nil {
			return nil, err
		}
		weights, err := trained.Model.Variables()
		if err != nil {
			return nil, err
		}
		n.weights = append(n.weights, weights)
		if n.f, err = cfg.Model.BuildMasked(); err != nil {
			return nil, err
		}
	}
	for path, value := range n.weights[0] {
		own, err := value.Clone() // the value belongs to the store
		if err == nil {
			_, err = n.store.CreateVariable(path, own)
		}
		if err != nil {
			return nil, fmt.Errorf("routing: %w", err)
		}
	}
	var err error
	if n.outputs, err = model.NewExec(w.Backend, n.store, func(scope *model.Scope, x *Node) *Node { return n.last(scope.At("model"), x) }); err != nil {
		return nil, fmt.Errorf("routing: %w", err)
	}
	return n, nil
}

// last returns F: x [B,1,T·D] → [B,1].
func (n *networks) last(scope *model.Scope, x *Node) *Node {
	b, t := x.Shape().Dim(0), n.of.steps
	y := n.f(scope, Reshape(x, b, t, len(n.of.features)), nil)
	if t == 1 {
		return y
	}
	pick := make([]float64, t)
	pick[t-1] = 1
	return ReduceAndKeep(Mul(y, constant.Of(y, pick, 1, t)), ReduceSum, -1)
}

// use makes the weights of a network current.
func (n *networks) use(j int) error {
	for path, value := range n.weights[j] {
		copied, err := value.Clone()
		if err == nil {
			err = n.store.GetVariable(path).SetValue(copied)
		}
		if err != nil {
			return fmt.Errorf("routing: %w", err)
		}
	}
	return nil
}

// at implements faithfulness.Function: it returns the last output at points, in the target's units.
func (n *networks) at(points []float64) ([]float64, error) {
	width := n.of.width()
	y, err := inRows(rows, width, points, n.outputs.Call1)
	for i := range y {
		y[i] = n.of.targetShift + n.of.targetScale*y[i]
	}
	return y, err
}

// attribute integrates gradients along paths. x and baseline have T·D numbers per pair, and anchors K·T·D numbers per pair. It
// returns the attributions of the last output in the target's units.
func (n *networks) attribute(x, baseline, anchors []float64, points int) ([]float64, error) {
	width := n.of.width()
	q := quadrature{points, len(anchors) / len(x)}
	exec, err := n.integral(q)
	if err != nil {
		return nil, err
	}
	a, err := inRows(n.size, width*(2+q.anchors), joined(width, x, baseline, anchors), exec.Call1)
	for i := range a {
		a[i] *= n.of.targetScale
	}
	return a, err
}

// integral builds TIG of pairs [B,1,(2+K)·T·D], which contain x, its baseline and its anchors.
func (n *networks) integral(q quadrature) (*model.Exec, error) {
	if exec, ok := n.tig[q]; ok {
		return exec, nil
	}
	cfg := attribution.DefaultConfig()
	cfg.Points = q.points
	width := n.of.width()
	exec, err := model.NewExec(n.backend, n.store, func(scope *model.Scope, in *Node) *Node {
		knot := func(i int) *Node { return Slice(in, AxisRange(), AxisRange(), AxisRange(i*width, (i+1)*width)) }
		cfg.Baselines = []attribution.Baseline{{Name: "pair", PerSample: func(*Node) *Node { return knot(1) }}}
		if q.anchors > 0 {
			cfg.Path = attribution.PiecewiseLinear{Anchors: func(_, _ *Node) (all []*Node) {
				for k := range q.anchors {
					all = append(all, knot(2+k))
				}
				return all
			}}
		}
		return attribution.TIG(scope.At("model"), n.last, knot(0), cfg)
	})
	if err == nil {
		n.tig[q] = exec
	}
	return exec, err
}

// close frees the graphs.
func (n *networks) close() {
	n.outputs.Finalize()
	for _, exec := range n.tig {
		exec.Finalize()
	}
}
