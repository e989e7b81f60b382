package onnx

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/trees"
)

// A treeCase is what testdata/trees.py wrote about a model: rows, the outputs of ONNX Runtime, and the SHAP
// values of the original model relative to a background, [N,D] or [N,D,K].
type treeCase struct {
	file       string
	Rows       [][]any     `json:"rows"`
	Y          [][]float64 `json:"y"`
	Background [][]any     `json:"background"`
	Phi        []any       `json:"phi"`
}

// treeCases unpacks the cases into a temporary folder.
func treeCases(t testing.TB) map[string]treeCase {
	t.Helper()
	f := must.Of(os.Open(filepath.Join("testdata", "trees.tar.gz"))).In(t)
	defer f.Close()
	z := must.Of(gzip.NewReader(f)).In(t)
	folder, cases := t.TempDir(), map[string]treeCase{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return cases
		}
		if err != nil {
			t.Fatal(err)
		}
		content := must.Of(io.ReadAll(r)).In(t)
		name, kind, _ := strings.Cut(h.Name, ".")
		c := cases[name]
		switch {
		case kind == "onnx":
			c.file = filepath.Join(folder, h.Name)
			err = os.WriteFile(c.file, content, 0o666)
		case name != "versions":
			err = json.Unmarshal(content, &c)
		default:
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		cases[name] = c
	}
}

// cellsOf converts rows from JSON.
func cellsOf(rows [][]any) (out [][]trees.Cell) {
	for _, row := range rows {
		var cells []trees.Cell
		for _, v := range row {
			switch v := v.(type) {
			case string:
				cells = append(cells, trees.Cell{Text: v, IsText: true})
			case float64:
				cells = append(cells, trees.Cell{Number: v})
			default:
				cells = append(cells, trees.Cell{Number: math.NaN()})
			}
		}
		out = append(out, cells)
	}
	return out
}

// TestTreesAgainstONNXRuntimeAndSHAP tests exports of scikit-learn, XGBoost and LightGBM. The outputs must
// equal those of ONNX Runtime, and the Shapley values those of SHAP's interventional explainer for the original
// models.
func TestTreesAgainstONNXRuntimeAndSHAP(t *testing.T) {
	for name, c := range treeCases(t) {
		t.Run(name, func(t *testing.T) {
			m := must.Of(trees.Load(c.file, "")).In(t)
			rows, k := cellsOf(c.Rows), m.Outputs
			y := must.Of(m.Predict(rows)).In(t)
			off := 0.0
			for i, want := range c.Y {
				for j, v := range want {
					off = max(off, math.Abs(y[i*k+j]-v)/(1+math.Abs(v)))
				}
			}
			if !(off <= 1e-6) || len(y) != len(c.Y)*len(c.Y[0]) {
				t.Errorf("outputs differ by %.2g from ONNX Runtime's: %g, want %g", off, y[:k], c.Y[0])
			}
			if c.Phi == nil {
				return
			}
			var player []int
			for p := range rows[0] {
				player = append(player, p)
			}
			output := k - 1
			phi := must.Of(m.Values(context.Background(), output, rows, cellsOf(c.Background), player, len(player), nil)).In(t)
			off = 0
			for i, of := range c.Phi {
				for p, v := range of.([]any) {
					want, single := v.(float64)
					if !single {
						want = v.([]any)[output].(float64)
					}
					off = max(off, math.Abs(phi[i*len(player)+p]-want)/(1+math.Abs(want)))
				}
			}
			if !(off <= 1e-5) {
				t.Errorf("values differ by %.2g from SHAP's: %.4g, want %v", off, phi[:len(player)], c.Phi[0])
			}
			t.Logf("values differ by %.2g", off)
		})
	}
}
