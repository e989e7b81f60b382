package onnx

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// A reference is what testdata/make.py wrote about a model: the original's outputs, and its attributions by
// Captum's IntegratedGradients.
type reference struct {
	X            nested `json:"x"`
	Y            nested `json:"y"`
	Method       string `json:"method"`
	Points       int    `json:"points"`
	Attributions nested `json:"attributions"` // [outputs, shape of x]
}

// nested is an array of numbers of any rank.
type nested struct {
	dims   []int
	values []float64
}

func (n *nested) UnmarshalJSON(text []byte) error {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	for at := v; ; {
		list, ok := at.([]any)
		if !ok {
			break
		}
		n.dims, at = append(n.dims, len(list)), list[0]
	}
	n.add(v)
	return nil
}

func (n *nested) add(v any) {
	if list, ok := v.([]any); ok {
		for _, e := range list {
			n.add(e)
		}
		return
	}
	n.values = append(n.values, v.(float64))
}

func readReference(t testing.TB, name string) (r reference) {
	t.Helper()
	text := must.Of(os.ReadFile(filepath.Join("testdata", name+".json"))).In(t)
	must.Do(t, json.Unmarshal(text, &r))
	return r
}

// input returns x as [N,T,D] in the model's dtype.
func (r reference) input(m *Model) *tensors.Tensor {
	dims := []int{r.X.dims[0], 1, r.X.dims[1]}
	if len(r.X.dims) == 3 {
		dims = r.X.dims
	}
	return wide.Tensor(m.DType, r.X.values, dims...)
}

// rules maps Captum's names of quadrature rules.
var rules = map[string]attribution.Rule{"riemann_middle": attribution.Midpoint, "gausslegendre": attribution.GaussLegendre}

// run evaluates a graph on x and returns float64.
func run(t testing.TB, m *Model, x *tensors.Tensor, f attribution.Model) []float64 {
	t.Helper()
	out := must.Of(model.CallOnce(backendtest.Open(t), model.NewStore(), func(scope *model.Scope, x *Node) *Node {
		return ConvertDType(f(scope, x), dtypes.Float64)
	}, x)).In(t)
	return must.Of(tensors.CopyFlatData[float64](out)).In(t)
}

// near fails the test if numbers differ by more than 1e-5 times the largest one.
func near(t testing.TB, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	size := 1.0
	for _, v := range want {
		size = math.Max(size, math.Abs(v))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-5*size) {
			t.Fatalf("%s: %g at %d, want %g", what, got[i], i, want[i])
		}
	}
}

// TestFromOutside checks models from scikit-learn, PyTorch and Keras. Their outputs must equal those of the
// originals, and their attributions those of Captum with the same rule and points.
func TestFromOutside(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d references, %v: want those of testdata/make.py", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if name == "versions" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			options := Options{}
			if name == "keras_heads" {
				options.Output = "1"
			}
			m := must.Of(LoadWith(filepath.Join("testdata", name+".onnx"), options)).In(t)
			r := readReference(t, name)
			x := r.input(m)
			y := run(t, m, x, m.Unmasked())
			if len(r.X.dims) == 3 && !m.perStep { // one output per series, repeated at every step
				y = thinned(y, r.X.dims[1], m.Outputs)
			}
			near(t, "outputs", y, r.Y.values)
			if r.Method != "" {
				near(t, "attributions", attributions(t, m, r, x), r.Attributions.values)
			}
		})
	}
}

// thinned returns the K outputs of the first of T equal steps.
func thinned(y []float64, t, k int) (out []float64) {
	for i := 0; i < len(y); i += t * k {
		out = append(out, y[i:i+k]...)
	}
	return out
}

// attributions returns the attributions of every output, or of every step if the model has one output per step.
func attributions(t testing.TB, m *Model, r reference, x *tensors.Tensor) (all []float64) {
	cfg := attribution.DefaultConfig()
	cfg.Quadrature, cfg.Points = rules[r.Method], r.Points
	for c := range max(m.Outputs, 1) {
		f := m.Unmasked()
		if m.Outputs > 1 {
			f = attribution.Select(f, c)
		}
		steps := r.Attributions.dims[0]
		tig := run(t, m, x, func(scope *model.Scope, x *Node) *Node { return attribution.TIG(scope, f, x, cfg) })
		if !m.perStep {
			steps = 1
		}
		n, d := r.X.dims[0], m.Features
		t := len(r.X.values) / n / d
		for step := range steps {
			for i := range n {
				from := (i*t + step) * t * d
				all = append(all, tig[from:from+t*d]...)
			}
		}
	}
	return all
}
