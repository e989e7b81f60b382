package claims

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// Number is one number of a claim's evidence.
type Number struct {
	// Key is how the claim's sentence quotes it, Name says what it is.
	Key, Name string
	// Study and Path are the study and the place of the value in its committed result
	// ([At]); both are empty if Compute finds it.
	Study, Path string
	// Fold makes one number of all that the path names; nil if it names one.
	Fold    func(values []float64) float64 `yaml:"-"`
	Compute func() float64                 `yaml:"-"`
	// Format writes the value, such as "%.3f", and 100 times it where it ends in "%%".
	Format string
	// Need is what the outcome needs of the value.
	Need Need `yaml:"-"`
	// Seen tells that the need was set after looking at the value.
	Seen bool
}

// Value returns the number. Errors: no such study, no committed result, no such value in it.
func (n Number) Value() (float64, error) {
	if n.Compute != nil {
		return n.Compute(), nil
	}
	root, err := reported(n.Study)
	if err != nil {
		return 0, fmt.Errorf("claims: %s: %w", n.Name, err)
	}
	values, err := at(root, n.Path)
	switch {
	case err != nil:
		return 0, fmt.Errorf("claims: %s of study %s: %w", n.Name, n.Study, err)
	case n.Fold != nil:
		return n.Fold(values), nil
	case len(values) != 1:
		return 0, fmt.Errorf("claims: %s of study %s: %s has %d values, want one", n.Name, n.Study, n.Path, len(values))
	}
	return values[0], nil
}

// Text returns the number as sentences write it.
func (n Number) Text() (string, error) {
	v, err := n.Value()
	if err != nil {
		return "–", err
	}
	return n.write(v), nil
}

func (n Number) write(v float64) string {
	if strings.HasSuffix(n.Format, "%%") {
		v *= 100
	}
	text := fmt.Sprintf(n.Format, v)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Source says where the number comes from.
func (n Number) Source() string {
	if n.Compute != nil {
		return "computed"
	}
	return n.Study + ": " + n.Path
}

// Need is an interval that a number must lie in, its ends included unless they are open.
type Need struct {
	Low, High float64
	Open      bool
}

func above(v float64) Need      { return Need{v, math.Inf(1), true} }
func below(v float64) Need      { return Need{math.Inf(-1), v, true} }
func between(a, b float64) Need { return Need{a, b, false} }

// anything needs no more than a number.
func anything() Need { return Need{math.Inf(-1), math.Inf(1), false} }

func (n Need) met(v float64) bool {
	if n.Open {
		return v > n.Low && v < n.High
	}
	return v >= n.Low && v <= n.High
}

// String writes the condition.
func (n Need) String() string {
	switch {
	case math.IsInf(n.Low, -1) && math.IsInf(n.High, 1):
		return "a number"
	case n.Low == n.High:
		return fmt.Sprintf("%.4g", n.Low)
	case n.Open && math.IsInf(n.High, 1):
		return fmt.Sprintf("> %.4g", n.Low)
	case n.Open && math.IsInf(n.Low, -1):
		return fmt.Sprintf("< %.4g", n.High)
	}
	return fmt.Sprintf("%.4g … %.4g", n.Low, n.High)
}

// UnmarshalText reads a condition as claims.yaml writes it: "> v", "< v", "a … b", "v ± w", "v".
func (n *Need) UnmarshalText(text []byte) error {
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	s := string(text)
	low, high, interval := strings.Cut(s, " … ")
	middle, within, around := strings.Cut(s, " ± ")
	switch {
	case strings.HasPrefix(s, "> "):
		*n = above(number(s[2:]))
	case strings.HasPrefix(s, "< "):
		*n = below(number(s[2:]))
	case interval:
		*n = between(number(low), number(high))
	case around:
		*n = between(number(middle)-number(within), number(middle)+number(within))
	default:
		*n = between(number(s), number(s))
	}
	if math.IsNaN(n.Low) || math.IsNaN(n.High) {
		return fmt.Errorf(`claims: the condition is %q, want one such as "> 1", "< 1", "0 … 1", "1 ± 0.1" or "1"`, s)
	}
	return nil
}

// folds make one number of several values, by the names that claims.yaml calls them.
var folds = map[string]func(values []float64) float64{
	"mean":            func(v []float64) float64 { return floats.Sum(v) / float64(len(v)) },
	"count":           func(v []float64) float64 { return float64(len(v)) },
	"least":           floats.Min,
	"largest":         floats.Max,
	"largest in size": func(v []float64) float64 { return floats.Norm(v, math.Inf(1)) },
	"range":           func(v []float64) float64 { return floats.Max(v) - floats.Min(v) },
	"ratio":           func(v []float64) float64 { return floats.Max(v) / floats.Min(v) },
	"less 1":          func(v []float64) float64 { return v[0] - 1 },
	"negative":        func(v []float64) float64 { return -v[0] },
	"positive":        countOf(func(v float64) bool { return v > 0 }),
	// The runs whose residual fell below 1e-5 of the first.
	"arrived": countOf(func(v float64) bool { return v < 1e-5 }),
}

func countOf(of func(float64) bool) func([]float64) float64 {
	return func(values []float64) float64 { return float64(floats.Count(of, values)) }
}
