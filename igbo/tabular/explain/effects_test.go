package explain

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDirections checks that, for y = 3a + 2b + c, every contribution is w(x − x′) in the unit of
// y, and R is the share with the sign of the weight. The answers of a check about directions follow
// these signs, with the share of samples that agree.
func TestDirections(t *testing.T) {
	data := dataFile(t, 300, true)
	s := mustOpen(t, savedModel(t, data, true), data, Options{})
	e := mustExplain(t, s, DefaultConfig())
	of := e.effects
	for i := range of.samples() {
		for j, w := range []float64{3, 2, 1} {
			at := i*of.columns + j
			if want := w * (of.x[at] - of.from[j]); math.Abs(of.phi[at]-want) > 0.05*(1+math.Abs(want)) {
				t.Fatalf("sample %d, column %d: part %g, want %g", i, j, of.phi[at], want)
			}
		}
	}
	for k, f := range e.Features[:3] {
		if d := f.Direction; d == nil || math.Abs(d.Mean-f.Share) > 1e-3 || d.Raises != 1 || math.Abs(d.Interval-f.Interval) > 1e-3 {
			t.Errorf("%s: direction %+v, want the share %g ± %g, %d", f.Name, f.Direction, f.Share, f.Interval, k)
		}
	}
	figures, err := e.Figures()
	if err != nil || len(figures) != 4 {
		t.Fatalf("%d figures, %v, want 4", len(figures), err)
	}
	if !strings.Contains(e.Sentence(), "raising the output") {
		t.Error(e.Sentence())
	}
	k := checked(t, s, "directions: {a: +, b: -}\nranks: [[a, b]]\n")
	if len(k.Statements) != 3 || k.Answer != Fails || k.Failing != 1 || k.Statements[1].Answer != Holds || k.Statements[1].Kept < 0.99 || k.Statements[2].Answer != Fails || k.Statements[2].Kept > 0 {
		t.Error(k.Text())
	}
	if only := checked(t, s, "directions: {c: +}\n"); only.Answer != Holds || !strings.Contains(only.Text(), "a rise of c raises the output") {
		t.Error(only.Text())
	}
}

// TestDirectionsOfTrees checks directions from exact Shapley values of trees for
// y = a − 0.4b² + sin c: y increases with a, and b moves it both ways.
func TestDirectionsOfTrees(t *testing.T) {
	ctx, data := context.Background(), letterTable(t, 200)
	s := must.Of(Open(ctx, backendtest.Open(t), exported("boosting"), data, Options{Target: "y"})).In(t)
	e := mustExplain(t, s, DefaultConfig())
	for i := range of(e).samples() {
		sum := 0.0
		for j := range of(e).columns {
			sum += of(e).phi[i*of(e).columns+j]
		}
		if math.IsNaN(sum) {
			t.Fatal("parts that are no numbers")
		}
	}
	d := must.Of((&dag.DAG{Features: s.Names}).WithDirections(dag.Direction{K: 0, Sign: 1}, dag.Direction{K: 4, Sign: -1})).In(t)
	k := must.Of(s.Check(ctx, DefaultConfig(), d, nil)).In(t)
	want := e.Features[0].Direction
	if got := k.Statements[0]; want == nil || math.Abs(got.Mean-want.Mean) > 1e-12 || (got.Answer == Holds) != (want.Mean > want.Interval) {
		t.Errorf("%+v, want the mean of %+v", got, want)
	}
}

func of(e *Explanation) *effects { return e.effects }

// TestDirectionsRefused checks the errors for data without directions.
func TestDirectionsRefused(t *testing.T) {
	data := filepath.Join(t.TempDir(), "words.csv")
	must.Do(t, os.WriteFile(data, []byte("a,b,y\n1,2,3\n2,many,1\n3,4,2\n"), 0o666))
	p := must.Of(OpenProgram(context.Background(), "true", data, Options{Target: "y"})).In(t)
	d := must.Of((&dag.DAG{Features: p.Names}).WithDirections(dag.Direction{K: 1, Sign: 1})).In(t)
	if _, err := p.Check(context.Background(), DefaultConfig(), d, nil); err == nil || !strings.Contains(err.Error(), `the cell "many"`) {
		t.Error(err)
	}
	p.Data.Steps = 2
	if err := newRun(p).ofColumns([]int{1}); err == nil || !strings.Contains(err.Error(), "series") {
		t.Error(err)
	}
}
