package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// TestTrainFromONNX uses scikit-learn's linear regression, as an ONNX file, as a teacher. On inputs of standard deviation 1, its order is
// that of the absolute weights, which are found by unit vectors. A table with another number of columns is refused.
func TestTrainFromONNX(t *testing.T) {
	path := must.Of(filepath.Abs(filepath.Join(projectRoot, "igbo", "onnx", "testdata", "sklearn_linear.onnx"))).In(t)
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	file := must.Of(onnx.Load(path)).In(t)
	d, n := file.Features, 120
	data := igbo.Data{Steps: 1, X: make([]float64, (d+1)*d), Y: make([]float64, d+1)}
	for k := range d {
		data.Features = append(data.Features, fmt.Sprintf("c%d", k))
		data.X[(k+1)*d+k] = 1
	}
	m := must.Of(onnx.Adopt(backendtest.Open(t), file, data.Features, 1)).In(t)
	y := must.Of(m.Predict(data)).In(t)
	size := func(k int) float64 { return math.Abs(y[k+1] - y[0]) }
	by := make([]int, d)
	for k := range by {
		by[k] = k
	}
	slices.SortFunc(by, func(a, b int) int { return map[bool]int{true: -1, false: 1}[size(a) > size(b)] })
	rng, b := rand.New(rand.NewPCG(5, 5)), &strings.Builder{}
	fmt.Fprintf(b, "%s,extra,target\n", strings.Join(data.Features, ","))
	for range n {
		for range d + 1 {
			fmt.Fprintf(b, "%g,", rng.NormFloat64())
		}
		fmt.Fprintf(b, "%g\n", rng.NormFloat64())
	}
	must.Do(t, os.WriteFile("houses.csv", []byte(b.String()), 0o666))
	line := []string{"train", "houses.csv", "--target", "target", "--folds", "2", "--set", "repeats=1", "--set", "steps=5", "--backend", backendtest.Name(), "--teacher", path, "--out", "student", "--json"}
	if a := performed(line...); a.code == 0 || !strings.Contains(a.stderr, fmt.Sprintf("requires %d columns, but the table has %d", d, d+1)) {
		t.Errorf("a column too many: exit code %d, %s", a.code, a.stderr)
	}
	a := performed(append(line, "--drop", "extra")...).must(t)
	var v compare.Comparison
	must.Do(t, json.Unmarshal([]byte(a.stdout), &v))
	most, least := data.Features[by[0]], data.Features[by[d-1]]
	found := false
	for _, e := range v.Order.NamedEdges() {
		found = found || e.U == most && e.V == least
		if e.U == least {
			t.Errorf("%s, of the smallest weight, is above %s", e.U, e.V)
		}
	}
	if !found {
		t.Errorf("%s is not above %s in %v", most, least, v.Order.NamedEdges())
	}
}
