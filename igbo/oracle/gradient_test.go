package oracle

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/train"
)

// TestGradients compares the gradients of L_path and L_valid with respect to all parameters with central
// differences, for both forms, all losses, and pairs with different K.
func TestGradients(t *testing.T) {
	data := bowl(40, 3)
	a := newKernels(t, data, 30, 0.5)
	for _, form := range []Form{Bridge, Free} {
		for _, kinds := range []struct {
			length   Length
			validity Validity
		}{{Scaled, Line}, {Printed, AtAnchors}} {
			c := small()
			c.Form, c.Length, c.Validity, c.Hidden, c.State, c.Batch, c.DType = form, kinds.length, kinds.validity, 3, 2, 4, "float64"
			o, drawn, err := prepare(backendtest.Open(t), c, data, a)
			if err != nil {
				t.Fatal(err)
			}
			store := backendtest.Store(t, 5)
			f := o.objectives(false)
			rows := drawn.rows(6, 1)
			values := func() []float64 {
				out := must.Of(model.CallOnce(backendtest.Open(t), store, func(scope *model.Scope, x *Node) *Node {
					first := ReduceAllMean(f(scope, x, nil))
					return Stack([]*Node{first, train.SecondLoss(x.Graph())}, 0)
				}, wide.Tensor(dtypes.Float64, rows, 6, 1, drawn.width()))).In(t)
				v, _ := wide.Floats(out)
				return v
			}
			values()                               // creates the variables
			for v := range store.IterVariables() { // moves them away from the zeros of the last layer
				if v.Shape().DType != dtypes.Float64 {
					continue
				}
				shifted := must.Of(wide.Floats(v.MustValue())).In(t)
				for i := range shifted {
					shifted[i] += 0.3 * math.Sin(float64(7*i+len(shifted)))
				}
				must.Do(t, v.SetValue(tensors.FromFlatDataAndDimensions(shifted, v.Shape().Dimensions...)))
			}
			for which := range 2 {
				for v := range store.IterVariables() {
					if v.Shape().DType != dtypes.Float64 {
						continue
					}
					out := must.Of(model.CallOnce(backendtest.Open(t), store, func(scope *model.Scope, x *Node) *Node {
						loss := ReduceAllMean(f(scope, x, nil))
						if which == 1 {
							loss = train.SecondLoss(x.Graph())
						}
						return Gradient(loss, v.NodeValue(x))[0]
					}, wide.Tensor(dtypes.Float64, rows, 6, 1, drawn.width()))).In(t)
					got, at := must.Of(wide.Floats(out)).In(t), must.Of(wide.Floats(v.MustValue())).In(t)
					for i := range at {
						const h = 1e-5
						var side [2]float64
						for s, sign := range []float64{1, -1} {
							moved := append([]float64{}, at...)
							moved[i] += sign * h
							must.Do(t, v.SetValue(tensors.FromFlatDataAndDimensions(moved, v.Shape().Dimensions...)))
							side[s] = values()[which]
						}
						must.Do(t, v.SetValue(tensors.FromFlatDataAndDimensions(append([]float64{}, at...), v.Shape().Dimensions...)))
						want := (side[0] - side[1]) / (2 * h)
						if math.Abs(got[i]-want) > 1e-6*(1+math.Abs(want)) {
							t.Errorf("%s, objective %d, %s[%d]: gradient %g, differences %g", form, which, v.Path(), i, got[i], want)
						}
					}
				}
			}
		}
	}
}
