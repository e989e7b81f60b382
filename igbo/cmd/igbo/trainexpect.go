package main

import (
	"errors"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/payoff"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// expected returns a sentence about the effect of an expert's order that simulations predict, before the training. It is empty if the map
// of package payoff does not cover the training: losses other than the squared one, networks, series, weighted rows, large tables, or no
// order.
func (r *training) expected(c compare.Config, e *encode.Encoding, rows int, order compare.Order) (string, error) {
	columns := e.Features()
	if r.order == "" || !c.Loss.Is(task.KindSquared) || c.Model.Kind != models.KindLinear || r.spec.ID != "" || r.spec.Weight != "" || rows*len(columns) > linear.MostNumbers {
		return "", nil
	}
	d, err := order(igbo.Data{}, nil)
	if err != nil {
		return "", err
	}
	groups, names := e.Groups()
	signs, err := d.Signs(columns, groups, true)
	if err != nil {
		return "", err
	}
	stated := d.TransitiveReduction().Edges
	about := payoff.Order{Rows: rows, Columns: len(columns), Features: len(names), Statements: len(stated), Trust: trust(stated)}
	if signs != nil {
		unknown := len(slices.DeleteFunc(slices.Clone(signs), func(s int) bool { return s != 0 }))
		about.Directed = 1 - float64(unknown)/float64(len(signs))
	}
	text, err := payoff.Foresee(about)
	if nothing := (*payoff.EmptyError)(nil); errors.As(err, &nothing) {
		return "", nil
	}
	return text, err
}

// trust returns the mean confidence of statements, 0 if the file states none below 1.
func trust(stated []dag.Edge) float64 {
	sum := 0.0
	for _, e := range stated {
		sum += e.P
	}
	if mean := sum / float64(max(1, len(stated))); mean < 1 {
		return mean
	}
	return 0
}
