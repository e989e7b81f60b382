package trial

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// Entry is the result of a method.
type Entry struct {
	Name string `json:"name"`
	// Tuning describes how it was tuned.
	Tuning string `json:"tuning"`
	// Fits is the mean number of fits of the tuning; 0 if it is unknown.
	Fits float64 `json:"fits,omitempty"`
	// Errors are its errors by draw, in the same order as those of the reference.
	Errors []float64 `json:"errors"`
}

// Row compares a method with the reference.
type Row struct {
	Name   string  `json:"name"`
	Tuning string  `json:"tuning"`
	Fits   float64 `json:"fits,omitempty"`
	// Mean is the mean error, Median the median.
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	// Ratio is the mean error divided by that of the reference. Low and High are the ends of its interval.
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// P is the two-sided p-value of Wilcoxon's signed-rank test.
	P float64 `json:"p"`
	// Wins, Ties and Losses count draws. Errors within 1 % of each other are a tie.
	Wins   int `json:"wins"`
	Ties   int `json:"ties"`
	Losses int `json:"losses"`
}

// CompareOptions has the settings of intervals.
type CompareOptions struct {
	// Level is the confidence level of the intervals, Resamples the number of bootstrap resamples, and Seed their seed.
	Level     float64
	Resamples int
	Seed      uint64
}

// DefaultCompareOptions returns a level of 95 % and 4000 resamples.
func DefaultCompareOptions() CompareOptions { return AtLevel(0.95) }

// AtLevel returns options with a confidence level and 4000 resamples.
func AtLevel(level float64) CompareOptions {
	return CompareOptions{Level: level, Resamples: 4000, Seed: 1}
}

// Compare compares methods with the named reference, in their order. It returns an error if the reference does not exist or
// numbers of draws differ.
func Compare(reference string, entries []Entry, o CompareOptions) ([]Row, error) {
	of := Find(entries, reference)
	if of == nil {
		return nil, fmt.Errorf("trial: reference method %q not found", reference)
	}
	return study.Try(entries, func(_ int, e Entry) (Row, error) { return Beside(e, *of, o) })
}

// Beside compares one method with another.
func Beside(e, reference Entry, o CompareOptions) (Row, error) {
	row := Row{Name: e.Name, Tuning: e.Tuning, Fits: e.Fits}
	if len(e.Errors) == 0 || len(e.Errors) != len(reference.Errors) {
		return row, fmt.Errorf("trial: %s has %d errors and %s has %d; the numbers must be the same, at least 1", e.Name, len(e.Errors), reference.Name, len(reference.Errors))
	}
	row.Mean, row.Median = stat.Mean(e.Errors, nil), Median(e.Errors)
	row.Ratio, row.Low, row.High = Ratio(e.Errors, reference.Errors, o)
	row.P = SignedRank(e.Errors, reference.Errors)
	for i, v := range e.Errors {
		switch r := reference.Errors[i]; {
		case math.Abs(v-r) <= 0.01*max(v, r):
			row.Ties++
		case v < r:
			row.Wins++
		default:
			row.Losses++
		}
	}
	return row, nil
}

// Median returns the median of values, which must not be empty.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Ratio returns mean(a)/mean(b) with the percentile interval of a paired bootstrap, which resamples draws for both methods
// together.
func Ratio(a, b []float64, o CompareOptions) (ratio, low, high float64) {
	ratio = stat.Mean(a, nil) / stat.Mean(b, nil)
	low, high = once("ratio", [][2][]float64{{a, b}}, o, uint64(len(a)), func() (low, high float64) {
		ratios, drawn := make([]float64, o.Resamples), resampled(o, uint64(len(a)), len(a))
		for i := range ratios {
			top, bottom := 0.0, 0.0
			for _, j := range drawn(i) {
				top, bottom = top+a[j], bottom+b[j]
			}
			ratios[i] = top / bottom
		}
		if len(ratios) == 0 || slices.ContainsFunc(ratios, math.IsNaN) {
			return math.NaN(), math.NaN()
		}
		return ends(ratios, o.Level)
	})
	return ratio, low, high
}

// Pooled returns the interval of the geometric mean of the ratios mean(a)/mean(b) of pairs. The draws of each pair are
// resampled separately, with the options' seed and another number.
func Pooled(pairs [][2][]float64, o CompareOptions, also uint64) (low, high float64) {
	return once("pooled", pairs, o, also, func() (low, high float64) {
		sizes, ratios := make([]int, len(pairs)), make([]float64, o.Resamples)
		for k, p := range pairs {
			sizes[k] = len(p[0])
		}
		drawn := resampled(o, also, sizes...)
		for i := range ratios {
			taken, sum := drawn(i), 0.0
			for k, p := range pairs {
				top, bottom := 0.0, 0.0
				for _, j := range taken[:sizes[k]] {
					top, bottom = top+p[0][j], bottom+p[1][j]
				}
				sum, taken = sum+math.Log(top/bottom), taken[sizes[k]:]
			}
			ratios[i] = math.Exp(sum / float64(len(pairs)))
		}
		return ends(ratios, o.Level)
	})
}

// SignedRank returns the two-sided p-value of Wilcoxon's signed-rank test of paired values. It uses the normal approximation
// with corrections for ties and continuity. It returns 1 if no pair differs.
func SignedRank(a, b []float64) float64 {
	type pair struct {
		size float64
		up   bool
	}
	var pairs []pair
	for i := range a {
		if d := a[i] - b[i]; d != 0 {
			pairs = append(pairs, pair{math.Abs(d), d > 0})
		}
	}
	slices.SortFunc(pairs, func(x, y pair) int { return cmp.Compare(x.size, y.size) })
	n, up, ties := float64(len(pairs)), 0.0, 0.0
	for i := 0; i < len(pairs); {
		j := i
		for j < len(pairs) && !(pairs[j].size > pairs[i].size) {
			j++
		}
		for _, p := range pairs[i:j] {
			if p.up {
				up += float64(i+j+1) / 2
			}
		}
		t := float64(j - i)
		ties += t * (t*t - 1)
		i = j
	}
	variance := n*(n+1)*(2*n+1)/24 - ties/48
	if !(variance > 0) {
		return 1
	}
	z := max(0, math.Abs(up-n*(n+1)/4)-0.5) / math.Sqrt(variance)
	return min(1, 2*distuv.UnitNormal.Survival(z))
}

// Over compares one method with another. It returns false if one of them is missing.
func Over(entries []Entry, method, reference string, o CompareOptions) (row Row, ok bool) {
	a, b := Find(entries, method), Find(entries, reference)
	if a == nil || b == nil {
		return row, false
	}
	row, err := Beside(*a, *b, o)
	return row, err == nil
}

// Find returns the entry of a method; nil if there is none.
func Find(entries []Entry, name string) *Entry {
	return study.First(entries, func(e *Entry) bool { return e.Name == name })
}

// Round rounds x to a number of significant digits; 0 keeps all digits.
func Round(x float64, digits int) float64 {
	if digits > 0 {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64) // cannot fail: FormatFloat wrote it
	}
	return x
}
