package verdict

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/table"
)

// FromTable makes a problem of a table, or of the series that its spec makes of it: each fold's encoding is learned
// from its own training rows, and a category that they do not have is one of its own there. The encoding that is returned was
// learned from all rows, for the final model. Folds and Repeats of the split are the configuration's. Series stay whole, and
// all are padded to the longest.
//
// Errors: those of package table, series that a split would cut, a model of series for a table, classes that a fold does not train
// on, an order over other features.
func FromTable(cfg Config, t *table.Table, spec table.Spec, split table.SplitOptions, order Order) (Problem, *table.Encoding, error) {
	split.Folds, split.Repeats, split.Seed = cfg.Folds, cfg.Repeats, cfg.Seed
	encoding, err := table.Fit(t, nil, spec)
	if err != nil {
		return Problem{}, nil, err
	}
	if err := whole(t, spec, split); err != nil {
		return Problem{}, nil, err
	}
	p := Problem{Target: spec.Target, Classes: encoding.Classes(), Steps: encoding.Steps}
	_, p.Names = encoding.Groups()
	id, err := digestOf(t)
	if err != nil {
		return Problem{}, nil, err
	}
	if spec.Unseen = table.Other; spec.ID != "" {
		spec.Steps = encoding.Steps
	}
	for f, err := range table.EachFold(t, nil, split) {
		if err != nil {
			return Problem{}, nil, err
		}
		learned, err := table.Fit(t, f.Train, spec)
		if err != nil {
			return Problem{}, nil, fmt.Errorf("%w (in the training part of fold %d of %d)", err, f.Fold+1, split.Folds)
		}
		if !slices.Equal(learned.Classes(), p.Classes) {
			return Problem{}, nil, fmt.Errorf("verdict: a fold trains on the classes %.60q of %.60q, expected rows of each in every fold: use fewer folds, or leave rare classes out", learned.Classes(), p.Classes)
		}
		part, err := newPart(cfg, encoded{t, learned, split.Group, id}, Rows{f.Train, f.Test}, grouped(learned), order, p.Names)
		if err != nil {
			return Problem{}, nil, err
		}
		p.Parts = append(p.Parts, part)
	}
	p.All, err = newPart(cfg, encoded{t, encoding, split.Group, id}, Rows{}, grouped(encoding), order, p.Names)
	return p, encoding, err
}

// whole checks that a split cuts no series.
func whole(t *table.Table, spec table.Spec, split table.SplitOptions) error {
	if spec.ID == "" || split.Group == spec.ID {
		return nil
	}
	if split.Group == "" {
		return fmt.Errorf("verdict: series by %q in folds of rows, expected folds by %q or by groups of series", spec.ID, spec.ID)
	}
	id, group := t.Column(spec.ID), t.Column(split.Group)
	if group == nil {
		return nil // which the split says
	}
	of := map[float64]float64{}
	for i, series := range id.Values {
		if in, known := of[series]; known && in != group.Values[i] {
			return fmt.Errorf("verdict: a series of %q is in two groups of %q, expected groups of whole series", spec.ID, split.Group)
		}
		of[series] = group.Values[i]
	}
	return nil
}

// grouped are the groups of columns, nil where each column is a feature of its own.
func grouped(e *table.Encoding) [][]int {
	groups, _ := e.Groups()
	if len(groups) == len(e.Features()) {
		return nil
	}
	return groups
}

// Data is samples with a target as data to train on or to test with.
func Data(s *table.Samples) (igbo.Data, error) {
	if s.Y == nil {
		return igbo.Data{}, fmt.Errorf("verdict: samples without a target")
	}
	d := igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y, Weights: s.Weights, Mask: s.Mask}
	return d, checkData(d)
}
