package course

import (
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRightAnswersAreRight checks that each right answer in the list is judged right, and that each slip is judged wrong with its own hint.
func TestRightAnswersAreRight(t *testing.T) {
	for _, name := range Names() {
		e, err := find(name)
		must.Do(t, err)
		if got := reflect.TypeOf(e.right); got != reflect.TypeOf(shapes[name].like) {
			t.Errorf("%s has an answer of type %s, and its shape %T", name, got, shapes[name].like)
		}
		if v := check(name, e.right); !v.Right || !v.Answered || v.Message != "right." {
			t.Errorf("the right answer: %s", v)
		}
		for _, s := range e.slips {
			if v := check(name, s.answer); v.Right || !strings.Contains(v.Message, s.reported) {
				t.Errorf("a slip of %s: %q, expected %q", name, v.Message, s.reported)
			}
		}
		if want := e.want(); len(want) == 0 || strings.ContainsAny(name, "\n:") {
			t.Errorf("%s has %d values", name, len(want))
		}
	}
}

// TestCheck checks that equivalent answers are right, and that wrong ones only get the kind of error.
func TestCheck(t *testing.T) {
	for want, c := range map[string]struct {
		name   string
		answer any
	}{
		"right.":         {"by-hand 1", float32(0.66667)},
		"no answer yet.": {"by-hand 1", math.NaN()},
		"not yet: the size is right and the sign is not.":                         {"by-hand 1", -2.0 / 3},
		"not yet: it is near, off by less than 5 %: look for a small term":        {"by-hand 1", 0.68},
		"not yet: it is twice what is asked for.":                                 {"path 1", []int{6, 6, 0, 12}},
		"not yet: the values are right, and their order is not.":                  {"path 3", []float64{11.18, 16.66, 0.56, 0.19}},
		"not yet: that is a sum, and a mean is asked for: divide by the count.":   {"path 3", []float64{49.98, 33.54, 1.68, 0.57}},
		"not yet: these are radians, and degrees are asked for.":                  {"step 2", []float64{2.4484, 1.9018, 1.6393}},
		"not yet: a fraction is cut off: two whole numbers divide":                {"graph 1", func(n int) float64 { return float64((n - 1) / n) }},
		"not yet: it is right for 1 of 3 values that it was asked for":            {"graph 1", func(n int) float64 { return 2.0 / 3 }},
		"not yet: 5 of 7 values are right.":                                       {"rules 3", []bool{true, true, false, true, true, false, true}},
		"not yet: it is another order of magnitude.":                              {"by-hand 1", 1e9},
		"not yet: it is not near.":                                                {"by-hand 1", 7},
		"not yet: a value is infinite or not a number.":                           {"by-hand 1", math.Inf(1)},
		"the answer has type string, want float64.":                               {"by-hand 1", "2/3"},
		"the answer has type []float64, want float64.":                            {"by-hand 1", []float64{1, 2}},
		"the answer has 3 numbers, want 4.":                                       {"path 1", [3]int{3, 3, 0}},
		"not yet: 3 of 4 values are right.":                                       {"path 1", []int{3, 3, 0, 7}},
		"no answer yet. ":                                                         {"path 1", nil},
		"not yet: every value is off by the same factor.":                         {"graph 1", func(n int) float64 { return 3 * float64(n-1) / float64(n) }},
		"the function panics: runtime error: integer divide by zero.":             {"graph 1", func(n int) float64 { return float64(1 / (n - 3)) }},
		"the answer has type func() float64, want func(int) float64.":             {"graph 1", func() float64 { return 1 }},
		"not yet: there is an edge u→w, so the order is transitive.":              {"graph 2", []float64{1, 1, 2, 1, 1, 1}},
		`course: exercise "graph 99" not found, want one of arrival 1, arrival 2`: {"graph 99", 1},
	} {
		if v := check(c.name, c.answer); !strings.HasPrefix(v.Message+" ", want) || v.Right != (want == "right.") {
			t.Errorf("%s of %v: %q, expected %q", c.name, c.answer, v.Message, want)
		}
	}
}

// TestOff checks that the message about a wrong answer contains no number of the right answer.
func TestOff(t *testing.T) {
	for name := range exercises {
		for _, wrong := range []float64{0, 1e-9, 1, -1, 2.5, 1e12, math.Inf(1)} {
			e, err := find(name)
			must.Do(t, err)
			values := make([]float64, len(e.want()))
			for i := range values {
				values[i] = wrong
			}
			if v := Judge(name, values); v.Right || v.Message == "" {
				t.Errorf("%s of %v everywhere is right: %s", name, wrong, v)
			}
		}
		if v := Judge(name, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}); v.Right {
			t.Errorf("%s: too many values are right", name)
		}
	}
}

var update = flag.Bool("update", false, "write testdata/hints.txt")

// TestHints compares each exercise's hints for general and specific mistakes with testdata/hints.txt. No mistake may count as right, or get
// a hint about another mistake.
func TestHints(t *testing.T) {
	var b strings.Builder
	for _, name := range Names() {
		e, err := find(name)
		must.Do(t, err)
		if e.holds != nil {
			continue
		}
		tolerance, err := Tolerance(name)
		must.Do(t, err)
		fmt.Fprintf(&b, "%s (within %g %%)\n", name, 100*tolerance)
		tolerance = max(tolerance, usualTolerance)
		want := e.want()
		for _, c := range []struct {
			mistake string
			made    []float64
		}{
			{"doubled", scaled(want, 2)}, {"halved", scaled(want, 0.5)}, {"times 3", scaled(want, 3)}, {"negative", scaled(want, -1)}, {"transposed", transposed(e, want)},
			{"whole part", each(want, math.Trunc)}, {"radians", scaled(want, math.Pi/180)}, {"per cent", scaled(want, 100)}, {"zeros", scaled(want, 0)},
			{"last one wrong", append(append([]float64{}, want[:len(want)-1]...), 7.7)},
		} {
			if c.made == nil || near(c.made, want, tolerance) {
				continue
			}
			v := Judge(name, c.made)
			if v.Right || v.Message == "" {
				t.Errorf("%s, %s: %s", name, c.mistake, v)
			}
			fmt.Fprintf(&b, "\t%-15s %s\n", c.mistake, v.Message)
		}
		for _, s := range e.slips {
			fmt.Fprintf(&b, "\t%-15s %s\n", "own", s.reported)
		}
	}
	const file = "testdata/hints.txt"
	if *update {
		must.Do(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	if text := must.Of(os.ReadFile(file)).In(t); string(text) != b.String() {
		t.Errorf("hints differ from %s; go test ./igbo/course -run Hints -update writes\n%s", file, b.String())
	}
}
