package payoff

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestExpectIsCommitted checks that at the simulated numbers of rows and statements, the range is that of the committed ratios.
func TestExpectIsCommitted(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, directions := range []bool{false, true} {
		for _, m := range r.Config.Statements {
			for _, n := range r.Config.Rows {
				o := Order{Rows: n, Columns: r.Config.Features, Statements: m}
				if directions {
					o.Directed = 1
				}
				low, high, bareLow, bareHigh := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
				for _, share := range r.Config.Explained {
					for i, c := range r.place(n, share).line(m, directions).Changes {
						if r.Config.Trusts[i] >= Sure {
							low, high = min(low, c.Ratio[0]-1), max(high, c.Ratio[0]-1)
							bareLow, bareHigh = min(bareLow, c.Bare[0]-1), max(bareHigh, c.Bare[0]-1)
						}
					}
				}
				want := Expectation{low, high, bareLow, bareHigh}
				if e := must.Of(r.Expect(o)).In(t); !near(e, want) {
					t.Errorf("%+v: %+v, want %+v", o, e, want)
				}
			}
		}
	}
}

func near(a, b Expectation) bool {
	for _, d := range []float64{a.Low - b.Low, a.High - b.High, a.BareLow - b.BareLow, a.BareHigh - b.BareHigh} {
		if math.Abs(d) > 1e-12 {
			return false
		}
	}
	return true
}

// TestExpectBetween checks that between simulated numbers the map is between its neighbours, and that twice the columns need
// twice the rows. More statements than a chain can have must count as a whole chain.
func TestExpectBetween(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	few, more := must.Of(r.Expect(Order{Rows: 32, Columns: 6, Statements: 5})).In(t), must.Of(r.Expect(Order{Rows: 64, Columns: 6, Statements: 5})).In(t)
	if e := must.Of(r.Expect(Order{Rows: 45, Columns: 6, Statements: 5})).In(t); !(few.Low < e.Low && e.Low < more.Low) {
		t.Errorf("45 rows: %+v, want between %+v and %+v", e, few, more)
	}
	if e := must.Of(r.Expect(Order{Rows: 64, Columns: 12, Statements: 30})).In(t); !near(e, few) {
		t.Errorf("12 columns: %+v, want %+v", e, few)
	}
	if e := must.Of(r.Expect(Order{Rows: 64, Columns: 12, Features: 3, Statements: 2})).In(t); !near(e, few) {
		t.Errorf("3 features of 12 columns: %+v, want %+v", e, few)
	}
	none, all := must.Of(r.Expect(Order{Rows: 32, Columns: 6, Statements: 1})).In(t), few
	if !(all.BareLow < none.BareLow && none.BareLow < 0) {
		t.Errorf("one statement: %+v, want less than %+v", none, all)
	}
}

// TestExpectOutside checks that too few or too many rows or columns are outside the map, and that an order without statements
// has no expectation.
func TestExpectOutside(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, o := range []Order{{Rows: 7, Columns: 6, Statements: 5}, {Rows: 1025, Columns: 6, Statements: 5}, {Rows: 30, Columns: 2, Statements: 1}, {Rows: 300, Columns: 13, Statements: 1}} {
		var outside *OutsideError
		if _, err := r.Expect(o); !errors.As(err, &outside) || !strings.Contains(err.Error(), "the map covers") {
			t.Errorf("%+v: error %v, want one that states what the map covers", o, err)
		}
		if text, err := Foresee(o); err != nil || !strings.HasPrefix(text, "The simulations do not cover") {
			t.Errorf("%+v: %q, %v", o, text, err)
		}
	}
	var empty *EmptyError
	if _, err := r.Expect(Order{Rows: 32, Columns: 6}); !errors.As(err, &empty) {
		t.Errorf("error %v of no order", err)
	}
}

// TestExpectTrust checks that an order with a trust has the changes at only that trust, interpolated between simulated trusts,
// and none beyond the map.
func TestExpectTrust(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	o := Order{Rows: 16, Columns: 6, Statements: 5}
	at := func(trust float64) Expectation {
		o := o
		o.Trust = trust
		return must.Of(r.Expect(o)).In(t)
	}
	most := math.Inf(-1)
	for _, share := range r.Config.Explained {
		ratio, _ := r.At(o, share, 0.9)
		most = max(most, ratio-1)
	}
	if got := at(0.9); math.Abs(got.High-most) > 1e-12 {
		t.Errorf("at most %g at trust 0.9, want %g", got.High, most)
	}
	if low, middle, high := at(0.7), at(0.75), at(0.8); !(high.BareLow < middle.BareLow && middle.BareLow < low.BareLow) {
		t.Errorf("trust 0.75: %+v, want between %+v and %+v", middle, low, high)
	}
	o.Trust = 0.85
	if text := must.Of(Foresee(o)).In(t); !strings.Contains(text, "right with a probability of 0.85, the mean confidence of the order") {
		t.Errorf("%q lacks the trust", text)
	}
	o.Trust = 0.4
	if text := must.Of(Foresee(o)).In(t); !strings.Contains(text, "a mean confidence of 0.4; the map covers 0.5 to 1") {
		t.Errorf("%q does not name the map's trusts", text)
	}
}

// TestForesee checks that the sentence has the committed numbers and states that they are simulated.
func TestForesee(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	o := Order{Rows: 63, Columns: 6, Statements: 5, Directed: 0.5}
	e := must.Of(r.Expect(o)).In(t)
	text := must.Of(Foresee(o)).In(t)
	for _, want := range []string{"simulations with 63 rows, 6 columns and 5 statements and directions of 50 % of the columns", percent(e.Low), percent(e.High), percent(e.BareLow), percent(e.BareHigh)} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	for v, want := range map[float64]string{-0.0412: "−4.1 %", 0.2: "+20 %", -0.0001: "0 %"} {
		if got := percent(v); got != want {
			t.Errorf("percent(%g) is %q, want %q", v, got, want)
		}
	}
}

// TestOrder checks that at trust 1 all statements are right and at trust 0 all are reversed.
func TestOrder(t *testing.T) {
	c := DefaultConfig()
	p := must.Of(drawProblem(t.Context(), nil, trial.Run[distribution]{Case: distribution{c, 16, 0.5}, Seed: 3})).In(t)
	right, wrong := p.order(expert{5, true, 1}), p.order(expert{5, true, 0})
	for i := range right.Above {
		if right.Above[i] != [2]int{i, i + 1} || wrong.Above[i] != [2]int{i + 1, i} {
			t.Errorf("statement %d: %v and %v", i, right.Above[i], wrong.Above[i])
		}
	}
	for j, s := range p.truth.Directions() {
		if right.Directions[j] != s || wrong.Directions[j] != -s {
			t.Errorf("direction %d: %d and %d, the truth has %d", j, right.Directions[j], wrong.Directions[j], s)
		}
	}
	if few := p.order(expert{2, false, 1}); len(few.Above) != 2 || few.Directions != nil || few.Above[0][1] != few.Above[1][0] {
		t.Errorf("two statements: %+v", few)
	}
}

// TestSenseless checks invalid numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "features", "sweeps")
	studytest.Nonsense(t, DefaultConfig, "payoff", map[string]func(c *Config){
		"a chain too long": func(c *Config) { c.Statements = []int{6} }, "rising weights": func(c *Config) { c.Steepest = 0.95 }, "no rows": func(c *Config) { c.Rows = nil },
		"all explained": func(c *Config) { c.Explained = []float64{1} }, "trust": func(c *Config) { c.Trusts = []float64{1.1} },
	})
}
