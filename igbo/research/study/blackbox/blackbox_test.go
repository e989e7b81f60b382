package blackbox

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestTeachersAnswer checks that the sets have the rows of the script of the teachers, and that the teachers have the same
// outputs here as in PyTorch.
func TestTeachersAnswer(t *testing.T) {
	var answers map[string]struct {
		Rows int
		At   []int
		X    [][]float64
		Y    []float64
	}
	must.Do(t, json.Unmarshal(must.Of(os.ReadFile("teachers/answers.json")).In(t), &answers))
	b := backendtest.Open(t)
	for _, name := range Sets() {
		s := must.Of(load(name)).In(t)
		want := answers[s.teacher]
		if len(s.rows) != want.Rows || len(want.At) < 5 {
			t.Errorf("%s: %d rows, the script has %d", name, len(s.rows), want.Rows)
		}
		data := s.data(want.At)
		got := must.Of(benchmark.Trained(must.Of(s.open(b)).In(t), data).Predict(data.X)).In(t)
		for i, y := range want.Y {
			if math.Abs(got[i]-y) > 1e-4*math.Max(1, math.Abs(y)) {
				t.Errorf("%s: row %d: the teacher says %g here, %g in PyTorch", name, want.At[i], got[i], y)
			}
			for j, x := range want.X[i] {
				if math.Abs(data.X[i*len(s.features)+j]-x) > 1e-5*math.Max(1, math.Abs(x)) {
					t.Errorf("%s: row %d has %s = %g, in the script %g", name, want.At[i], s.features[j], data.X[i*len(s.features)+j], x)
				}
			}
		}
	}
}

// TestDrawsAreApart checks that a draw has no row twice, no row from the training of the teacher, and at least two rows of
// every class.
func TestDrawsAreApart(t *testing.T) {
	for _, name := range Sets() {
		s := must.Of(load(name)).In(t)
		own := map[string]int{}
		for _, i := range s.own(false) {
			own[key(s.rows[i])]++
		}
		for seed := range int64(5) {
			train, held, err := s.draw(benchmark.Generator(name, 16, seed), 16, 100)
			if err != nil || train.Samples() != 16 || held.Samples() != min(100, len(s.own(false))-16) {
				t.Fatalf("%s: %d and %d samples, %v", name, train.Samples(), held.Samples(), err)
			}
			d, seen := len(s.features), map[string]int{}
			for i, y := range slices.Concat(train.Y, held.Y) {
				x := slices.Concat(train.X, held.X)[i*d : (i+1)*d]
				k := key(append(slices.Clone(x), y))
				if seen[k]++; seen[k] > own[k] {
					t.Errorf("%s: a row comes too often, or is the teacher's: %s", name, k)
				}
			}
		}
	}
}

func key(row []float64) string { text, _ := json.Marshal(row); return string(text) }

// TestPlaceboIsRelabelled checks that a placebo has the same edges between other features.
func TestPlaceboIsRelabelled(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	d := must.Of(dag.New(names, []dag.Edge{{U: 0, V: 1, Epsilon: 0.1, Delta: 0.2}, {U: 1, V: 2, Epsilon: 0.3, Delta: 0.4}}, nil, nil)).In(t)
	differs := false
	for seed := range int64(5) {
		other := must.Of(benchmark.Relabelled(d, benchmark.Generator("x", 1, seed).Perm(len(names)))).In(t)
		first := slices.IndexFunc(other.Edges, func(e dag.Edge) bool { return e.Epsilon == 0.1 })
		if len(other.Edges) != 2 || first < 0 || other.Edges[first].V != other.Edges[1-first].U || other.Edges[1-first].Delta != 0.4 {
			t.Errorf("edges %+v", other.Edges)
		}
		differs = differs || !slices.Equal(other.Edges, d.Edges)
	}
	if !differs || d.Edges[0].U != 0 {
		t.Error("nothing is relabelled, or the order itself")
	}
}

// TestRefusals checks that invalid settings are errors.
func TestRefusals(t *testing.T) {
	must.Do(t, FullConfig().Validate())
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"no set": func(c *Config) { c.Sets = nil }, "an unknown set": func(c *Config) { c.Sets = []string{"stars"} },
		"a set twice": func(c *Config) { c.Sets = []string{weather, weather} }, "no size": func(c *Config) { c.Sizes = nil },
		"three samples": func(c *Config) { c.Sizes = []int{3} }, "more samples than there are": func(c *Config) { c.Sizes = []int{400} },
		"a size twice": func(c *Config) { c.Sizes = []int{16, 16} }, "no answer": func(c *Config) { c.Queries = []int{0} },
		"answers twice": func(c *Config) { c.Queries = []int{4, 4} }, "no test": func(c *Config) { c.Test = 0 },
		"no step": func(c *Config) { c.Steps = 0 }, "no draw": func(c *Config) { c.Seeds = 0 },
	})
}
