package onnx

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/attribution/forward"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// operation is one of testdata/operations.json: a model of one operation with the
// outputs of ONNX's reference implementation.
type operation struct {
	Op, Setting, Domain, Model string
	Dims                       []int
	X, Y                       []float64
}

// measured is what the test finds of an operation.
func (o operation) measured(t *testing.T) (imported, forwards, reverse string) {
	m, err := o.model(t)
	if err != nil {
		return "refused", "", ""
	}
	got, err := o.run(t, m, o.X, o.outputs(m))
	if err != nil {
		return "refused", "", ""
	}
	if !close64(got, o.Y, 1e-6) {
		return "wrong", "", ""
	}
	return "right", o.differentiated(t, m, attribution.ForwardMode), o.differentiated(t, m, attribution.ReverseMode)
}

// model is the operation's, without the checks of whole models.
func (o operation) model(t *testing.T) (*Model, error) {
	content, err := base64.StdEncoding.DecodeString(o.Model)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "operation.onnx")
	if err := os.WriteFile(file, content, 0o666); err != nil {
		t.Fatal(err)
	}
	p, _, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{}
	if err := m.prepare(p, Options{}); err != nil {
		return nil, err
	}
	return m, m.parse(p)
}

// outputs are the operation's, x being [N,1,·].
func (o operation) outputs(m *Model) attribution.Model {
	return func(scope *model.Scope, x *Node) *Node {
		return m.convert(scope, Reshape(x, append([]int{x.Shape().Dim(0)}, append([]int{1, 1}, o.Dims[1:]...)[len(o.Dims)-1:]...)...), m.Output)[0]
	}
}

// weighed is Σ cos(j)·y_j for each sample, [N,1].
func (o operation) weighed(m *Model) attribution.Model {
	return func(scope *model.Scope, x *Node) *Node {
		y := o.outputs(m)(scope, x)
		y = Reshape(y, x.Shape().Dim(0), y.Shape().Size()/x.Shape().Dim(0))
		return ReduceAndKeep(Mul(y, Cos(Iota(x.Graph(), y.Shape(), 1))), ReduceSum, -1)
	}
}

// run evaluates a graph on as many samples at a time as the operation has.
func (o operation) run(t *testing.T, m *Model, x []float64, f attribution.Model) (all []float64, err error) {
	exec, err := model.NewExec(backendtest.Open(t), model.NewStore(), func(scope *model.Scope, x *Node) *Node { return f(scope, x) })
	if err != nil {
		return nil, err
	}
	defer exec.Finalize()
	for n := len(o.X); len(x) > 0; x = x[n:] {
		out, err := exec.Call1(tensors.FromFlatDataAndDimensions(x[:n], o.Dims[0], 1, n/o.Dims[0]))
		if err != nil {
			return nil, err
		}
		part, err := tensors.CopyFlatData[float64](out)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

// differentiated compares x·∂y/∂x with finite differences.
func (o operation) differentiated(t *testing.T, m *Model, mode attribution.Mode) string {
	cfg := attribution.DefaultConfig()
	cfg.Quadrature, cfg.Points, cfg.Mode = attribution.Right, 1, mode
	got, err := o.run(t, m, o.X, func(scope *model.Scope, x *Node) *Node {
		return attribution.Cumulative(scope, o.weighed(m), x, cfg)
	})
	var unsupported *forward.UnsupportedError
	if errors.As(err, &unsupported) {
		return "refused"
	}
	if err != nil {
		return "wrong: " + short(err)
	}
	want, err := o.differences(t, m)
	if err != nil {
		t.Fatal(err)
	}
	if !close64(got, want, 1e-6) {
		return "wrong"
	}
	return "right"
}

// differences are x·∂y/∂x by central differences, all of them in one batch.
func (o operation) differences(t *testing.T, m *Model) ([]float64, error) {
	const h = 1e-5
	width := len(o.X) / o.Dims[0]
	var moved []float64
	for k := range 2 * len(o.X) {
		i := k / 2
		row := append([]float64{}, o.X[i/width*width:i/width*width+width]...)
		row[i%width] += h * float64(1-2*(k%2))
		moved = append(moved, row...)
	}
	y, err := o.run(t, m, moved, o.weighed(m))
	if err != nil {
		return nil, err
	}
	want := make([]float64, len(o.X))
	for i := range want {
		want[i] = o.X[i] * (y[2*i] - y[2*i+1]) / (2 * h)
	}
	return want, nil
}

func close64(got, want []float64, tolerance float64) bool {
	if len(got) != len(want) {
		return false
	}
	size := 1.0
	for _, v := range want {
		size = math.Max(size, math.Abs(v))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*size) {
			return false
		}
	}
	return true
}

// TestOperations measures the table of doc.go: which operations are imported, and
// differentiated in each mode; none may be imported or differentiated wrongly.
func TestOperations(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "operations.json"))
	if err != nil {
		t.Fatal(err)
	}
	var operations []operation
	if err := json.Unmarshal(text, &operations); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, o := range operations {
		imported, forwards, reverse := o.measured(t)
		name := strings.TrimPrefix(o.Domain+"."+o.Op, ".")
		if o.Setting != "" {
			name += ", " + o.Setting
		}
		rows = append(rows, strings.TrimRight(fmt.Sprintf("//\t%-44s %-9s %-9s %-9s", name, imported, forwards, reverse), " "))
		if strings.Contains(imported+forwards+reverse, "wrong") {
			t.Errorf("%s: imported %s, forward %s, reverse %s", name, imported, forwards, reverse)
		}
	}
	table := strings.Join(rows, "\n")
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), table) {
		t.Errorf("doc.go does not have the table as measured:\n%s", table)
	}
}
