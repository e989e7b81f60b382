package explain

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLean checks that the slopes of statements about a linear model equal the closed form, that a
// zero baseline has none, and that the effects of all samples sum to 0.
func TestLean(t *testing.T) {
	data := igbo.Data{Features: []string{"a", "b"}, Steps: 1, X: []float64{1, 5, 2, -3, 4, 8, -1, -6}, Y: make([]float64, 4)}
	w := [][][]float64{{{2, -1}}}
	s := gradient(t, data, func(x *Node) *Node { return ReduceSum(Mul(x, Const(x.Graph(), w)), -1) })
	list := []claim{{u: 0, v: 1}, {u: 0, v: -1}, {column: 1, sign: -1}}
	c := DefaultConfig()
	l := must.Of(s.lean(context.Background(), c, list)).In(t)
	want := make([][2]float64, 3)
	for i := range 4 { // H_a = |φ_a|/A; ∂/∂x′_a = −2·s_a·(1 − H_a)/A and ∂/∂x′_b = −s_b·H_a/A
		a, b := 2*(data.X[2*i]-1.5), -(data.X[2*i+1] - 1)
		size := math.Abs(a) + math.Abs(b)
		h := math.Abs(a) / size
		by := [2]float64{-2 * sign(a) * (1 - h) / size / 4, -sign(b) * h / size / 4}
		for k := range by {
			want[0][k] += 2 * by[k] // H_a − H_b = 2·H_a − 1
			want[1][k] += by[k]
			want[2][k] -= by[k] // R_b = −H_b = H_a − 1, and the statement is −R_b
		}
	}
	fine := 0.0
	for k := range list {
		sum := 0.0
		for i := range 4 {
			sum += l.move(k, data, i)
		}
		fine = max(fine, math.Abs(sum))
		if len(l.slopes[k]) != 2 || l.steps != 1 {
			t.Fatalf("%+v", l)
		}
	}
	if fine > 1e-9 {
		t.Errorf("samples move a statement by %g together, want 0", fine)
	}
	few := 1e-3 // fraction of the steps, instead of the range in which a mean of four varies
	for k := range list {
		for column := range 2 {
			up := must.Of(s.meansAt(context.Background(), c, list, data, l.means, column, few)).In(t)
			down := must.Of(s.meansAt(context.Background(), c, list, data, l.means, column, -few)).In(t)
			if got := (up[k] - down[k]) / (2 * few); math.Abs(got-want[k][column]) > 1e-3 {
				t.Errorf("statement %d by column %d: slope %g, want %g", k, column, got, want[k][column])
			}
		}
	}
	c.Baseline = ZeroBaseline
	if l := must.Of(s.lean(context.Background(), c, list)).In(t); l != nil {
		t.Errorf("a zero baseline: %+v", l)
	}
}

// TestLeanOfSeries checks that padded steps do not count, and that a series with more valid steps
// has a larger effect on the mean.
func TestLeanOfSeries(t *testing.T) {
	d := igbo.Data{Features: []string{"a"}, Steps: 2, X: []float64{1, 2, 5, 99}, Y: make([]float64, 4), Mask: []bool{true, true, true, false}}
	l := &lean{means: []float64{8.0 / 3}, slopes: [][]float64{{3}}, steps: 1.5}
	first, second := l.move(0, d, 0), l.move(0, d, 1)
	if want := 3 * (5 - 8.0/3) / 1.5; math.Abs(second-want) > 1e-12 || math.Abs(first+want) > 1e-12 {
		t.Errorf("%g and %g, want %g and %g", first, second, -want, want)
	}
}

// TestWhatIntervalsInclude checks that the text and the result name what is random and what is
// fixed, for every kind of model and baseline, and so does the statement about all answers.
func TestWhatIntervalsInclude(t *testing.T) {
	ctx, letters := context.Background(), letterTable(t, 30)
	t.Setenv("IGBOLAB_PREDICT", exported("boosting"))
	data := dataFile(t, 40, true)
	trees := mustOpen(t, exported("boosting"), letters, Options{Target: "y"})
	order := filepath.Join(t.TempDir(), "order.yaml")
	must.Do(t, os.WriteFile(order, []byte("bounds:\n- {feature: a, max: 1}\n- {feature: b, max: 1}\n"), 0o666))
	zero, single, few := DefaultConfig(), DefaultConfig(), DefaultConfig()
	zero.Baseline, single.Background, few.Rows, few.Pairs = ZeroBaseline, 1, 5, 8
	for _, c := range []struct {
		of   *Explainer
		c    Config
		want string
	}{
		{mustOpen(t, savedModel(t, data, true), data, Options{}), DefaultConfig(), "of the samples; the model and its baseline (the training mean) are fixed"},
		{mustOpen(t, exported("sklearn_mlp"), data, Options{Target: "y"}), DefaultConfig(), "of the samples and of the baseline, which is their mean; the model is fixed"},
		{mustOpen(t, exported("sklearn_mlp"), data, Options{Target: "y"}), zero, "of the samples; the model and its baseline (zero) are fixed"},
		{trees, DefaultConfig(), "of the samples and of the background; the model is fixed"},
		{trees, single, "of the samples; the model and its one background row are fixed"},
		{must.Of(OpenProgram(ctx, "'"+os.Args[0]+"' predict", letters, Options{Target: "y"})).In(t), few, "of the samples, of the background and of the permutations; the model is fixed"},
	} {
		d := must.Of(c.of.Order(order, c.c)).In(t)
		k := must.Of(c.of.Check(ctx, c.c, d, nil)).In(t)
		if text := k.Text(); !strings.Contains(text, "The intervals include the randomness "+c.want) || !strings.Contains(text, "Tested jointly, with "+k.Fixed+" fixed: by Holm") {
			t.Errorf("%s\nwant %q", text, c.want)
		}
	}
}
