package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx"
)

// exported returns the path of a file that another library's exporter wrote.
func exported(name string) string { return filepath.Join("..", "..", "onnx", "testdata", name+".onnx") }

var letters = []string{"a", "b", "c", "d", "e"}

// teacher returns scikit-learn's network.
func teacher(t testing.TB) *igbo.Model {
	t.Helper()
	m := must.Of(onnx.Load(exported("sklearn_mlp"))).In(t)
	return must.Of(onnx.Adopt(backendtest.Open(t), m, letters, 1)).In(t)
}

// labelled returns random points with the teacher's outputs as targets.
func labelled(t testing.TB, m *igbo.Model, n int, seed uint64) igbo.Data {
	t.Helper()
	draw := rand.New(rand.NewPCG(seed, 1))
	d := igbo.Data{Features: letters, Steps: 1, X: make([]float64, n*5), Y: make([]float64, n)}
	for i := range d.X {
		d.X[i] = 2*draw.NormFloat64() + 0.5
	}
	y := must.Of(m.Predict(d)).In(t)
	d.Y = y
	return d
}

// TestAnONNXTeacherTeachesAStudent derives an order from the teacher's scores and trains a student
// with it on the teacher's outputs. The student must satisfy more of the order than one trained
// without it, and must not be worse than at its start.
func TestAnONNXTeacherTeachesAStudent(t *testing.T) {
	from := teacher(t)
	data := labelled(t, from, 256, 3)
	cfg := igbo.DefaultConfig()
	cfg.Attribution.Score, cfg.Epochs, cfg.Standardize, cfg.HistoryEvery = attribution.Absolute, 30, true, 0
	cfg.Optimizer.LearningRate = 1e-2
	scores := must.Of(from.ScoresWith(data, cfg.Attribution)).In(t)
	order, err := dag.Build(scores, dag.DefaultOptions())
	if err != nil || len(order.Edges) == 0 {
		t.Fatalf("%d edges, %v, want an order of the teacher's", len(order.Edges), err)
	}
	order.Features = letters
	with := trained(t, cfg, data, order)
	without := trained(t, cfg, data, nil)
	kept, lost := evaluated(t, with, data, order), evaluated(t, without, data, order)
	if !(kept.Interpretability.Loss < lost.Interpretability.Loss) || kept.Interpretability.Satisfied < lost.Interpretability.Satisfied {
		t.Errorf("with the order %+v, without %+v, want less of the loss and as many constraints", kept.Interpretability, lost.Interpretability)
	}
	if mean := meanSquare(data.Y); !(kept.MSE < mean) {
		t.Errorf("the student's error is %g, that of the mean %g", kept.MSE, mean)
	}
}

func meanSquare(y []float64) (variance float64) {
	mean := 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	for _, v := range y {
		variance += (v - mean) * (v - mean) / float64(len(y))
	}
	return variance
}

func trained(t testing.TB, cfg igbo.Config, data igbo.Data, d *dag.DAG) *igbo.Model {
	t.Helper()
	r := must.Of(igbo.Train(context.Background(), backendtest.Open(t), cfg, data, d)).In(t)
	return r.Model
}

func evaluated(t testing.TB, m *igbo.Model, data igbo.Data, d *dag.DAG) igbo.Evaluation {
	t.Helper()
	return must.Of(m.Evaluate(data, d)).In(t)
}

// TestAnONNXModelIsTrainedFurther checks that an ONNX model can be trained from its own weights,
// saved, and loaded with the function of its file. At the start, its error on its own outputs is 0.
func TestAnONNXModelIsTrainedFurther(t *testing.T) {
	start := teacher(t)
	data := labelled(t, start, 64, 4)
	before, err := start.Variables()
	if err != nil || len(before) != 7 {
		t.Fatalf("%d variables, %v, want the 6 of three layers and a shape", len(before), err)
	}
	for i := range data.Y {
		data.Y[i] += math.Sin(data.X[5*i])
	}
	cfg := start.Config
	cfg.Epochs, cfg.Optimizer.LearningRate = 20, 1e-2
	r := must.Of(igbo.TrainFrom(context.Background(), start, cfg, data, nil)).In(t)
	if begun, ended := evaluated(t, start, data, nil).MSE, evaluated(t, r.Model, data, nil).MSE; !(ended < begun) {
		t.Errorf("the error is %g at first and %g after training", begun, ended)
	}
	dir := filepath.Join(t.TempDir(), "model")
	must.Do(t, r.Model.Save(dir))
	loaded := must.Of(igbo.LoadFunction(backendtest.Open(t), dir, cfg.Function)).In(t)
	if a, b := evaluated(t, r.Model, data, nil), evaluated(t, loaded, data, nil); a.MSE != b.MSE {
		t.Errorf("the loaded model's error is %g, the saved one's %g", b.MSE, a.MSE)
	}
	if _, err := igbo.Load(backendtest.Open(t), dir); err == nil {
		t.Error("loaded without its function")
	}
}
