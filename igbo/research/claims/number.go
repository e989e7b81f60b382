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
	// Key is the number's name in the sentence of the claim; Name describes the number.
	Key, Name string
	// Study is the name of a study, and Path the place of the value in its committed result, in the syntax of at. Both are
	// empty if Compute is set.
	Study, Path string
	// Fold combines all values at the path to one number; nil if there is only one value.
	Fold    func(values []float64) float64 `yaml:"-"`
	Compute func() float64                 `yaml:"-"`
	// Format is the format of the value, such as "%.3f". If it ends in "%%", the value is multiplied by 100.
	Format string
	// Need is the condition that the outcome requires.
	Need Need `yaml:"-"`
	// Seen reports whether the condition was set after the value was known.
	Seen bool
}

// Value returns the number. It returns an error if the study, its committed result or the value does not exist.
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

// Text returns the number in the format of sentences.
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

// Source returns the source of the number.
func (n Number) Source() string {
	if n.Compute != nil {
		return "computed"
	}
	return n.Study + ": " + n.Path
}

// Need is an interval that must contain a number. The ends are included unless Open is set.
type Need struct {
	Low, High float64
	Open      bool
}

func above(v float64) Need      { return Need{v, math.Inf(1), true} }
func below(v float64) Need      { return Need{math.Inf(-1), v, true} }
func between(a, b float64) Need { return Need{a, b, false} }

// anything returns a condition that every number meets.
func anything() Need { return Need{math.Inf(-1), math.Inf(1), false} }

func (n Need) met(v float64) bool {
	if n.Open {
		return v > n.Low && v < n.High
	}
	return v >= n.Low && v <= n.High
}

// String returns the condition as text.
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

// UnmarshalText parses a condition in the format of claims.yaml: "> v", "< v", "a … b", "v ± w" or "v".
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
		return fmt.Errorf(`claims: invalid condition %q, want one such as "> 1", "< 1", "0 … 1", "1 ± 0.1" or "1"`, s)
	}
	return nil
}

// folds maps names in claims.yaml to functions that combine several values to one number.
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
	// arrived counts the runs whose residual fell below 1e-5 of the first one.
	"arrived": countOf(func(v float64) bool { return v < 1e-5 }),
}

func countOf(of func(float64) bool) func([]float64) float64 {
	return func(values []float64) float64 { return float64(floats.Count(of, values)) }
}
