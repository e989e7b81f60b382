package encode

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

const (
	// exactly is the R² above which a linear function counts as exact. It corresponds to a
	// correlation of 0.999999.
	exactly = 1 - 2e-6
	// coincidence is −log of the probability below which a match of equal values and equal targets
	// is not a coincidence.
	coincidence = 20
	// fullest is the largest number of columns in a linear function of the target. widest is the
	// largest number of columns among which they are searched.
	fullest, widest = 20, 1000
)

// determined returns warnings about inputs that determine the target, except those in named.
func (e *Encoding) determined(t *table.Table, named map[string]bool) (warnings []string) {
	target := t.Column(e.Target.Name)
	if target == nil {
		return nil
	}
	rows := spread(target)
	y, find := at(target, rows), t.ByName()
	if len(rows) < leastRows {
		return nil
	}
	var names []string
	var numbers [][]float64
	for _, c := range e.Columns {
		column := find(c.Name)
		if column == nil || named[c.Name] || column.Kind == cell.Date {
			continue
		}
		x := at(column, rows)
		if how := determines(column.Kind, x, y, len(e.Target.Classes)); how != "" {
			warnings = append(warnings, fmt.Sprintf("column %.60q determines the target %.60q in the %d rows checked: %s; if it is computed from the target, or not known when you predict, drop it (--drop %.60q)", c.Name, e.Target.Name, len(rows), how, c.Name))
		}
		if column.Kind != cell.Category && !slices.ContainsFunc(x, math.IsNaN) && len(names) < widest {
			names, numbers = append(names, c.Name), append(numbers, x)
		}
	}
	if len(warnings) > 0 || len(e.Target.Classes) > 0 {
		return warnings
	}
	if of := linear(numbers, y); len(of) > 0 {
		var list []string
		for _, j := range of {
			list = append(list, fmt.Sprintf("%.60q", names[j]))
		}
		warnings = append(warnings, fmt.Sprintf("the target %.60q is exactly linear in the columns %s (R² = 1 in the %d rows checked); if it is computed from them, drop those that are not known when you predict (--drop)", e.Target.Name, strings.Join(list, ", "), len(rows)))
	}
	return warnings
}

// spread returns evenly spaced rows in which a column has a value.
func spread(c *table.Column) (rows []int) {
	n := len(c.Values)
	step := max(1, (n+checkedRows-1)/checkedRows)
	for i := 0; i < n; i += step {
		if !c.Missing(i) {
			rows = append(rows, i)
		}
	}
	return rows
}

func at(c *table.Column, rows []int) []float64 {
	values := make([]float64, len(rows))
	for k, i := range rows {
		values[k] = c.Values[i]
	}
	return values
}

// determines describes how an input determines the target; "" if it does not.
func determines(kind cell.Kind, x, y []float64, classes int) string {
	var a, b []float64
	for i, v := range x {
		if v == v {
			a, b = append(a, v), append(b, y[i])
		}
	}
	if len(a) < leastRows || 2*len(a) < len(x) {
		return ""
	}
	if classes == 0 && kind != cell.Category && len(linear([][]float64{a}, b)) > 0 {
		return "one is a linear function of the other"
	}
	values, sure := function(a, b)
	// A measurement that separates the classes is not a leak. Codes have at most about as many
	// values as there are classes.
	if !sure || 2*values > len(a) || classes > 0 && kind == cell.Number && values > 2*classes {
		return ""
	}
	if classes > 0 {
		return fmt.Sprintf("each of its %d values has one class", values)
	}
	return fmt.Sprintf("each of its %d values has one value of the target", values)
}

// function returns the number of values of x, and whether each value has a single y and this is not
// a coincidence.
func function(x, y []float64) (values int, sure bool) {
	of, often := map[float64]float64{}, map[float64]float64{}
	for _, v := range y {
		often[v]++
	}
	against := 0.0 // −log of the probability that repeats agree by chance
	for i, v := range x {
		target, seen := of[v]
		if !seen {
			of[v] = y[i]
			continue
		}
		if target != y[i] {
			return 0, false
		}
		against -= math.Log(often[target] / float64(len(y)))
	}
	return len(of), against > coincidence
}

// linear returns the columns of which y is a linear function. It adds them one by one: each is the
// column closest to the remainder (orthogonal matching pursuit). It returns nil if that requires
// more columns than a fifth of the rows, or more than 20.
func linear(columns [][]float64, y []float64) (of []int) {
	rest := standardised(y)
	if rest == nil {
		return nil
	}
	left := make([][]float64, len(columns))
	for j, c := range columns {
		left[j] = standardised(c)
	}
	for len(of) < min(fullest, len(y)/5) {
		best, largest := -1, 0.0
		for j, c := range left {
			if c == nil {
				continue
			}
			if r := math.Abs(dot(c, rest)); r > largest {
				best, largest = j, r
			}
		}
		if best < 0 {
			return nil
		}
		of = append(of, best)
		axis := left[best]
		left[best] = nil
		take(rest, axis)
		if dot(rest, rest) < 1-exactly {
			return of
		}
		for j, c := range left {
			if c == nil {
				continue
			}
			if take(c, axis); !normalise(c, 1e-7) {
				left[j] = nil // a combination of those before it
			}
		}
	}
	return nil
}

// standardised returns values of mean 0 and norm 1, nil if all are equal.
func standardised(values []float64) []float64 {
	largest, mean := 0.0, 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return nil
	}
	z := make([]float64, len(values))
	for i, v := range values {
		z[i] = v / largest
		mean += z[i] / float64(len(values))
	}
	for i := range z {
		z[i] -= mean
	}
	if !normalise(z, 1e-12) {
		return nil
	}
	return z
}

// normalise scales v to norm 1, unless its norm is at most least.
func normalise(v []float64, least float64) bool {
	norm := math.Sqrt(dot(v, v))
	if !(norm > least) {
		return false
	}
	for i := range v {
		v[i] /= norm
	}
	return true
}

// take subtracts from v its projection onto an axis of norm 1.
func take(v, axis []float64) {
	along := dot(v, axis)
	for i := range v {
		v[i] -= along * axis[i]
	}
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
