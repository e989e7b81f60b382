package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// holed writes a table of a … e and y. The function cell can replace cells.
func holed(t *testing.T, cell func(row, column int) (text string, other bool)) string {
	t.Helper()
	draw, text := rand.New(rand.NewPCG(9, 1)), "a,b,c,d,e,y\n"
	for i := range 40 {
		var fields []string
		for k := range 6 {
			field := fmt.Sprintf("%.4f", 2*draw.NormFloat64())
			if other, found := cell(i, k); found {
				field = other
			}
			fields = append(fields, field)
		}
		text += strings.Join(fields, ",") + "\n"
	}
	file := filepath.Join(t.TempDir(), "holed.csv")
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	return file
}

// TestCommandsTakeTheSameTables checks that explain, check and predict accept or reject the same
// combinations of model and table. Trees and programs accept missing cells.
func TestCommandsTakeTheSameTables(t *testing.T) {
	ctx, forest := context.Background(), forestFile(t)
	t.Setenv("IGBOLAB_PREDICT", forest)
	open := map[string]func(file string, o Options) (*Explainer, error){
		"trees": func(file string, o Options) (*Explainer, error) {
			return Open(ctx, backendtest.Open(t), forest, file, o)
		},
		"program": func(file string, o Options) (*Explainer, error) {
			return OpenProgram(ctx, "'"+os.Args[0]+"' predict", file, o)
		},
		"network": func(file string, o Options) (*Explainer, error) {
			return Open(ctx, backendtest.Open(t), exported("sklearn_mlp"), file, o)
		},
	}
	tables := map[string]string{
		"whole":    holed(t, func(int, int) (string, bool) { return "", false }),
		"missing":  holed(t, func(i, k int) (string, bool) { return "", k < 5 && (i+2*k)%7 == 0 }),
		"no cell":  holed(t, func(_, k int) (string, bool) { return "", k == 2 }),
		"infinite": holed(t, func(i, k int) (string, bool) { return "inf", i == 3 && k == 1 }),
	}
	order := filepath.Join(t.TempDir(), "order.yaml")
	must.Do(t, os.WriteFile(order, []byte("ranks:\n- [a, c]\ndirections: {a: +}\n"), 0o666))
	c := DefaultConfig()
	c.Rows, c.Pairs, c.Background, c.Interactions = 10, 8, 8, 4
	for kind, open := range open {
		for table, file := range tables {
			for _, missing := range []encode.Missing{"", encode.Mean, encode.DropRow} {
				s, err := open(file, Options{Target: "y", Missing: missing})
				takes := kind != "network" && missing == "" && table != "infinite" || table == "whole" && (missing != encode.Mean || kind == "network")
				if takes && err != nil {
					t.Errorf("%s, %s, %q: %v", kind, table, missing, err)
				}
				if err != nil {
					continue
				}
				e, explained := s.Explain(ctx, c, nil)
				if explained == nil {
					_, explained = e.Files()
				}
				d := must.Of(s.Order(order, c)).In(t)
				k, checked := s.Check(ctx, c, d, nil)
				var predicted error
				for _, err := range s.Predictions(ctx) {
					predicted = err
				}
				if (explained == nil) != (predicted == nil) || (checked == nil) != (predicted == nil) || takes && predicted != nil {
					t.Errorf("%s, %s, %q: explain %v, check %v, predict %v", kind, table, missing, explained, checked, predicted)
				}
				if checked == nil && table == "missing" && k.Statements[1].Mean == 0 {
					t.Errorf("%s: the direction of a column with missing cells is %+v", kind, k.Statements[1])
				}
			}
		}
	}
}

// TestAProgramThatAnswersAtRandom checks that a non-deterministic program is rejected, with the row
// and both predictions.
func TestAProgramThatAnswersAtRandom(t *testing.T) {
	ctx := context.Background()
	t.Setenv("IGBOLAB_PREDICT", exported("boosting"))
	s := must.Of(OpenProgram(ctx, "'"+os.Args[0]+"' predict", letterTable(t, 30), Options{Target: "y"})).In(t)
	order := filepath.Join(t.TempDir(), "order.yaml")
	must.Do(t, os.WriteFile(order, []byte("ranks:\n- [a, c]\n"), 0o666))
	c := DefaultConfig()
	c.Pairs, c.Rows = 4, 4
	d := must.Of(s.Order(order, c)).In(t)
	must.Of(s.Check(ctx, c, d, nil)).In(t)
	t.Setenv("IGBOLAB_RANDOM", "1")
	_, explained := s.Explain(ctx, c, nil)
	_, checked := s.Check(ctx, c, d, nil)
	for _, err := range []error{explained, checked} {
		if err == nil || !strings.Contains(err.Error(), "always predict the same number for the same row") || !strings.Contains(err.Error(), "fix its seed") || strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	}
}

// TestClassesOfTrees checks that a classification forest is explained without choosing an output:
// the second of two classes, or the predicted class if there are more.
func TestClassesOfTrees(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"forest_classes", "lightgbm_two"} {
		s := must.Of(Open(ctx, backendtest.Open(t), treesFile(t, name), letterTable(t, 30), Options{Target: "y"})).In(t)
		c := DefaultConfig()
		c.Background = 10
		e := must.Of(s.Explain(ctx, c, nil)).In(t)
		if e.Outputs < 2 || e.Features[0].Share == 0 && e.Features[1].Share == 0 {
			t.Errorf("%s: %d outputs, %+v", name, e.Outputs, e.Features)
		}
	}
}
