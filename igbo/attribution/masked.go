package attribution

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// MaskedTIG builds the attribution tensor [B,T,T,D] for padded series x [B,T,D] with mask [B,T]. It equals that
// of the unpadded series, with zeros at masked output and input steps. The contents of x at masked steps do not
// matter.
//
// This requires a model whose valid steps do not depend on masked steps. Models, per-sample baselines and paths
// see zeros at masked steps. A baseline that averages over steps, for example, must be given the mask by its
// caller.
func MaskedTIG(scope *model.Scope, f MaskedModel, x, mask *Node, cfg Config) *Node {
	x = sanitised(x, mask)
	tig := TIG(scope, WithMask(f, mask), x, cfg.masked(mask))
	dims := tig.Shape().Dimensions
	out, in := BroadcastToDims(InsertAxes(mask, -1, -1), dims...), BroadcastToDims(InsertAxes(mask, 1, -1), dims...)
	return Where(LogicalAnd(out, in), tig, ZerosLike(tig))
}

// MaskedCumulative builds the cumulative attribution h [B,T,K] for padded series x [B,T,D] with mask [B,T]. It
// equals that of the unpadded series, with zeros at masked steps. The contents of x at masked steps do not
// matter.
func MaskedCumulative(scope *model.Scope, f MaskedModel, x, mask *Node, cfg Config) *Node {
	x = sanitised(x, mask)
	return keep(Cumulative(scope, WithMask(f, mask), x, cfg.masked(mask)), mask)
}

// MaskedScores builds H [B,K] for padded series x [B,T,D] with mask [B,T]. Masked steps get no attribution and
// do not count in the mean over t, so the scores equal those of the unpadded series. The contents of x at
// masked steps do not matter.
func MaskedScores(scope *model.Scope, f MaskedModel, x, mask *Node, cfg Config) *Node {
	return Score(MaskedCumulative(scope, f, x, mask, cfg), mask, cfg)
}

// MaskedGap builds the completeness gap [B,T] for padded series x [B,T,D] with mask [B,T]. It equals that of
// the unpadded series, with zeros at masked steps. The contents of x at masked steps do not matter.
func MaskedGap(scope *model.Scope, f MaskedModel, x, mask *Node, cfg Config) *Node {
	x = sanitised(x, mask)
	return keep(Gap(scope, WithMask(f, mask), x, cfg.masked(mask)), mask)
}

// sanitised returns x with zeros at masked steps.
func sanitised(x, mask *Node) *Node {
	checkInput(x)
	checkMask(x, mask)
	return keep(x, mask)
}

// keep returns x [B,T] or [B,T,C] with zeros where the mask [B,T] is false.
func keep(x, mask *Node) *Node {
	if x.Rank() == 3 {
		mask = BroadcastToDims(InsertAxes(mask, -1), x.Shape().Dimensions...)
	}
	return Where(mask, x, ZerosLike(x))
}

// masked returns a Config whose baselines and path are zero at masked steps, as x is.
func (c Config) masked(mask *Node) Config {
	var masked []Baseline
	for _, b := range c.baselines() {
		masked = append(masked, Baseline{Name: b.Name, PerSample: func(x *Node) *Node {
			if start := b.Node(x); start != nil {
				return keep(start, mask)
			}
			return nil
		}})
	}
	c.Baselines = masked
	if path, ok := c.Path.(Maskable); ok {
		c.Path = path.Masked(mask)
	}
	if c.Path != nil { // a straight path between zeros stays at zero
		c.Path = maskedPath{c.Path, mask}
	}
	return c
}

// A maskedPath is a path that is zero at masked steps.
type maskedPath struct {
	path Path
	mask *Node
}

// Segments implements Segmented.
func (p maskedPath) Segments(x, baseline *Node) []Segment {
	segments := Config{Path: p.path}.segments(x, baseline)
	for s := range segments {
		segments[s].Path = maskedPath{segments[s].Path, p.mask}
	}
	return segments
}

// Points implements Path.
func (p maskedPath) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	points, velocity = p.path.Points(x, baseline, alphas)
	return p.keep(points), p.keep(velocity)
}

// keep sets points [M,B,T,D] to zero at masked steps.
func (p maskedPath) keep(points *Node) *Node {
	if points == nil {
		return nil
	}
	mask := BroadcastToDims(InsertAxes(p.mask, 0, -1), points.Shape().Dimensions...)
	return Where(mask, points, ZerosLike(points))
}

// checkMask panics unless the mask is a boolean [B,T] that matches x [B,T,…].
func checkMask(x, mask *Node) {
	if mask == nil {
		panic(fmt.Errorf("attribution: the mask for x %s is nil (want a boolean [B,T])", x.Shape()))
	}
	s, of := mask.Shape(), x.Shape()
	if s.DType != dtypes.Bool || s.Rank() != 2 || of.Rank() < 2 || s.Dim(0) != of.Dim(0) || s.Dim(1) != of.Dim(1) {
		panic(fmt.Errorf("attribution: the mask has shape %s for %s, want a boolean [B,T]", s, of))
	}
}

// Unmasked returns f as a MaskedModel that panics if its mask is not nil.
func Unmasked(f Model) MaskedModel {
	if f == nil {
		panic(errors.New("attribution: Unmasked: the model must not be nil"))
	}
	return func(scope *model.Scope, x, mask *Node) *Node {
		if mask != nil {
			panic(fmt.Errorf("attribution: the mask %s is unsupported by this model (use a MaskedModel for padded series)", mask.Shape()))
		}
		return f(scope, x)
	}
}
