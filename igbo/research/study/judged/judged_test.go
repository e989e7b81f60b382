package judged

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// table returns a problem with two columns of equal variance.
func table() problem {
	d := igbo.Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 40 {
		d.X = append(d.X, math.Sin(float64(7*i)), math.Cos(float64(5*i)))
		d.Y = append(d.Y, 3*d.X[2*i]+d.X[2*i+1])
	}
	return problem{Cohort: benchmark.Cohort{Problem: &benchmark.Problem{Train: d, Test: d}, Points: 1}, rows: 40}
}

// TestJudges checks that all judges give the larger weight of a linear model more importance, that TIG shares sum to 1, and
// that Shapley values have the sizes of the closed form.
func TestJudges(t *testing.T) {
	p := table()
	p.Order = must.Of(benchmark.Bare(p.Train.Features, []dag.Edge{{U: 0, V: 1}})).In(t)
	c := Config{Points: 3, Pairs: 80, Test: 40}
	j, line := p.judge(c, 1), benchmark.Line{3, 1, 0.5}
	shares := must.Of(j.all(t.Context(), line)).In(t)
	for i, name := range judges {
		if shares[i] != 1 {
			t.Errorf("%s: the edge does not hold", name)
		}
	}
	h := must.Of(j.tig(line.Predict, p.Train.X, 1)).In(t)
	if math.Abs(h[0]+h[1]-1) > 1e-6 || h[0] < 0.6 {
		t.Errorf("TIG shares %v", h)
	}
	values := must.Of(j.shapley(context.Background(), line.Predict)).In(t)
	u := p.Units()
	for k, w := range []float64{3, 1} {
		want := 0.0
		for i := range 40 {
			want += math.Abs(w * (p.Train.X[2*i+k] - u.Shift[k]))
		}
		if math.Abs(values[k]/want-1) > 0.02 {
			t.Errorf("Shapley values of %s have the size %g, want %g", p.Train.Features[k], values[k], want)
		}
	}
	moved, risen, err := j.permuted(line.Predict)
	if err != nil || !(moved[0] > moved[1]) || !(risen[0] > risen[1]) {
		t.Errorf("permuted: %v, %v, %v", moved, risen, err)
	}
	reversed := must.Of(j.all(t.Context(), benchmark.Line{1, 3, 0})).In(t)
	if reversed[0] != 0 || reversed[2] != 0 || reversed[3] != 0 {
		t.Errorf("the edge holds in a model that has it reversed: %v", reversed)
	}
}

// flow sums a and b over all steps so far, with weights; the first output has the weights exchanged.
type flow struct{}

func (flow) Predict(x []float64) (y []float64, err error) {
	for series := range slices.Chunk(x, 6) {
		a, b := 0.0, 0.0
		for i := range 3 {
			a, b = a+series[2*i], b+series[2*i+1]
			if i == 0 {
				y = append(y, a+9*b)
			} else {
				y = append(y, 3*a+b)
			}
		}
	}
	return y, nil
}

func (flow) Weights() []float64 { return nil }

// TestSeries checks that all steps of a feature count together at every output after the burn-in, and that Shapley values are
// those of the last output.
func TestSeries(t *testing.T) {
	d := igbo.Data{Features: []string{"a", "b"}, Steps: 3}
	for i := range 120 {
		d.X = append(d.X, math.Sin(float64(7*i)), math.Cos(float64(5*i)))
	}
	d.Y = must.Of(flow{}.Predict(d.X)).In(t)
	p := problem{Cohort: benchmark.Cohort{Problem: &benchmark.Problem{Train: d, Test: d}, Points: 1, BurnIn: 1}, rows: 40}
	p.Order = must.Of(benchmark.Bare(d.Features, []dag.Edge{{U: 0, V: 1}})).In(t)
	c := Config{Points: 3, Pairs: 80, Test: 40}
	for i, share := range must.Of(p.judge(c, 1).all(t.Context(), flow{})).In(t) {
		if share != 1 {
			t.Errorf("%s: the edge does not hold", judges[i])
		}
	}
	values, u := must.Of(p.judge(c, 1).shapley(t.Context(), flow{}.Predict)).In(t), p.Units()
	for k, w := range []float64{3, 1} {
		want := 0.0
		for series := range slices.Chunk(d.X, 6) {
			want += math.Abs(w * (series[k] + series[k+2] + series[k+4] - 3*u.Shift[k]))
		}
		if math.Abs(values[k]/want-1) > 0.02 {
			t.Errorf("Shapley values of %s have the size %g, want %g", d.Features[k], values[k], want)
		}
	}
	p.BurnIn = 0
	h := must.Of(p.judge(c, 1).tig(flow{}.Predict, d.X, 1)).In(t)
	p.BurnIn = 1
	if late := must.Of(p.judge(c, 1).tig(flow{}.Predict, d.X, 1)).In(t); !(h[0] < late[0]-0.1) || math.Abs(h[0]+h[1]-1) > 1e-6 {
		t.Errorf("shares %v of all outputs, %v without the first", h, late)
	}
}

// TestSettings checks that every setting has an order and at least two students, the first without the order.
func TestSettings(t *testing.T) {
	w := &workflow.Work{Backend: backendtest.Open(t)}
	for _, s := range settings {
		r := trial.Run[distribution]{Case: distribution{Config{Rows: 4, Points: 2, Test: 20}, s.name}, Seed: 3}
		p := must.Of(drawProblem(t.Context(), w, r)).In(t)
		if len(p.Students) < 2 || p.Students[0].Name != plain || len(p.Order.Edges) == 0 || p.Points < 1 || p.Known != (p.truth != nil) {
			t.Errorf("%s: %d students, %d edges, %d points, truth %v", s.name, len(p.Students), len(p.Order.Edges), p.Points, p.truth)
		}
		if sum := floats.Sum(p.truth); p.Known && !(sum > 0.95 && sum < 1.001) {
			t.Errorf("%s: shares of the truth add up to %g", s.name, sum)
		}
	}
}

// TestHeld checks the number of edges that hold; a tie holds.
func TestHeld(t *testing.T) {
	d := must.Of(benchmark.Bare([]string{"a", "b", "c"}, []dag.Edge{{U: 0, V: 1}, {U: 1, V: 2}})).In(t)
	if got := held(d, []float64{2, 2, 3}); got != 0.5 {
		t.Errorf("%g, want 0.5", got)
	}
}

// TestVerdict checks that the worst judge that only uses the model decides.
func TestVerdict(t *testing.T) {
	of := func(gain float64, carried ...float64) (s Student) {
		for i, name := range judges {
			j := Judged{Judge: name}
			j.Gain.Low = gain
			if i > 0 {
				j.Carried.Mean, j.Carried.High = carried[i-1], carried[i-1]+0.1
			}
			s.Judges = append(s.Judges, j)
		}
		return s
	}
	for want, s := range map[string]Student{
		"carries over": of(0.2, 0.95, 1, 0.92, 0), "carries over in part": of(0.2, 0.7, 0.8, 0.9, 0), "fits only the trained score": of(0.2, 0.8, 0.3, 0.9, 1), "the order adds nothing": of(0, 0, 0, 0, 0),
	} {
		if got := s.verdict(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestReported checks that the statements of texts about the committed result hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	carried := func(setting, student, judge string) float64 {
		j := r.find(setting, student).by(judge)
		if j == nil {
			t.Fatalf("no %s of %s in %s", judge, student, setting)
		}
		return j.Carried.Mean
	}
	linear, alone := "few-samples, linear", "IGBO, order only"
	for what, holds := range map[string]bool{
		"about half carries over to fresh rows":         carried(linear, alone, freshScore) > 0.35 && carried(linear, alone, freshScore) < 0.65,
		"Shapley values lose no more than fresh rows":   carried(linear, alone, shapleyValues) > carried(linear, alone, freshScore)-0.1,
		"nearly all carries over on penguins":           carried("real-data, penguins", "order", shapleyValues) > 0.85,
		"a cap holds by every judge of the model alone": r.find("shortcut, network", "IGBO, cap").by(permutedOutput).Holds.Mean > 0.95,
	} {
		if !holds {
			t.Errorf("the result does not say: %s", what)
		}
	}
}

// TestSenseless checks invalid numbers and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "rows", "points", "pairs", "test")
	studytest.Nonsense(t, DefaultConfig, "judged", map[string]func(c *Config){
		"no setting": func(c *Config) { c.Settings = nil }, "another setting": func(c *Config) { c.Settings = []string{"luck"} }, "one twice": func(c *Config) { c.Settings = append(c.Settings, c.Settings[0]) },
	})
}
