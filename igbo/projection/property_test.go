package projection

import (
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// A property is a column in the table of Rules.
type property struct {
	applies func(pair) bool
	holds   func(Rule, pair, float64) bool
}

var properties = map[string]property{
	"C_SD":        {pair.regular, inConeOf},
	"descends":    {pair.regular, descends},
	"no-ascent":   {pair.regular, noAscent},
	"homogeneous": {pair.regular, homogeneous},
	"symmetric":   {pair.regular, symmetric},
	"continuous":  {pair.conditioned, continuous},
	"stationary":  {func(p pair) bool { return p.name == "exactly opposite" }, stationary},
	"unit-free":   {pair.regular, unitFree},
}

// documented reads the table in the documentation of Rules: rule → column → cell. Every rule must have a row.
func documented(t *testing.T) map[string]map[string]string {
	t.Helper()
	text := must.Of(os.ReadFile("rule.go")).In(t)
	var columns []string
	table := map[string]map[string]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(strings.TrimPrefix(line, "//"))
		switch {
		case !strings.HasPrefix(line, "//\t"):
		case fields[0] == "rule":
			columns = fields
		case len(fields) == len(columns):
			table[fields[0]] = map[string]string{}
			for i, cell := range fields {
				table[fields[0]][columns[i]] = cell
			}
		}
	}
	if got, want := slices.Sorted(maps.Keys(table)), slices.Sorted(slices.Values(Names())); !slices.Equal(got, want) {
		t.Fatalf("the documentation has a table of %v, the rules are %v", got, want)
	}
	return table
}

// TestPropertyTable tests every rule, property and sampler. A property that the documentation denies must fail
// somewhere.
func TestPropertyTable(t *testing.T) {
	table := documented(t)
	pairs := samples(40)
	for _, rule := range Rules() {
		for name, column := range properties {
			claimed := table[rule.String()][name]
			tried, failed := tryProperty(column, rule, pairs)
			if tried < 100 {
				t.Errorf("%s, %s: only %d pairs were tried", rule, name, tried)
			}
			if want := map[bool]string{true: "yes", false: "no"}[len(failed) == 0]; claimed != want {
				t.Errorf("%s, %s: the documentation says %q; of %d pairs these fail: %v", rule, name, claimed, tried, failed)
			}
		}
	}
}

// tryProperty counts the pairs that were tested, and the failures by sampler.
func tryProperty(column property, rule Rule, pairs []pair) (tried int, failed map[string]int) {
	failed = map[string]int{}
	for _, p := range pairs {
		for _, lambda := range lambdas {
			if !column.applies(p) {
				continue
			}
			tried++
			if !column.holds(rule, p, lambda) {
				failed[p.name]++
			}
		}
	}
	return tried, failed
}

// products returns the weights, v·g1 and v·g2, and a bound on the rounding errors of these products: the
// cancellation that the weights allow, in units of ε.
func products(r Rule, p pair, lambda float64) (a, product, rounding [2]float64) {
	n1, n2, c := dots(p.g1, p.g2)
	a1, a2 := r.Weights(n1, n2, c, lambda)
	const units = 64 * 0x1p-52
	product = [2]float64{a1*n1 + a2*c, a1*c + a2*n2}
	rounding = [2]float64{units * (math.Abs(a1)*n1 + math.Abs(a2*c)), units * (math.Abs(a1*c) + math.Abs(a2)*n2)}
	return [2]float64{a1, a2}, product, rounding
}

// descends checks that both products are positive. For ill-conditioned pairs, where they may be smaller than
// rounding errors, neither may be more negative than that.
func descends(r Rule, p pair, lambda float64) bool {
	_, product, rounding := products(r, p, lambda)
	for i := range product {
		if p.conditioned() && !(product[i] > rounding[i]) || !(product[i] >= -rounding[i]) {
			return false
		}
	}
	return true
}

// inConeOf checks that v is in C_SD.
func inConeOf(r Rule, p pair, lambda float64) bool {
	a, _, _ := products(r, p, lambda)
	return a[0] > 0 && a[1] > 0 && descends(r, p, lambda)
}

func noAscent(r Rule, p pair, lambda float64) bool {
	_, product, rounding := products(r, p, lambda)
	return product[0] >= -rounding[0] && product[1] >= -rounding[1]
}

func homogeneous(r Rule, p pair, lambda float64) bool {
	for _, s := range []float64{3, 1e-9, 1e9} {
		scaled := pair{p.name, times(s, p.g1), times(s, p.g2), p.exact}
		if !sameWeights(r, scaled, lambda, r, p, lambda, 1, 1) {
			return false
		}
	}
	return true
}

func symmetric(r Rule, p pair, lambda float64) bool {
	n1, n2, c := dots(p.g1, p.g2)
	a1, a2 := r.Weights(n1, n2, c, lambda)
	b2, b1 := r.Weights(n2, n1, c, 1-lambda)
	return closeTo(a1*math.Sqrt(n1), b1*math.Sqrt(n1), a2*math.Sqrt(n2), b2*math.Sqrt(n2))
}

// continuous compares the rule on both sides of c = 0, with the lengths of the pair.
func continuous(r Rule, p pair, lambda float64) bool {
	n1, n2, c := dots(p.g1, p.g2)
	upright := plus(p.g2, times(-c/n1, p.g1)) // g2⊥1
	tilt := times(1e-9*math.Sqrt(n2/n1), p.g1)
	v := Combine(r, p.g1, plus(upright, tilt), lambda)
	w := Combine(r, p.g1, plus(upright, times(-1, tilt)), lambda)
	return norm(plus(v, times(-1, w))) <= 1e-6*norm(v)
}

func stationary(r Rule, p pair, lambda float64) bool {
	n1, n2, c := dots(p.g1, p.g2)
	a1, a2 := r.Weights(n1, n2, c, lambda)
	v := Combine(r, p.g1, p.g2, lambda)
	return norm(v) <= 1e-12*(math.Abs(a1)*norm(p.g1)+math.Abs(a2)*norm(p.g2))
}

func unitFree(r Rule, p pair, lambda float64) bool {
	for _, s := range [][2]float64{{50, 1}, {1, 1e-6}} {
		v, w := Combine(r, p.g1, p.g2, lambda), Combine(r, times(s[0], p.g1), times(s[1], p.g2), lambda)
		if !same(times(1/norm(v), v), times(1/norm(w), w)) {
			return false
		}
	}
	return true
}

// sameWeights compares the weights of two rules for two pairs, multiplying those of the second by f1 and f2. It
// compares the lengths of the terms.
func sameWeights(r Rule, p pair, lambda float64, s Rule, q pair, mu, f1, f2 float64) bool {
	n1, n2, c := dots(p.g1, p.g2)
	m1, m2, d := dots(q.g1, q.g2)
	a1, a2 := r.Weights(n1, n2, c, lambda)
	b1, b2 := s.Weights(m1, m2, d, mu)
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	return closeTo(a1*r1, f1*b1*r1, a2*r2, f2*b2*r2)
}

// closeTo compares (a, b) with (c, d), relative to the largest of them.
func closeTo(a, b, c, d float64) bool {
	scale := math.Max(math.Max(math.Abs(a), math.Abs(b)), math.Max(math.Abs(c), math.Abs(d)))
	return math.Abs(a-b) <= 1e-6*scale && math.Abs(c-d) <= 1e-6*scale
}

func same(v, w []float64) bool { return norm(plus(v, times(-1, w))) <= 1e-8*(norm(v)+norm(w)) }
