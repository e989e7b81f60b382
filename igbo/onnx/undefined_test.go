package onnx

import (
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestModelsUndefinedAtZero adopts models with a logarithm, a reciprocal and a root of x − 1. They must predict
// and be explained at rows where they are defined, and return a clear error elsewhere.
func TestModelsUndefinedAtZero(t *testing.T) {
	one := &protos.TensorProto{Name: "one", DataType: int32(protos.TensorProto_FLOAT), Dims: []int64{1}, FloatData: []float32{1}}
	sum := node("ReduceSum", []string{"z", "axis"}, []string{"y"})
	axis := integersOf("axis", 1)
	backend, names := backendtest.Open(t), []string{"a", "b", "c", "d", "e", "f"}
	for name, c := range map[string]struct {
		file string
		want func(x float64) float64
	}{
		"log":        {saved(t, 20, []*protos.NodeProto{node("Log", []string{"x"}, []string{"z"}), sum}, axis), math.Log},
		"reciprocal": {saved(t, 20, []*protos.NodeProto{node("Reciprocal", []string{"x"}, []string{"z"}), sum}, axis), func(x float64) float64 { return 1 / x }},
		"root":       {saved(t, 20, []*protos.NodeProto{node("Sub", []string{"x", "one"}, []string{"w"}), node("Sqrt", []string{"w"}, []string{"z"}), sum}, one, axis), func(x float64) float64 { return math.Sqrt(x - 1) }},
	} {
		m := must.Of(Load(c.file)).In(t)
		model, err := Adopt(backend, m, names, 1)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		data, want := igbo.Data{Features: names, Steps: 1, Y: make([]float64, 3)}, make([]float64, 3)
		for i := range 18 {
			x := 1.5 + float64(i)/4
			data.X = append(data.X, x)
			want[i/6] += c.want(x)
		}
		must.Do(t, m.CheckRows(data.X, 1))
		for i, y := range must.Of(model.Predict(data)).In(t) {
			if math.Abs(y-want[i]) > 1e-4*math.Abs(want[i]) {
				t.Errorf("%s: %g of row %d, want %g", name, y, i, want[i])
			}
		}
		cfg := attribution.DefaultConfig()
		cfg.Baselines = []attribution.Baseline{attribution.Constant("mean", []float64{2, 2, 2, 2, 2, 2})}
		if _, err := model.Scores(igbo.Data{Features: names, Steps: 1, X: make([]float64, 6), Y: make([]float64, 1)}); err == nil || !strings.Contains(err.Error(), "undefined at the sample") {
			t.Errorf("%s at zero: %v", name, err)
		}
		must.Of(model.ScoresWith(data, cfg)).In(t)
	}
}

// TestCheckRows checks that CheckRows rejects a model that mixes samples, and numbers that do not form rows.
func TestCheckRows(t *testing.T) {
	m := must.Of(Load("testdata/sklearn_mlp.onnx")).In(t)
	must.Do(t, m.CheckRows(make([]float64, 10), 1))
	must.Do(t, m.CheckRows(nil, 1))
	for _, err := range []error{m.CheckRows(make([]float64, 9), 1), m.CheckRows(nil, 0)} {
		if err == nil || !strings.Contains(err.Error(), "want a multiple of") {
			t.Error(err)
		}
	}
}
