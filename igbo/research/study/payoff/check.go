package payoff

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Names of methods of package shift.
const (
	measuredSoft = "posterior, soft order and signs"
	measuredBare = "posterior, nothing known"
	measuredMean = "mean alone"
	measuredAll  = "ridge on all rows of the group"
)

// checkedTrust is the trust at which tables are predicted, chosen before the comparison.
const checkedTrust = 0.9

// check compares the map with the tables of package shift.
type check struct {
	tables []checkedTable
	left   []string // names of the tables outside the map
}

// checkedTable is one table, with relative changes of the error compared with ridge regression.
type checkedTable struct {
	name                  string
	order                 Order
	explained             float64
	predicted, measured   float64
	low, high             float64 // range of Expect
	bare                  float64 // predicted for the posterior without knowledge
	measuredBare          float64
	outcome, bareMeasured study.Interval
}

// checked compares the map with the tables. It returns false without a committed result of package shift, or if the map lacks
// the trust at which tables are predicted.
func (r *Result) checked() (c check, ok bool) {
	trust := slices.Index(r.Config.Trusts, checkedTrust)
	found, err := study.Reported[*shift.Result](shift.Definition())
	shifts, err2 := shift.Shifts()
	if trust < 0 || errors.Join(err, err2) != nil {
		return c, false
	}
	for _, s := range shifts {
		soft, a := found.Of(s.Name, shift.Home, measuredSoft, 0.95)
		bare, b := found.Of(s.Name, shift.Home, measuredBare, 0.95)
		mean, m := found.Of(s.Name, shift.Home, measuredMean, 0.95)
		all, w := found.Of(s.Name, shift.Home, measuredAll, 0.95)
		if !(a && b && m && w) {
			continue
		}
		columns := strings.Count(s.Order, ">") + strings.Count(s.Order, ",") + 1
		t := checkedTable{name: s.Name, order: Order{Rows: s.Samples, Columns: columns, Statements: columns - 1, Directed: 1}, outcome: soft, bareMeasured: bare}
		t.explained = 1 - all.Mean/mean.Mean
		e, err := r.Expect(t.order)
		if err != nil {
			c.left = append(c.left, s.Name)
			continue
		}
		t.low, t.high = e.Low, e.High
		t.predicted = r.typical(t, trust, false) - 1
		t.bare = r.typical(t, trust, true) - 1
		t.measured, t.measuredBare = soft.Mean-1, bare.Mean-1
		c.tables = append(c.tables, t)
	}
	return c, len(c.tables) > 2
}

// typical interpolates the geometric mean of ratios at a table's explained share, which is limited to the simulated range. With
// bare, it is that of the posterior without knowledge.
func (r *Result) typical(t checkedTable, trust int, bare bool) float64 {
	scale := float64(t.order.Columns) / float64(r.Config.Features)
	shares := slices.Sorted(slices.Values(r.Config.Explained))
	at := func(share float64) float64 {
		p := point{math.Log(float64(t.order.Rows) / scale), share, float64(r.Config.Features - 1), 1, trust}
		if bare {
			p.statements, p.directed = 0, 0
		}
		return r.at(p, func(c Change) float64 { return c.Typical })
	}
	share := min(max(t.explained, shares[0]), shares[len(shares)-1])
	i := max(1, slices.IndexFunc(shares, func(s float64) bool { return s >= share }))
	if i >= len(shares) {
		return at(shares[0])
	}
	f := (share - shares[i-1]) / (shares[i] - shares[i-1])
	return (1-f)*at(shares[i-1]) + f*at(shares[i])
}

// numbers summarises a comparison.
type numbers struct {
	correlation, ranks     float64
	slope, intercept       float64
	predicted, measured    float64 // means
	gap                    float64 // mean absolute difference
	inside                 int     // measured changes within the range of Expect
	bare, bareMeasured     float64
	gained, gainedMeasured float64 // relative to the posterior without knowledge
}

func (c check) numbers() (n numbers) {
	predicted := study.Each(c.tables, func(t checkedTable) float64 { return t.predicted })
	measured := study.Each(c.tables, func(t checkedTable) float64 { return t.measured })
	n.correlation = stat.Correlation(predicted, measured, nil)
	n.ranks = stat.Correlation(ranks(predicted), ranks(measured), nil)
	n.intercept, n.slope = stat.LinearRegression(predicted, measured, nil, false)
	n.predicted, n.measured = stat.Mean(predicted, nil), stat.Mean(measured, nil)
	k := float64(len(c.tables))
	for _, t := range c.tables {
		n.gap += math.Abs(t.predicted-t.measured) / k
		n.bare += t.bare / k
		n.bareMeasured += t.measuredBare / k
		n.gained += ((1+t.predicted)/(1+t.bare) - 1) / k
		n.gainedMeasured += ((1+t.measured)/(1+t.measuredBare) - 1) / k
		if t.measured >= t.low && t.measured <= t.high {
			n.inside++
		}
	}
	return n
}

// ranks returns the ranks of numbers, 0 for the smallest.
func ranks(values []float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		for _, w := range values {
			if w < v {
				all[i]++
			}
		}
	}
	return all
}

// summary returns a table that summarises the comparison.
func (c check) summary() tabulate.Table {
	n := c.numbers()
	t := tabulate.Table{
		Name: "payoff-check", Title: fmt.Sprintf("Changes of the error on %d tables of the study shift: predicted by the simulation, and measured", len(c.tables)),
		Notes: []string{
			fmt.Sprintf("For each table, the posterior under the soft order with directions is fitted to rows of one group. Its error on other rows of this group is compared with ridge's error. Change: error ÷ ridge's error, minus 1. The simulation predicts it for a trust of %g.", checkedTrust),
			"The explained share is estimated from all rows of the group, which a user does not have. Slope and intercept: linear regression of the measured changes on the predicted changes.",
		},
	}
	if len(c.left) > 0 {
		t.Notes = append(t.Notes, "Tables that the simulation does not cover: "+strings.Join(c.left, "; ")+".")
	}
	t.Columns("number", "number")
	t.Columns("value", "value")
	for _, row := range []struct {
		what, format string
		value        float64
	}{
		{"correlation", "%.2f", n.correlation}, {"correlation of ranks", "%.2f", n.ranks}, {"slope", "%.2f", n.slope}, {"intercept", "%.3f", n.intercept},
		{"mean predicted change", "%.3f", n.predicted}, {"mean measured change", "%.3f", n.measured}, {"mean absolute difference", "%.3f", n.gap},
		{"share of tables within the quoted range", "%.2f", float64(n.inside) / float64(len(c.tables))},
		{"nothing known: mean predicted change", "%.3f", n.bare}, {"nothing known: mean measured change", "%.3f", n.bareMeasured},
		{"order ÷ nothing known: mean predicted change", "%.3f", n.gained}, {"order ÷ nothing known: mean measured change", "%.3f", n.gainedMeasured},
	} {
		t.Add(tabulate.Words(row.what), tabulate.Number(row.format, row.value))
	}
	return t
}

// table returns a table with one row for each checked table.
func (c check) table() tabulate.Table {
	t := tabulate.Table{Name: "payoff-check-tables", Title: "Predicted and measured error ÷ ridge's error, by table", Notes: []string{"In brackets: 95 % intervals of Student's t over the draws of the study shift. Range: the range that `igbo train` prints."}}
	t.Columns("table", "table")
	t.Columns("rows", "rows")
	t.Columns("columns", "columns")
	t.Columns("explained", "explained")
	t.Columns("predicted", "predicted")
	t.Columns("range", "range_low", "range_high")
	t.Columns("measured", tabulate.Ends("measured")...)
	for _, of := range c.tables {
		t.Add(tabulate.Words(of.name), tabulate.Count(of.order.Rows), tabulate.Count(of.order.Columns), tabulate.Number("%.2f", of.explained, 1+of.predicted),
			tabulate.Field{Shown: []string{fmt.Sprintf("%.2f–%.2f", 1+of.low, 1+of.high)}, Full: tabulate.InFull(1+of.low, 1+of.high).Full}, of.outcome.Field("%.2f"))
	}
	return t
}
