package oracle

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Path returns the path with K = k anchors for models that take the data in its original units. The result
// implements attribution.Segmented with K + 1 straight segments, so quadrature is applied to each segment. K
// must be from 1 to 1024. The network extrapolates outside the range MinAnchors to MaxAnchors of its training.
//
// The weights are constants of the graph. Building the graph panics unless the inputs have the oracle's T and
// D. Feature names are not checked; use [Oracle.PathFor] for that. NaN and infinities propagate along the path.
func (o *Oracle) Path(k int) (attribution.Path, error) {
	p, err := o.path(k)
	if err != nil {
		return nil, err
	}
	p.scale, p.shift = inverse(o.Scale, o.Shift)
	return p, nil
}

// PathFor is like [Oracle.Path] for a trained model. It also works for models that standardise their inputs. It
// returns an error if the model has other features or another number of steps.
func (o *Oracle) PathFor(m *igbo.Model, k int) (attribution.Path, error) {
	p, err := o.path(k)
	if err != nil {
		return nil, err
	}
	if m == nil || m.Features == nil {
		return nil, fmt.Errorf("oracle: making a path: the model was neither trained nor loaded (use igbo.Train or igbo.Load)")
	}
	if !slices.Equal(m.Features, o.Features) || m.Steps != o.Steps {
		return nil, fmt.Errorf("oracle: the model has features %.60q and T = %d, but the oracle was trained on %.60q and %d", m.Features, m.Steps, o.Features, o.Steps)
	}
	p.scale, p.shift = inverse(o.Scale, o.Shift)
	if n := m.Normalization; n.Scale != nil {
		for d := range p.scale {
			p.shift[d] = (n.Shift[d] - o.Shift[d]) / o.Scale[d]
			p.scale[d] = n.Scale[d] / o.Scale[d]
		}
	}
	return p, nil
}

// inverse rewrites (x − shift)/scale as x·factor + offset.
func inverse(scale, shift []float64) (factor, offset []float64) {
	factor, offset = make([]float64, len(scale)), make([]float64, len(scale))
	for d := range scale {
		factor[d], offset[d] = 1/scale[d], -shift[d]/scale[d]
	}
	return factor, offset
}

func (o *Oracle) path(k int) (path, error) {
	if err := o.ready(); err != nil {
		return path{}, err
	}
	if k < 1 || k > maxAnchors {
		return path{}, fmt.Errorf("oracle: a path has K = %d anchors, want 1 to %d", k, maxAnchors)
	}
	return path{oracle: o, k: k}, nil
}

// A path is the path of an oracle. z = x·scale + shift converts to the oracle's units.
type path struct {
	oracle       *Oracle
	k            int
	scale, shift []float64
	mask         *Node // [B,T]; nil if all steps are valid
}

// Name returns a name that contains the oracle's digest and K.
func (p path) Name() string { return fmt.Sprintf("oracle %s, K = %d", p.oracle.digest, p.k) }

// Masked implements attribution.Maskable.
func (p path) Masked(mask *Node) attribution.Path {
	p.mask = mask
	return p
}

// Points implements attribution.Path.
func (p path) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	return p.linear().Points(x, baseline, alphas)
}

// Segments implements attribution.Segmented.
func (p path) Segments(x, baseline *Node) []attribution.Segment {
	return p.linear().Segments(x, baseline)
}

func (p path) linear() attribution.PiecewiseLinear {
	return attribution.PiecewiseLinear{Anchors: p.anchors}
}

// anchors builds p_1, …, p_K in the units of x and baseline, both [B,T,D].
func (p path) anchors(x, baseline *Node) []*Node {
	o, s := p.oracle, x.Shape()
	if s.Dim(1) != o.Steps || s.Dim(2) != len(o.Features) {
		panic(fmt.Errorf("oracle: inputs %s, but the oracle was trained on T = %d steps of D = %d features", s, o.Steps, len(o.Features)))
	}
	g, b := o.generator(), s.Dim(0)
	w := o.frozen(x)
	valid := p.valid(x)
	points := g.anchors(w, p.enter(baseline, valid), p.enter(x, valid), valid, o.fixedTicks(x, p.k))
	for i, point := range points {
		points[i] = p.leave(Reshape(point, b, s.Dim(1), s.Dim(2)))
	}
	return points
}

// valid returns the mask for points [B,n], or nil if all are valid.
func (p path) valid(x *Node) *Node {
	if p.mask == nil {
		return nil
	}
	s, b := x.Shape(), p.mask.Shape().Dim(0)
	wide := BroadcastToDims(InsertAxes(p.mask, -1), b, s.Dim(1), s.Dim(2))
	return Reshape(wide, b, s.Dim(1)*s.Dim(2))
}

// enter converts points [B,T,D] to the oracle's units [B,n], with zeros where valid is false.
func (p path) enter(x, valid *Node) *Node {
	if !p.same() {
		d := len(p.scale)
		x = Add(Mul(x, constant.Of(x, p.scale, 1, 1, d)), constant.Of(x, p.shift, 1, 1, d))
	}
	z := Reshape(x, x.Shape().Dim(0), -1)
	if valid == nil {
		return z
	}
	return Where(valid, z, ZerosLike(z))
}

// leave converts points [B,T,D] from the oracle's units.
func (p path) leave(z *Node) *Node {
	if p.same() {
		return z
	}
	d := len(p.scale)
	return Div(Sub(z, constant.Of(z, p.shift, 1, 1, d)), constant.Of(z, p.scale, 1, 1, d))
}

// same reports whether the units are the oracle's.
func (p path) same() bool {
	for d := range p.scale {
		if p.scale[d] != 1 || p.shift[d] != 0 {
			return false
		}
	}
	return true
}

// frozen returns the weights as constants in the graph and dtype of x.
func (o *Oracle) frozen(x *Node) weights {
	g := o.generator()
	nodes := make([]*Node, len(names))
	for i, dims := range g.shapes() {
		nodes[i] = constant.Of(x, o.weights[i], dims...)
	}
	return g.of(nodes)
}

// fixedTicks returns constant ticks for a common K.
func (o *Oracle) fixedTicks(x *Node, k int) []tick {
	list, width := make([]tick, k), o.Config.Hidden+o.Config.State
	size := constant.Of(x, []float64{2 / float64(k+1)}, 1, 1)
	for i := range list {
		rem := float64(k - i)
		row := make([]float64, width)
		for j := range row {
			row[j] = o.weights[0][j]*rem/float64(k) + o.weights[0][width+j]/(rem+1) + o.weights[3][j]
		}
		list[i] = tick{row: constant.Of(x, row, 1, width), share: constant.Of(x, []float64{1 / (rem + 1)}, 1, 1), size: size}
	}
	return list
}
