package explain

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestCheck checks a model with the weights 3, 2, 1, 0, 0: satisfied statements hold, violated ones
// fail, and those in between are undecided.
func TestCheck(t *testing.T) {
	data := dataFile(t, 300, true)
	s := mustOpen(t, savedModel(t, data, true), data, Options{})
	for text, want := range map[string]Answer{
		"ranks:\n- [a, b, c, d]\n":                           Holds,
		"ranks:\n- [c, a]\n":                                 Fails,
		"ranks:\n- [a, b]\n- [d, c]\n":                       Fails,
		"bounds:\n- {feature: d, max: 0.05}\n":               Holds,
		"bounds:\n- {feature: a, max: 0.05}\n":               Fails,
		"ties:\n- {features: [d, e], within: 0.1}":           Holds,
		"edges:\n- {u: d, v: e, epsilon: 0.5, delta: 0.9}\n": Fails,
	} {
		k := checked(t, s, text)
		if k.Answer != want || k.Holding+k.Failing+k.Open != len(k.Statements) {
			t.Errorf("%q: %s\n%s", text, k.Answer, k.Text())
		}
	}
}

// checked writes an order to a file and checks it.
func checked(t *testing.T, s *Explainer, text string) *Check {
	t.Helper()
	file := filepath.Join(t.TempDir(), "order.yaml")
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	c := DefaultConfig()
	d := must.Of(s.Order(file, c)).In(t)
	k := must.Of(s.Check(context.Background(), c, d, nil)).In(t)
	if k.Baseline != "the training mean" || len(k.Warnings) > 0 {
		t.Errorf("baseline %q, warnings %q, want the training mean and none", k.Baseline, k.Warnings)
	}
	return k
}

// TestUnstatedIntervals checks that, for an order without numbers, only the sign is tested,
// regardless of the intervals used in training. A stated end counts. The graph of the file gives
// the same result.
func TestUnstatedIntervals(t *testing.T) {
	data := dataFile(t, 300, true)
	s := mustOpen(t, savedModel(t, data, true), data, Options{})
	for text, want := range map[string]struct {
		answer Answer
		asked  string
	}{
		"intervals: polytope\nranks:\n- [a, b, c, d]\n":                                          {Holds, "above 0"},
		"intervals: {source: polytope, width: 0.01}\nranks:\n- [a, b]\n- [c, d]\n":               {Holds, "above 0"},
		"intervals: polytope\nranks:\n- [d, a]\n":                                                {Fails, "above 0"},
		"edges:\n- {u: a, v: d, epsilon: 0.9}\n":                                                 {Fails, "at least 0.9"},
		"edges:\n- {u: a, v: d, delta: 0.01}\n":                                                  {Fails, "(0, 0.01]"},
		"intervals: polytope\nedges:\n- {u: a, v: d, epsilon: 0.1, delta: 0.15}\n- {u: a, v: b}": {Fails, "[0.1, 0.15]"},
	} {
		k := checked(t, s, text)
		if k.Answer != want.answer || !strings.Contains(k.Text(), want.asked) {
			t.Errorf("%q: %s, want %s of what is asked %q\n%s", text, k.Answer, want.answer, want.asked, k.Text())
		}
		file := filepath.Join(t.TempDir(), "order.yaml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
		d := must.Of(s.Order(file, DefaultConfig())).In(t)
		graph := must.Of(json.Marshal(d)).In(t)
		if g := checked(t, s, string(graph)); g.Text() != k.Text() {
			t.Errorf("%q as a graph:\n%s\nwant\n%s", text, g.Text(), k.Text())
		}
	}
	stated := claims(&dag.DAG{Features: []string{"u", "v"}, Edges: []dag.Edge{{U: 0, V: 1, Epsilon: 0.1, Delta: 0.2}}})[0]
	stated.add(mat.NewDense(2, 2, []float64{1, 0, 1, 0}), nil, still)
	if s := stated.answered(0.95); s.Answer != Fails {
		t.Errorf("an interval that a graph states: %+v", s)
	}
}

// still is the effect of a sample on a fixed baseline, which is 0.
func still(int) float64 { return 0 }

// TestAnswers checks that an interval inside the required one holds, one outside fails, and one
// that overlaps an end is undecided.
func TestAnswers(t *testing.T) {
	scores := mat.NewDense(4, 2, []float64{0.4, 0.1, 0.5, 0.2, 0.45, 0.1, 0.5, 0.15}) // differences 0.3 … 0.35
	for _, c := range []struct {
		min, max float64
		want     Answer
	}{{0.2, 0.5, Holds}, {0.4, 0.5, Fails}, {0, 0.2, Fails}, {0.32, 0.5, Undecided}, {0, 0.32, Undecided}} {
		k := claim{Statement: Statement{Min: &c.min, Max: &c.max}, u: 0, v: 1}
		k.add(scores, nil, still)
		s := k.answered(0.95)
		if s.Answer != c.want || !(s.Low < s.Mean && s.Mean < s.High) {
			t.Errorf("asked for [%g, %g]: %+v, want %s", c.min, c.max, s, c.want)
		}
	}
}

// TestCheckRefusals checks orders that cannot be checked.
func TestCheckRefusals(t *testing.T) {
	s := mustOpen(t, exported("sklearn_mlp"), dataFile(t, 20, false), Options{})
	for want, text := range map[string]string{"nonsense": "ranks:\n- [a, nonsense]\n", "order.yaml": "ranks: 3\n", "states no edge": "{}\n"} {
		file := filepath.Join(t.TempDir(), "order.yaml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
		if _, err := s.Order(file, DefaultConfig()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
	if _, err := s.Order(t.TempDir(), DefaultConfig()); err == nil {
		t.Error("a folder was read as an order")
	}
	if _, err := s.Check(context.Background(), DefaultConfig(), nil, nil); err == nil {
		t.Error("no order was checked")
	}
	other := must.Of(dag.New([]string{"x", "y"}, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.1, Delta: 0.2}}, nil, nil)).In(t)
	if _, err := s.Check(context.Background(), DefaultConfig(), other, nil); err == nil {
		t.Error("an order over other features was checked")
	}
	c := DefaultConfig()
	c.Attribution.Score = "signed"
	if s.Warning(c) == "" || s.Warning(DefaultConfig()) != "" {
		t.Error("the signed score at the mean is to warn, the absolute one is not")
	}
}
