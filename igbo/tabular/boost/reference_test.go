package boost_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// readReference reads a table that testdata/reference.py wrote: inputs, directions, targets, and
// scikit-learn's held-out predictions.
func readReference(t *testing.T, name string) (d samples.Data, loss task.Loss, directions []int, held []float64) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns := len(rows[0]) - 2
	d.Features, d.Steps = rows[0][:columns], 1
	loss.Kind = task.Kind(rows[0][columns])
	for _, title := range rows[0][:columns] {
		_, direction, _ := strings.Cut(title, ":")
		s, err := strconv.Atoi(direction)
		if err != nil {
			t.Fatal(err)
		}
		directions = append(directions, s)
	}
	for _, row := range rows[1:] {
		for j, text := range row {
			v, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil:
				t.Fatal(err)
			case j < columns:
				d.X = append(d.X, v)
			case j == columns:
				d.Y = append(d.Y, v)
			default:
				held = append(held, v)
			}
		}
	}
	return d, loss, directions, held
}

// TestScikitLearn checks that, with the same settings and folds, the held-out error is within 10 %
// of that of scikit-learn's HistGradientBoosting. IGBO_BOOST_TABLES names a folder with more
// tables.
func TestScikitLearn(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.csv")
	if folder := os.Getenv("IGBO_BOOST_TABLES"); folder != "" {
		names, _ = filepath.Glob(filepath.Join(folder, "*.csv"))
	}
	if len(names) < 3 {
		t.Fatalf("%d tables, want at least 3", len(names))
	}
	for _, name := range names {
		d, loss, directions, theirs := readReference(t, name)
		c := boost.DefaultConfig(len(d.Y))
		c.Trees, c.MinSamplesLeaf, c.MaxBins, c.Directions = 100, 20, 255, directions
		ours, chosen := make([]float64, len(d.Y)), make([]float64, len(d.Y))
		for f := range 5 {
			var rows fold.Rows
			for i := range d.Y {
				if i%5 == f {
					rows.Test = append(rows.Test, i)
				} else {
					rows.Train = append(rows.Train, i)
				}
			}
			train := d.Take(rows.Train)
			m, err := boost.Fit(t.Context(), train, loss, c)
			if err != nil {
				t.Fatal(err)
			}
			x := d.View(rows.Test).Inputs()
			for k, v := range m.Predict(x) {
				ours[rows.Test[k]] = v
			}
			inner, err := fold.All(len(train.Y), 5, 1, 1, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			own := boost.DefaultConfig(len(train.Y))
			own.Directions = directions
			if m, err = boost.Choose(t.Context(), train, loss, inner, own); err != nil {
				t.Fatal(err)
			}
			for k, v := range m.Predict(x) {
				chosen[rows.Test[k]] = v
			}
		}
		us, them, choice := scored(t, loss, d, ours), scored(t, loss, d, theirs), scored(t, loss, d, chosen)
		t.Logf("%-20s %-8s %.5g, scikit-learn %.5g: %+.1f %%; chosen %.5g: %+.1f %%", filepath.Base(name), loss, us, them, 100*(us/them-1), choice, 100*(choice/them-1))
		if us > 1.1*them {
			t.Errorf("%s: held-out error %g, want at most 10 %% above that of scikit-learn, %g", name, us, them)
		}
		if choice > 1.1*them {
			t.Errorf("%s: held-out error %g with chosen trees, want at most 10 %% above that of scikit-learn's defaults, %g", name, choice, them)
		}
	}
}

// scored returns the mean squared error, the log loss or the deviance of predictions.
func scored(t *testing.T, loss task.Loss, d samples.Data, f []float64) float64 {
	t.Helper()
	m, err := loss.Metrics(task.Predictions{Outputs: 1, Values: f, Targets: d.Y})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case loss.Is(task.KindLogistic):
		return m.LogLoss
	case loss.Is(task.KindPoisson):
		return m.Deviance
	}
	return m.MSE
}
