package course

import (
	"math"
	"strings"
	"testing"
)

// TestRightAnswersAreRight: what the list calls right is judged right, each slip is not, and says its own words.
func TestRightAnswersAreRight(t *testing.T) {
	for name, e := range exercises {
		if v := check(name, e.right); !v.Right || !v.Answered || v.Said != "right." {
			t.Errorf("the right answer: %s", v)
		}
		for _, s := range e.slips {
			if v := check(name, s.answer); v.Right || !strings.Contains(v.Said, s.said) {
				t.Errorf("a slip of %s: %q, expected %q", name, v.Said, s.said)
			}
		}
		if want := e.want(); len(want) == 0 || strings.ContainsAny(name, "\n:") {
			t.Errorf("%s has %d values", name, len(want))
		}
	}
}

// TestCheck: other ways to the same answer are right, and what is off is told by its kind alone.
func TestCheck(t *testing.T) {
	for want, c := range map[string]struct {
		name   string
		answer any
	}{
		"right.":         {"by-hand 1", float32(0.66667)},
		"no answer yet.": {"by-hand 1", math.NaN()},
		"not yet: the size is right and the sign is not.":                             {"by-hand 1", -2.0 / 3},
		"not yet: it is near, off by less than 5 %: look for a small term":            {"by-hand 1", 0.68},
		"not yet: it is another order of magnitude.":                                  {"by-hand 1", 1e9},
		"not yet: it is not near.":                                                    {"by-hand 1", 7},
		"not yet: a value is infinite or not a number.":                               {"by-hand 1", math.Inf(1)},
		"the answer is of type string, expected float64.":                             {"by-hand 1", "2/3"},
		"the answer is of type []float64, expected float64.":                          {"by-hand 1", []float64{1, 2}},
		"the answer has 3 numbers, expected 4.":                                       {"path 1", [3]int{3, 3, 0}},
		"not yet: 3 of 4 values are right.":                                           {"path 1", []int{3, 3, 0, 7}},
		"no answer yet. ":                                                             {"path 1", nil},
		"not yet: every value is off by the same factor.":                             {"graph 1", func(n int) float64 { return 3 * float64(n-1) / float64(n) }},
		"the function panics: runtime error: integer divide by zero.":                 {"graph 1", func(n int) float64 { return float64(1 / (n - 3)) }},
		"the answer is of type func() float64, expected func(int) float64.":           {"graph 1", func() float64 { return 1 }},
		"not yet: there is an edge u→w, so that nothing is broken.":                   {"graph 2", []float64{1, 1, 2, 1, 1, 1}},
		`course: no exercise "graph 99", expected one of by-hand 1, by-hand 2, by-ha`: {"graph 99", 1},
	} {
		if v := check(c.name, c.answer); !strings.HasPrefix(v.Said+" ", want) || v.Right != (want == "right.") {
			t.Errorf("%s of %v: %q, expected %q", c.name, c.answer, v.Said, want)
		}
	}
}

// TestOff gives no number of the right answer away: neither of them stands in what is said of a wrong one.
func TestOff(t *testing.T) {
	for name := range exercises {
		for _, wrong := range []float64{0, 1e-9, 1, -1, 2.5, 1e12, math.Inf(1)} {
			values := make([]float64, len(exercises[name].want()))
			for i := range values {
				values[i] = wrong
			}
			if v := Judge(name, values); v.Right || v.Said == "" {
				t.Errorf("%s of %v everywhere is right: %s", name, wrong, v)
			}
		}
		if v := Judge(name, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}); v.Right {
			t.Errorf("%s: too many values are right", name)
		}
	}
}
