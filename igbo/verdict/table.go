package verdict

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/table"
)

// FromTable makes a problem of a table: each fold's encoding is learned from its own training rows,
// and a category that they do not have is one of its own there. The encoding that is returned was
// learned from all rows, for the final model. Folds and Repeats of the split are the
// configuration's.
//
// Errors: those of package table, series of more than one step, classes that a fold does not train
// on, an order over other features.
func FromTable(cfg Config, t *table.Table, spec table.Spec, split table.SplitOptions, order Order) (Problem, *table.Encoding, error) {
	split.Folds, split.Repeats, split.Seed = cfg.Folds, cfg.Repeats, cfg.Seed
	folds, err := table.Folds(t, nil, split)
	if err != nil {
		return Problem{}, nil, err
	}
	encoding, err := table.Fit(t, nil, spec)
	if err != nil {
		return Problem{}, nil, err
	}
	p := Problem{Target: spec.Target, Classes: encoding.Classes()}
	_, p.Names = encoding.Groups()
	spec.Unseen = table.Other
	for _, f := range folds {
		learned, err := table.Fit(t, f.Train, spec)
		if err != nil {
			return Problem{}, nil, err
		}
		if !slices.Equal(learned.Classes(), p.Classes) {
			return Problem{}, nil, fmt.Errorf("verdict: a fold trains on the classes %q of %q, expected rows of each in every fold: use fewer folds, or leave rare classes out", learned.Classes(), p.Classes)
		}
		part, err := partOf(t, learned, f.Train, f.Test, split.Group)
		if err != nil {
			return Problem{}, nil, err
		}
		if part.Order, err = orderOf(order, part.Train, f.Train, p.Names); err != nil {
			return Problem{}, nil, err
		}
		p.Parts = append(p.Parts, part)
	}
	if p.All, err = partOf(t, encoding, nil, nil, split.Group); err != nil {
		return Problem{}, nil, err
	}
	p.All.Order, err = orderOf(order, p.All.Train, nil, p.Names)
	return p, encoding, err
}

// partOf encodes rows to train on (nil are all) and rows held out (nil are none).
func partOf(t *table.Table, e *table.Encoding, train, test []int, group string) (part Part, err error) {
	s, err := e.Encode(t, train)
	if err != nil {
		return part, err
	}
	if part.Train, err = Data(s); err != nil {
		return part, err
	}
	part.Groups = grouped(s)
	if c := t.Column(group); group != "" && c != nil {
		at := map[float64]int{}
		for _, rows := range s.Rows {
			v := c.Values[rows[0]]
			if _, known := at[v]; !known {
				at[v] = len(at)
			}
			part.Clusters = append(part.Clusters, at[v])
		}
	}
	if test == nil {
		return part, nil
	}
	if s, err = e.Encode(t, test); err != nil {
		return part, err
	}
	part.Test, err = Data(s)
	return part, err
}

// grouped are the groups of columns, nil where each column is a feature of its own.
func grouped(s *table.Samples) [][]int {
	if len(s.Groups) == len(s.Features) {
		return nil
	}
	return s.Groups
}

// Data is samples with a target as data to train on or to test with.
func Data(s *table.Samples) (igbo.Data, error) {
	if s.Y == nil {
		return igbo.Data{}, fmt.Errorf("verdict: samples without a target")
	}
	d := igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y, Weights: s.Weights, Mask: s.Mask}
	return d, checkData(d)
}
