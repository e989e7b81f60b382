package claims

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// Number is one number of a claim's evidence.
type Number struct {
	// Key is how the claim's sentence quotes it, Name says what it is.
	Key, Name string
	// Study and Path are the study and the place of the value in its committed result
	// ([At]); both are empty where Compute finds it.
	Study, Path string
	// Fold makes one number of all that the path names; nil where it names one.
	Fold    func(values []float64) float64
	Compute func() float64
	// Format writes Scale times the value, such as "%.3f"; a Scale of 0 counts as 1.
	Format string
	Scale  float64
	// Need is what the verdict needs of the value.
	Need Need
}

// Value is the number. Errors: no such study, no committed result, no such value in it.
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
		return 0, fmt.Errorf("claims: %s of study %s: %s has %d values, expected one", n.Name, n.Study, n.Path, len(values))
	}
	return values[0], nil
}

// Text is the number as sentences write it.
func (n Number) Text() (string, error) {
	v, err := n.Value()
	if err != nil {
		return "–", err
	}
	return n.write(v), nil
}

func (n Number) write(v float64) string {
	if n.Scale != 0 {
		v *= n.Scale
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

func above(v float64) Need        { return Need{v, math.Inf(1), true} }
func below(v float64) Need        { return Need{math.Inf(-1), v, true} }
func between(a, b float64) Need   { return Need{a, b, false} }
func near(v, within float64) Need { return Need{v - within, v + within, false} }
func exactly(v float64) Need      { return Need{v, v, false} }

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

// value is a number of a committed result.
func value(key, name, study, path, format string, need Need) Number {
	return Number{Key: key, Name: name, Study: study, Path: path, Format: format, Need: need}
}

// computed is a number that is computed anew.
func computed(key, name, format string, f func() float64, need Need) Number {
	return Number{Key: key, Name: name, Format: format, Compute: f, Need: need}
}

// of is the number with a fold of several values.
func (n Number) of(fold func([]float64) float64) Number {
	n.Fold = fold
	return n
}

// times is the number as sentences write it after a multiplication, such as by 100 for %.
func (n Number) times(scale float64) Number {
	n.Scale = scale
	return n
}

// The folds of several values: spread is the largest in size, width the largest less the smallest.
func mean(values []float64) float64  { return floats.Sum(values) / float64(len(values)) }
func count(values []float64) float64 { return float64(len(values)) }

func spread(values []float64) float64 { return floats.Norm(values, math.Inf(1)) }

func width(values []float64) float64 { return floats.Max(values) - floats.Min(values) }

// ratio is the largest over the smallest.
func ratio(values []float64) float64 { return floats.Max(values) / floats.Min(values) }

// arrived counts the residuals below 1e-5 of the first.
func arrived(values []float64) float64 {
	n := 0
	for _, v := range values {
		if v < 1e-5 {
			n++
		}
	}
	return float64(n)
}
