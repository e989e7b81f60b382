package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPredictTakesONNX checks that predictions have a row per sample and a column for each number of the output, that columns are found by
// the names of the inputs, and that flags for ONNX files are refused with a saved model.
func TestPredictTakesONNX(t *testing.T) {
	models := filepath.Join("..", "..", "onnx", "testdata")
	data := filepath.Join(t.TempDir(), "data.csv")
	must.Do(t, os.WriteFile(data, []byte("price,distance,rooms,income,age\n9,0.25,3,-1,0.5\n9,1,-4,1,2\n"), 0o666))
	a := performed("predict", filepath.Join(models, "sklearn_columns.onnx"), data)
	if lines := strings.Split(strings.TrimSpace(a.stdout), "\n"); a.code != 0 || len(lines) != 3 || lines[0] != "row,variable" {
		t.Errorf("exit code %d, %q, %q", a.code, a.stdout, a.stderr)
	}
	if !strings.Contains(a.stderr, "rooms takes the column rooms") {
		t.Errorf("%q, want the model's inputs beside the columns", a.stderr)
	}
	a = performed("predict", filepath.Join(models, "sklearn_zipmap.onnx"), data, "--target", "price", "--quiet")
	if !strings.HasPrefix(a.stdout, "row,output_probability[0],output_probability[1],output_probability[2]\n") || a.stderr != "" {
		t.Errorf("exit code %d, %q, %q", a.code, a.stdout, a.stderr)
	}
	if a = performed("predict", models, data, "--columns", "age"); a.code != 2 || !strings.Contains(a.stderr, "--columns is only for ONNX files") {
		t.Errorf("exit code %d, %q", a.code, a.stderr)
	}
}
