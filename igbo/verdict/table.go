package verdict

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/verdict/parts"
)

// FromTable makes a problem of a table, or of the series that its spec makes of it: each fold's encoding is learned
// from its own training rows, and a category that they do not have is one of its own there. The encoding that is returned was
// learned from all rows, for the final model. The split's group is no input, unless the spec names it among the features. Folds and Repeats of the split are the configuration's. Series stay whole, and
// all are padded to the longest.
//
// Errors: those of package table, series that a split would cut, a model of series for a table, classes that a fold does not train
// on, an order over other features, the context's error, within one fold after the context ends.
func FromTable(ctx context.Context, cfg Config, t *table.Table, spec encode.Spec, split table.SplitOptions, order Order) (Problem, *encode.Encoding, error) {
	split.Folds, split.Repeats, split.Seed = cfg.Folds, cfg.Repeats, cfg.Seed
	if spec.Group == "" && !slices.Contains(spec.Features, split.Group) {
		spec.Group = split.Group
	}
	encoding, err := encode.Fit(t, nil, spec)
	if err != nil {
		return Problem{}, nil, err
	}
	columns, n := len(encoding.Features()), samplesOf(t, spec, encoding)
	if t.Space() != nil && spec.ID == "" {
		if err := checkDisk(n, columns, runtime.GOMAXPROCS(0)); err != nil {
			return Problem{}, nil, err
		}
		columns = spooledColumns
	}
	if err := CheckMemory(0, n, encoding.Steps, columns, runtime.GOMAXPROCS(0)); err != nil {
		return Problem{}, nil, err
	}
	if err := whole(t, spec, split); err != nil {
		return Problem{}, nil, err
	}
	p := Problem{Target: spec.Target, Classes: encoding.Classes(), Steps: encoding.Steps}
	_, p.Names = encoding.Groups()
	p.Columns, p.Rows, p.LeftOut = encode.Lines(t, spec), t.Rows(), t.Rows()-encoding.Rows
	p.Warnings = append(trends(encoding, split), encoding.Warnings(t, n-n/max(split.Folds, 2))...)
	id, err := parts.Digest(t)
	if err != nil {
		return Problem{}, nil, err
	}
	if spec.Unseen = encode.Other; spec.ID != "" {
		spec.Steps = encoding.Steps
	}
	for f, err := range table.EachFold(t, nil, split) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return Problem{}, nil, err
		}
		learned, err := encode.Fit(t, f.Train, spec)
		if err != nil {
			return Problem{}, nil, fmt.Errorf("%w (in the training part of fold %d of %d)", err, f.Fold+1, split.Folds)
		}
		if !slices.Equal(learned.Classes(), p.Classes) {
			return Problem{}, nil, fmt.Errorf("verdict: fold %d of %d has no row to train on of %s, expected rows of each class in every fold: use fewer folds, or leave rare classes out", f.Fold+1, split.Folds, lacking(learned.Classes(), p.Classes))
		}
		part, err := newPart(cfg, parts.OfTable(t, learned, split.Group, id), fold.Rows{Train: f.Train, Test: f.Test}, grouped(learned), order, p.Names)
		if err != nil {
			return Problem{}, nil, fmt.Errorf("%w (in fold %d of %d)", err, f.Fold+1, split.Folds)
		}
		p.Parts = append(p.Parts, part)
	}
	if p.All, err = newPart(cfg, parts.OfTable(t, encoding, split.Group, id), fold.Rows{}, grouped(encoding), order, p.Names); err != nil {
		return Problem{}, nil, err
	}
	p.Warnings = append(p.Warnings, cfg.ignored(p.All.Order)...)
	return p, encoding, p.All.CheckDirections()
}

// trends warns of inputs that grow with time where every fold is tested on later times than it was trained on.
func trends(e *encode.Encoding, split table.SplitOptions) (warnings []string) {
	if split.Time == "" {
		return nil
	}
	for _, c := range e.Columns {
		if c.Name == split.Time && c.Kind != cell.Date || c.Kind == cell.Date && (slices.Contains(c.Parts, encode.Days) || slices.Contains(c.Parts, encode.Year)) {
			warnings = append(warnings, fmt.Sprintf("each fold is tested on what is later than its training part, where %.60q, a predictor that grows with time, continues a trend which no data show: leave it out, or take parts of the date that go round", c.Name))
		}
	}
	return warnings
}

// lacking names the first of the classes that are not there, and counts the others.
func lacking(there, classes []string) string {
	missing := slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return slices.Contains(there, class) })
	if n := len(missing); n > 1 {
		return fmt.Sprintf("the class %.60q and %d more", missing[0], n-1)
	}
	return fmt.Sprintf("the class %.60q", missing[0])
}

// samplesOf is about the number of samples: of series or of rows.
func samplesOf(t *table.Table, spec encode.Spec, e *encode.Encoding) int {
	if spec.ID == "" {
		return e.Rows
	}
	ids := map[float64]bool{}
	for _, id := range t.Column(spec.ID).Values {
		ids[id] = true
	}
	return len(ids)
}

// whole checks that a split cuts no series.
func whole(t *table.Table, spec encode.Spec, split table.SplitOptions) error {
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
func grouped(e *encode.Encoding) [][]int {
	groups, names := e.Groups()
	if slices.Equal(names, e.Features()) {
		return nil
	}
	return groups // also where each has one column: a category that has one value has it under another name
}

// copies is how many times a judging core holds a problem's numbers: the training and the test part, both in the
// model's units, and as much again that was let go of and not collected yet (BenchmarkMemory).
const copies = 6

// spooledColumns are how many columns' memory a core takes that judges a table in a file: for lists of rows, predictions and targets.
const spooledColumns = 2

// spooledCopies are how many times a judging core has a problem's numbers in a temporary file: the training and the test part, and a
// network's inner folds.
const spooledCopies = 2

// Bytes is about how much memory judging takes beside the data: N samples of T steps and D columns, as numbers
// of 8 bytes, on some cores.
func Bytes(samples, steps, columns, cores int) float64 {
	return 8 * copies * float64(samples) * float64(steps) * float64(columns) * float64(max(cores, 1))
}

// checkDisk says what judging a table in a file needs where its disk has less room.
func checkDisk(samples, columns, cores int) error {
	if err := spool.Check(8 * spooledCopies * float64(samples) * float64(columns) * float64(cores)); err != nil {
		return fmt.Errorf("verdict: judging %d samples of %d numbers on %d cores %w", samples, columns, cores, err)
	}
	return nil
}

// CheckMemory says what judging needs where that is more than the machine has left. The data
// have cells numbers, 0 where they are in memory already.
func CheckMemory(cells float64, samples, steps, columns, cores int) error {
	if err := memory.Check(8*cells + Bytes(samples, steps, columns, cores)); err != nil {
		return fmt.Errorf("verdict: judging %d samples of %d numbers on %d cores %w; choose columns, take fewer rows, or fewer cores (GOMAXPROCS=1)", samples, steps*columns, cores, err)
	}
	return nil
}
