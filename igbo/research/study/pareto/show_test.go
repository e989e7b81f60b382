package pareto

import (
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// planted returns a result with two seeds, whose rules have these points and the same hypervolumes in both seeds.
func planted(points []Point, volumes ...float64) *Result {
	r := &Result{Config: DefaultConfig(), Seeds: make([]Seed, 2)}
	r.Config.Rules = r.Config.Rules[:len(volumes)]
	for i, rule := range r.Config.Rules {
		some := study.NewStat([]float64{volumes[i], volumes[i]})
		r.Rows = append(r.Rows, Row{Rule: rule, Hypervolume: some, LeastH: some, OfL: some, OnFront: some})
		for j := range r.Seeds {
			r.Seeds[j].Sweeps = append(r.Seeds[j].Sweeps, Sweep{Rule: rule, Points: points, Hypervolume: volumes[i]})
		}
	}
	return r
}

// TestNotesFollowThePoints checks that the notes contain the reference and a warning if most points are beyond it. With one
// rule or no area, no rule may be named as the best.
func TestNotesFollowThePoints(t *testing.T) {
	within, right, above := Point{L: 1.01, H: 0.5}, Point{L: 1.5, H: 0.5}, Point{L: 1.01, H: 2}
	for _, c := range []struct {
		result      *Result
		want, never string
	}{
		{planted([]Point{within, right}, 0.3, 0.2), "weighted-sum, which is first in 2 of 2 seeds.", "Most points"},
		{planted([]Point{within}, 0.3), "the reference (L, H) = (1.02, 1)", "largest"},
		{planted([]Point{within, right, right}, 0.3), "Most points (4 of 6) are beyond the reference (L, H) and do not contribute; increase reference_l.", "largest"},
		{planted([]Point{above, above, right}, 0, 0), "(12 of 12) are beyond the reference (L, H) and do not contribute; increase reference_h.", "largest"},
	} {
		found := strings.Join(c.result.Tables()[0].Notes, " ")
		if !strings.Contains(found, c.want) || strings.Contains(found, c.never) {
			t.Errorf("%q, want %q and no %q", found, c.want, c.never)
		}
		if title := c.result.Tables()[0].Title; title != "Pareto sweeps, 2 seeds, mean ± standard deviation" {
			t.Error(title)
		}
	}
}

// sweepOf returns a sweep of a rule with these H at these λ.
func sweepOf(rule string, lambdas, hs []float64) Sweep {
	s := Sweep{Rule: rule}
	for i, h := range hs {
		s.Points = append(s.Points, Point{Lambda: lambdas[i], L: 2 - h, H: h})
	}
	return s
}

// TestEndsSayTheDirection checks that λ labels the ends of the first sweep in each direction, and never those of a rule without
// λ.
func TestEndsSayTheDirection(t *testing.T) {
	down := []float64{0.9, 0.5, 0.1}
	s := Seed{Sweeps: []Sweep{
		sweepOf("mgda", down, []float64{0.9, 0.5, 0.4}), sweepOf("weighted-sum", down, []float64{0.8, 0.3, 0}),
		sweepOf("continuous", down, []float64{0.7, 0.3, 0.1}), sweepOf("paper", down, []float64{0.1, 0.3, 0.7}),
	}}
	both := []string{"λ = 0.9", "", "λ = 0.1"}
	for i, want := range [][]string{make([]string, 3), both, make([]string, 3), both} {
		if got := s.ends(s.Sweeps[i]); !slices.Equal(got, want) {
			t.Errorf("%s: labels %q, want %q", s.Sweeps[i].Rule, got, want)
		}
	}
	one := Seed{Sweeps: []Sweep{sweepOf("paper", down[:1], []float64{0.5})}}
	if got := one.ends(one.Sweeps[0]); !slices.Equal(got, []string{""}) {
		t.Errorf("labels %q of a sweep of one point", got)
	}
}

// TestMarks checks that two different marks are both drawn, and that two coinciding marks are merged.
func TestMarks(t *testing.T) {
	s := Seed{Unconstrained: Point{L: 1.00001, H: 1}, LeastSquares: Point{L: 1, H: 0.99}}
	if got := s.marks(); len(got) != 1 || got[0].Name != "unconstrained, least squares" {
		t.Errorf("one point has the marks %v", got)
	}
	s.LeastSquares.H = 0.9
	if got := s.marks(); len(got) != 2 {
		t.Errorf("two points have the marks %v", got)
	}
}

// TestFigures checks the fronts and the sweeps against λ for any order of training.
func TestFigures(t *testing.T) {
	up := []float64{0.1, 0.5, 0.9}
	r := &Result{Seeds: []Seed{{Seed: 3, Unconstrained: Point{L: 1, H: 1}, LeastSquares: Point{L: 1, H: 1}, Sweeps: []Sweep{
		sweepOf("weighted-sum", up, []float64{0, 0.3, 0.8}), sweepOf("mgda", []float64{0.9, 0.1, 0.5}, []float64{0.9, 0.5, 0.4}),
	}}}}
	figures, err := r.Figures()
	if err != nil || len(figures) != 2 {
		t.Fatal(len(figures), err)
	}
	for i, want := range [][]string{{"λ = 0.1", "λ = 0.9", "seed 3"}, {"mgda, which has no λ", "from 0.1 to 0.9", ">weighted-sum<"}} {
		text := must.Of(figures[i].SVG()).In(t)
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("no %q in %s", w, figures[i].FigureName())
			}
		}
	}
}
