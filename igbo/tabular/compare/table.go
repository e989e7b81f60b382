package compare

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// FromTable returns the problem of a table, or of the series that its spec makes of it. Each fold learns its encoding from its training
// rows, and treats a category that they do not have as a separate category. The returned encoding, for the final model, is learned from all
// rows.
//
// The split's group is not an input unless the spec names it among the features. Folds and Repeats come from the configuration. Series are
// never split across folds, and all are padded to the longest.
//
// It returns:
//
//   - the errors of package table
//   - an error for series that the split would cut, a model of series for a table, classes that a fold does not train on, or an order over other features
//   - the context's error; it checks the context at least once a fold
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
			return Problem{}, nil, fmt.Errorf("compare: fold %d of %d has no training row of %s; use fewer folds, or leave rare classes out", f.Fold+1, split.Folds, lacking(learned.Classes(), p.Classes))
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

// trends warns of inputs that grow with time if every fold is tested on later times than it was trained on.
func trends(e *encode.Encoding, split table.SplitOptions) (warnings []string) {
	if split.Time == "" {
		return nil
	}
	for _, c := range e.Columns {
		if c.Name == split.Time && c.Kind != cell.Date || c.Kind == cell.Date && (slices.Contains(c.Parts, encode.Days) || slices.Contains(c.Parts, encode.Year)) {
			warnings = append(warnings, fmt.Sprintf("each fold is tested on later rows than it was trained on, so the model extrapolates the trend of %.60q, which grows with time: leave this column out, or use parts of the date that repeat, such as the month", c.Name))
		}
	}
	return warnings
}

// lacking returns the name of the first missing class and the number of other missing classes.
func lacking(there, classes []string) string {
	missing := slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return slices.Contains(there, class) })
	if n := len(missing); n > 1 {
		return fmt.Sprintf("the class %.60q and %d more", missing[0], n-1)
	}
	return fmt.Sprintf("the class %.60q", missing[0])
}

// samplesOf returns about the number of samples: series or rows.
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
		return fmt.Errorf("compare: folds of single rows would split the series of column %q; set the group of the folds to %q, or to a column that groups whole series", spec.ID, spec.ID)
	}
	id, group := t.Column(spec.ID), t.Column(split.Group)
	if group == nil {
		return nil // the split reports this error
	}
	of := map[float64]float64{}
	for i, series := range id.Values {
		if in, known := of[series]; known && in != group.Values[i] {
			return fmt.Errorf("compare: a series of column %q has rows in two groups of column %q; all rows of a series must be in one group", spec.ID, split.Group)
		}
		of[series] = group.Values[i]
	}
	return nil
}

// grouped returns the groups of columns, nil if each column is a feature.
func grouped(e *encode.Encoding) [][]int {
	groups, names := e.Groups()
	if slices.Equal(names, e.Features()) {
		return nil
	}
	return groups // also if each group has one column: a category with one value has it under another name
}

// copies is the number of times that a core holds a problem's numbers: the training and the test
// part, the same in the model's units, and garbage that is not collected yet.
const copies = 6

// spooledColumns is the number of columns that a core holds in memory for a table in a file: lists
// of rows, predictions and targets.
const spooledColumns = 2

// spooledCopies is the number of times that a core stores a problem's numbers in a temporary file: the training and the test part, and a
// network's inner folds.
const spooledCopies = 2

// Bytes returns the approximate memory, in bytes, that a comparison uses in addition to the data: N
// samples of T steps and D columns, as numbers of 8 bytes, on a number of cores.
func Bytes(samples, steps, columns, cores int) float64 {
	return 8 * copies * float64(samples) * float64(steps) * float64(columns) * float64(max(cores, 1))
}

// checkDisk returns an error if the disk has too little room for a table in a file.
func checkDisk(samples, columns, cores int) error {
	if err := spool.Check(8 * spooledCopies * float64(samples) * float64(columns) * float64(cores)); err != nil {
		return fmt.Errorf("compare: comparing models on %d samples of %d numbers with %d cores %w", samples, columns, cores, err)
	}
	return nil
}

// CheckMemory returns an error if a comparison requires more memory than is free. cells is the
// number of cells of the data, or 0 if they are in memory already. The other parameters are those
// of Bytes.
func CheckMemory(cells float64, samples, steps, columns, cores int) error {
	if err := memory.Check(8*cells + Bytes(samples, steps, columns, cores)); err != nil {
		return fmt.Errorf("compare: comparing models on %d samples of %d numbers with %d cores %w; use fewer columns, rows or cores (GOMAXPROCS=1)", samples, steps*columns, cores, err)
	}
	return nil
}
