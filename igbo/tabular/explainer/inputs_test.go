package explainer_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// opened opens an exported model on a table.
func opened(t *testing.T, model, text string, o explainer.Options) (*explainer.Explainer, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data.csv")
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	return explainer.Open(context.Background(), backendtest.Open(t), exported(model), file, o)
}

// TestColumnsGoByTheNamesOfInputs checks that columns in a different order give the same
// predictions if the file names them. If they cannot be matched, the error lists the names.
func TestColumnsGoByTheNamesOfInputs(t *testing.T) {
	const model = "sklearn_columns"
	want := predicted(t, model, "age,income,rooms,distance\n0.5,-1,3,0.25\n2,1,-4,1\n", explainer.Options{})
	for text, o := range map[string]explainer.Options{
		"price,distance,rooms,income,age\n9,0.25,3,-1,0.5\n9,1,-4,1,2\n": {},
		"distance,rooms,income,years\n0.25,3,-1,0.5\n1,-4,1,2\n":         {Features: []string{"years", "income", "rooms", "distance"}},
	} {
		if got := predicted(t, model, text, o); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%v of %q, want %v", got, text, want)
		}
	}
	for want, o := range map[string]explainer.Options{
		`no column "age"`: {}, `columns must be in the order ["age" "income" "rooms" "distance"]`: {Features: []string{"years", "income", "distance", "rooms"}},
	} {
		if _, err := opened(t, model, "distance,rooms,income,years\n0.25,3,-1,0.5\n", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func predicted(t *testing.T, model, text string, o explainer.Options) []float64 {
	t.Helper()
	s := must.Of(opened(t, model, text, o)).In(t)
	if reported := s.InputsText(); s.ByPosition || !strings.Contains(reported, "rooms takes the column rooms") {
		t.Errorf("%q, by position %v", reported, s.ByPosition)
	}
	return must.Of(s.Model.Response(s.Data)).In(t)
}

// TestColumnsWithoutNamesAreSaidToGoByPosition checks the report if columns are assigned by
// position.
func TestColumnsWithoutNamesAreSaidToGoByPosition(t *testing.T) {
	s := must.Of(opened(t, "sklearn_mlp", "e,d,c,b,a\n1,2,3,4,5\n", explainer.Options{})).In(t)
	reported := s.InputsText()
	for _, want := range []string{"so they are assigned by position (--columns says which)", "X[0] takes the column e\n", "X[4] takes the column a\n"} {
		if !s.ByPosition || !strings.Contains(reported, want) {
			t.Errorf("%q, want %q in it", reported, want)
		}
	}
}

// exported returns the path of a file that another library's exporter wrote.
func exported(name string) string { return filepath.Join("..", "..", "onnx", "testdata", name+".onnx") }
