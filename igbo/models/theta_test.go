package models_test

import (
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// variables is a stand-in for a model that is not built.
type variables struct {
	shapes map[string]shapes.Shape
	values map[string]*tensors.Tensor
}

func (v *variables) Shapes() (map[string]shapes.Shape, error)          { return v.shapes, nil }
func (v *variables) Variables() (map[string]*tensors.Tensor, error)    { return v.values, nil }
func (v *variables) SetVariables(all map[string]*tensors.Tensor) error { v.values = all; return nil }

// TestLinearTheta checks that LinearTheta returns what SetLinear sets, and that row j of the weights holds
// feature j for all outputs.
func TestLinearTheta(t *testing.T) {
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
		for outputs := 1; outputs <= 3; outputs++ {
			v := &variables{shapes: map[string]shapes.Shape{"/linear/weights": shapes.Make(dtype, 2, outputs), "/linear/bias": shapes.Make(dtype, outputs)}}
			if outputs == 1 {
				v.shapes = map[string]shapes.Shape{"/linear/weights": shapes.Make(dtype, 2), "/linear/bias": shapes.Make(dtype)}
			}
			var theta []float64
			for o := range outputs {
				theta = append(theta, float64(o), 10+float64(o), 100+float64(o))
			}
			must.Do(t, models.SetLinear(v, theta, outputs))
			if got := must.Of(models.LinearTheta(v, outputs)).In(t); !slices.Equal(got, theta) {
				t.Errorf("%s, %d outputs: %v, want %v", dtype, outputs, got, theta)
			}
			if row := v.values["/linear/weights"].Value(); outputs == 3 && dtype == dtypes.Float64 {
				if got := row.([][]float64)[1]; !slices.Equal(got, []float64{10, 11, 12}) {
					t.Errorf("column 1 has the weights %v, want 10, 11 and 12", got)
				}
			}
			for name, err := range map[string]error{
				"a number is missing": models.SetLinear(v, theta[1:], outputs), "no outputs": models.SetLinear(v, theta, 0),
				"a column more": models.SetLinear(v, slices.Repeat(theta, 2), outputs),
			} {
				if err == nil {
					t.Errorf("%d outputs, %s: no error", outputs, name)
				}
			}
			if _, err := models.LinearTheta(v, outputs+1); err == nil {
				t.Errorf("%d outputs read as one more: no error", outputs)
			}
		}
	}
}
