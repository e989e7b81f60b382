package payoff

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Order describes the statements of a user's order about a table.
type Order struct {
	// Rows and Columns are the numbers of rows and numeric columns of the table. A categorical feature has several columns.
	Rows, Columns int
	// Features is the number of features; 0 means the number of columns.
	Features int
	// Statements is the number of pairs that the order states and that other pairs do not imply. Numbers above Features − 1
	// count as Features − 1.
	Statements int
	// Directed is the share of columns with a stated direction.
	Directed float64
	// Trust is the probability that a statement or a direction is right; 0 if it is unknown.
	Trust float64
}

// Sure is the least trust that [Result.Expect] assumes for an order with unknown trust.
const Sure = 0.7

// Expectation is the prediction of the map for an order. It has the least and the greatest relative change of the error on new
// rows, over the explained shares and the trusts. The trust is that of the order, or all trusts of at least [Sure].
type Expectation struct {
	// Low and High are changes compared with ridge regression: −0.04 is 4 % less error.
	Low, High float64
	// BareLow and BareHigh are changes compared with the same model without the order.
	BareLow, BareHigh float64
}

// EmptyError reports an order that states neither pairs nor directions.
type EmptyError struct{}

// Error implements error.
func (*EmptyError) Error() string {
	return "payoff: reading the map: the order has neither pairs nor directions"
}

// OutsideError reports a table that is outside of the map.
type OutsideError struct{ Reason string }

// Error implements error.
func (e *OutsideError) Error() string { return "payoff: reading the map: " + e.Reason }

// Expect returns the prediction of the map for a number of rows per column, a share of the possible statements of a chain, and
// a share of directed columns. It interpolates between the simulated numbers, using the logarithm of the number of rows. It
// returns an *OutsideError if the table is outside the simulated range, and an *EmptyError if the order has no statements.
func (r *Result) Expect(o Order) (e Expectation, err error) {
	c := r.Config
	if o.Statements <= 0 && !(o.Directed > 0) {
		return e, &EmptyError{}
	}
	if o.Columns < leastColumns || o.Columns > mostColumns {
		return e, &OutsideError{fmt.Sprintf("%d columns; the map covers %d to %d", o.Columns, leastColumns, mostColumns)}
	}
	scale := float64(o.Columns) / float64(c.Features)
	least, most := float64(slices.Min(c.Rows))*scale, float64(slices.Max(c.Rows))*scale
	if float64(o.Rows) < least || float64(o.Rows) > most {
		return e, &OutsideError{fmt.Sprintf("%d rows and %d columns; for %d columns, the map covers %.0f to %.0f rows", o.Rows, o.Columns, o.Columns, math.Ceil(least), math.Floor(most))}
	}
	trusts, err := c.trusts(o)
	if err != nil {
		return e, err
	}
	e = Expectation{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, share := range c.Explained {
		for _, trust := range trusts {
			change := func(of func(Change) float64) float64 {
				low, high, part := between(slices.Sorted(slices.Values(c.Trusts)), trust, func(v float64) float64 { return v })
				at := func(trust float64) float64 { return r.at(r.where(o, share, slices.Index(c.Trusts, trust)), of) }
				return (1-part)*at(low) + part*at(high) - 1
			}
			ratio, bare := change(func(c Change) float64 { return c.Ratio[0] }), change(func(c Change) float64 { return c.Bare[0] })
			e.Low, e.High = min(e.Low, ratio), max(e.High, ratio)
			e.BareLow, e.BareHigh = min(e.BareLow, bare), max(e.BareHigh, bare)
		}
	}
	return e, nil
}

// trusts returns the trusts of the map that apply to an order.
func (c Config) trusts(o Order) (some []float64, err error) {
	least, most := slices.Min(c.Trusts), slices.Max(c.Trusts)
	switch {
	case o.Trust == 0:
		return slices.DeleteFunc(slices.Clone(c.Trusts), func(p float64) bool { return p < Sure }), nil
	case !(o.Trust >= least && o.Trust <= most):
		return nil, &OutsideError{fmt.Sprintf("statements with a mean confidence of %.2g; the map covers %g to %g", o.Trust, least, most)}
	}
	return []float64{o.Trust}, nil
}

// At returns the error relative to ridge regression at an explained share and a trust of the map. [Result.Expect] combines such
// values. At returns false if the map has no such share or trust.
func (r *Result) At(o Order, explained, trust float64) (ratio float64, ok bool) {
	i, c := slices.Index(r.Config.Trusts, trust), r.Config
	if i < 0 || !slices.Contains(c.Explained, explained) || o.Columns < 1 || o.Rows < 1 {
		return 0, false
	}
	return r.at(r.where(o, explained, i), func(c Change) float64 { return c.Ratio[0] }), true
}

// where returns the position of an order in the map.
func (r *Result) where(o Order, explained float64, trust int) point {
	f := float64(r.Config.Features)
	links := max(1, cmp.Or(o.Features, o.Columns)-1)
	return point{math.Log(float64(o.Rows) * f / float64(o.Columns)), explained, float64(min(o.Statements, links)) * (f - 1) / float64(links), min(o.Directed, 1), trust}
}

// leastColumns and mostColumns are the limits of the number of columns. Package directions checked at 3 and 12 columns that the
// map depends on the rows per column.
const (
	leastColumns = 3
	mostColumns  = 12
)

// point is a position between those of the map.
type point struct {
	rows       float64 // logarithm
	explained  float64 // one of Config.Explained
	statements float64
	directed   float64
	trust      int // index
}

// at interpolates a number of the map.
func (r *Result) at(p point, value func(Change) float64) float64 {
	rows := slices.Sorted(slices.Values(r.Config.Rows))
	below, above, share := between(rows, math.Exp(p.rows), math.Log)
	return (1-share)*r.between(below, p, value) + share*r.between(above, p, value)
}

// between interpolates a number at a number of rows of the map.
func (r *Result) between(rows int, p point, value func(Change) float64) float64 {
	levels := append([]int{0}, slices.Sorted(slices.Values(r.Config.Statements))...)
	below, above, share := between(levels, p.statements, func(v float64) float64 { return v })
	of := func(directions bool) float64 {
		at := func(statements int) float64 {
			return value(r.change(rows, p.explained, statements, directions, p.trust))
		}
		return (1-share)*at(below) + share*at(above)
	}
	return (1-p.directed)*of(false) + p.directed*of(true)
}

// between returns the neighbours of a number in an increasing list, and its relative position between them on a scale. Beyond
// the last number, both neighbours are the last one.
func between[T int | float64](all []T, at float64, scale func(float64) float64) (below, above T, share float64) {
	i, _ := slices.BinarySearchFunc(all, at, func(v T, at float64) int { return cmp.Compare(float64(v), at) })
	switch {
	case i == len(all):
		return all[i-1], all[i-1], 0
	case i == 0:
		return all[0], all[0], 0
	}
	low, high := scale(float64(all[i-1])), scale(float64(all[i]))
	return all[i-1], all[i], (scale(at) - low) / (high - low)
}

// Foresee returns a sentence with the prediction of the committed map for an order, or a sentence stating that the map does not
// cover the table. It returns an *EmptyError if the order has no statements.
func Foresee(o Order) (string, error) {
	r, err := study.Reported[*Result](Definition())
	if err != nil {
		return "", err
	}
	e, err := r.Expect(o)
	if outside := (*OutsideError)(nil); errors.As(err, &outside) {
		return fmt.Sprintf("The simulations do not cover this table, so the gain from the order cannot be predicted: the table has %s.", outside.Reason), nil
	}
	if err != nil {
		return "", err
	}
	return e.sentence(r.Config, o), nil
}

// sentence describes an expectation.
func (e Expectation) sentence(c Config, o Order) string {
	return fmt.Sprintf("Expect the order to change the squared error of posterior-soft by %s to %s compared with ridge, and by %s to %s compared with the same model without the order. "+
		"These ranges are from simulations with %d rows, %d columns and %s. In them, the target is linear in the columns, the columns explain %g to %g %% of its variance, and each statement is right with a probability of %s.",
		percent(e.Low), percent(e.High), percent(e.BareLow), percent(e.BareHigh), o.Rows, o.Columns, o.statements(), 100*slices.Min(c.Explained), 100*slices.Max(c.Explained), o.trust())
}

// trust describes the trust.
func (o Order) trust() string {
	if o.Trust == 0 {
		return fmt.Sprintf("%g or more (to change it, state a confidence in the order file)", Sure)
	}
	return fmt.Sprintf("%.2g, the mean confidence of the order", o.Trust)
}

// statements describes the number of statements.
func (o Order) statements() string {
	text := tabulate.Plural(o.Statements, "statement")
	if o.Directed > 0 {
		text += fmt.Sprintf(" and directions of %.0f %% of the columns", 100*min(o.Directed, 1))
	}
	return text
}

// percent formats a change as a signed percentage.
func percent(v float64) string {
	text := fmt.Sprintf("%+.1f", 100*v)
	switch {
	case math.Abs(100*v) < 0.05:
		text = "0"
	case math.Abs(100*v) >= 10:
		text = fmt.Sprintf("%+.0f", 100*v)
	}
	return strings.Replace(text, "-", "−", 1) + " %"
}
