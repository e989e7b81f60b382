package explain

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestPenguinsModel checks that the embedded ONNX file makes the same predictions as scikit-learn,
// from the columns in its notes.
func TestPenguinsModel(t *testing.T) {
	text, err := os.ReadFile("../../../datasets/testdata/penguins_mass.json")
	if err != nil {
		t.Fatal(err)
	}
	var reported struct {
		Inputs []string
		X      [][]float64
		Y      []float64
	}
	if err := json.Unmarshal(text, &reported); err != nil || len(reported.Y) == 0 {
		t.Fatal(err, reported)
	}
	folder, files := t.TempDir(), [2]string{}
	for i, f := range []datasets.File{datasets.PenguinsModel(), datasets.Penguins()} {
		if files[i], err = f.Write(folder); err != nil {
			t.Fatal(err)
		}
	}
	s := mustOpen(t, files[0], files[1], Options{Target: "body_mass_g", Features: reported.Inputs, Missing: encode.DropRow})
	rows := igbo.Data{Features: reported.Inputs, Steps: 1, Y: make([]float64, len(reported.Y))}
	for _, x := range reported.X {
		rows.X = append(rows.X, x...)
	}
	y := must.Of(s.Model.Response(rows)).In(t)
	for i := range y {
		if math.Abs(y[i]-reported.Y[i]) > 1e-5*reported.Y[i] {
			t.Errorf("bird %d: %g, scikit-learn says %g", i+1, y[i], reported.Y[i])
		}
	}
}
