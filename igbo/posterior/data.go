package posterior

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
)

// check checks that the data are a table: N rows of D columns with one target each.
func check(d samples.Data, loss Loss) error {
	columns := len(d.Features)
	switch {
	case columns < 1:
		return fmt.Errorf("posterior: checking data: the data have %d columns, want at least 1", columns)
	case len(d.Y) < 2:
		return fmt.Errorf("posterior: checking data: the data have %d rows, want at least 2", len(d.Y))
	case len(d.X) != len(d.Y)*columns:
		return fmt.Errorf("posterior: checking data: X has %d numbers, but %d rows of %d columns need %d", len(d.X), len(d.Y), columns, len(d.Y)*columns)
	case d.Steps != 1 || d.Mask != nil:
		return fmt.Errorf("posterior: checking data: the data are series (%d steps), must be a table (1 step without a mask)", d.Steps)
	case d.Targets() != 1:
		return fmt.Errorf("posterior: checking data: the data have %d targets, must have 1", d.Targets())
	case d.Weights != nil:
		return errors.New("posterior: checking data: weights of rows are unsupported (leave the weights out)")
	}
	for i, v := range d.X {
		if !(math.Abs(v) <= 1e100) {
			return fmt.Errorf("posterior: row %d, column %d is %g, want a number within ±1e100", i/columns+1, i%columns+1, v)
		}
	}
	for i, y := range d.Y {
		switch {
		case !(math.Abs(y) <= 1e100):
			return fmt.Errorf("posterior: row %d: the target is %g, want a number within ±1e100", i+1, y)
		case loss == Logistic && y != 0 && y != 1:
			return fmt.Errorf("posterior: row %d: the target is %g, want 0 or 1", i+1, y)
		case loss == Poisson && (y < 0 || y != math.Trunc(y)):
			return fmt.Errorf("posterior: row %d: the target is %g, want a count (0, 1, 2 and so on) for the poisson loss", i+1, y)
		}
	}
	return nil
}

// units holds the units of the prior. Columns have mean 0 and are divided by their mean absolute deviation, so
// |w_k| is the mean effect of column k on the output. Under the squared loss, targets have mean 0 and standard
// deviation 1. Columns that do not vary have scale 0 and weight 0.
type units struct {
	shift, scale []float64
	y0, y1       float64
}

// measure computes the units of the data. If c.Scales is set, it contains the scales of the columns.
func measure(d samples.Data, c Config) (units, error) {
	loss := c.Loss
	n := float64(len(d.Y))
	columns := len(d.Features)
	u := units{shift: make([]float64, columns), scale: make([]float64, columns), y1: 1}
	for j := range columns {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range d.Y {
			v := d.X[i*columns+j]
			u.shift[j] += v / n
			low, high = min(low, v), max(high, v)
		}
		for i := range d.Y {
			u.scale[j] += math.Abs(d.X[i*columns+j]-u.shift[j]) / n
		}
		if high == low || u.scale[j] <= rounding*max(math.Abs(low), math.Abs(high)) {
			u.scale[j] = 0
		} else if c.Scales != nil {
			u.scale[j] = c.Scales[j]
		}
	}
	first, varies := d.Y[0], false
	for _, y := range d.Y {
		varies = varies || y != first
		u.y0 += y / n
	}
	if !varies {
		return u, fmt.Errorf("posterior: measuring the target: all %d targets are %g; at least two must differ", len(d.Y), first)
	}
	if loss != Squared {
		u.y0 = 0
		return u, nil
	}
	if u.y1 = stdDev(d.Y, u.y0); slices.Max(d.Y)-slices.Min(d.Y) <= rounding*largest(d.Y) {
		return u, fmt.Errorf("posterior: measuring the target: all %d targets are %g except for rounding errors; at least two must differ", len(d.Y), first)
	}
	return u, nil
}

// rounding is the relative spread up to which the numbers of a column, or the targets, count as equal.
const rounding = 1e-13

// stdDev returns the standard deviation about a mean, even if its square underflows.
func stdDev(values []float64, mean float64) float64 {
	unit := 1.0
	if most := largest(values); most < 1e-100 {
		unit = most
	}
	square := 0.0
	for _, v := range values {
		square += (v - mean) / unit * ((v - mean) / unit) / float64(len(values))
	}
	return unit * math.Sqrt(square)
}

// largest returns the largest absolute value.
func largest(values []float64) (most float64) {
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// inputs returns the rows in the prior's units, column by column. A column that does not vary is nil.
func (u units) inputs(d samples.Data) [][]float64 {
	columns := make([][]float64, len(d.Features))
	for j := range columns {
		if u.scale[j] == 0 {
			continue
		}
		columns[j] = make([]float64, len(d.Y))
		for i := range columns[j] {
			columns[j][i] = (d.X[i*len(d.Features)+j] - u.shift[j]) / u.scale[j]
		}
	}
	return columns
}

// weights converts weights and intercept to the data's units.
func (u units) weights(w []float64, b float64) (own []float64, intercept float64) {
	own, intercept = make([]float64, len(w)), u.y0+u.y1*b
	for j, v := range w {
		if u.scale[j] != 0 {
			own[j] = u.y1 * v / u.scale[j]
			intercept -= own[j] * u.shift[j]
		}
	}
	return own, intercept
}
