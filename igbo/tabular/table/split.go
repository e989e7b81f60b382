package table

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// SplitOptions configures how rows are split.
type SplitOptions struct {
	// Seed seeds the random order of the rows.
	Seed int64 `json:"seed"`
	// Test is the share of rows in the test part of Split, inside (0, 1).
	Test float64 `json:"test"`
	// Folds is the number of folds k. Repeats is the number of times that Folds repeats the random split.
	Folds   int `json:"folds"`
	Repeats int `json:"repeats"`
	// Stratify names a column whose values are distributed evenly over the parts. Numbers with more than ten distinct values are grouped into
	// deciles.
	Stratify string `json:"stratify,omitempty"`
	// Group names a column. Rows with the same value stay together.
	Group string `json:"group,omitempty"`
	// Own makes each value of Group a fold, which is the test part once. It requires Group and Repeats = 1. The number of
	// folds is the number of values, which must be at least Folds. Nothing is random.
	Own bool `json:"own,omitempty"`
	// Time names a column. Every training row is earlier than every test row. Nothing is random. With Time, Group and
	// Stratify must be empty, and Repeats must be 1.
	Time string `json:"time,omitempty"`
}

// DefaultSplitOptions returns options that hold out a fifth of the rows, or split them into five folds, once.
func DefaultSplitOptions(seed int64) SplitOptions {
	return SplitOptions{Seed: seed, Test: 0.2, Folds: 5, Repeats: 1}
}

// A Fold holds the training rows and the test rows of a split, in ascending order.
type Fold struct {
	// Repeat and Fold count from 0.
	Repeat int   `json:"repeat"`
	Fold   int   `json:"fold"`
	Train  []int `json:"train"`
	Test   []int `json:"test"`
}

// Validate checks the share, the counts and the columns.
func (o SplitOptions) Validate() error {
	switch {
	case !(o.Test > 0 && o.Test < 1):
		return fmt.Errorf("table: Test must be between 0 and 1 (the share of the test rows), got %g", o.Test)
	case o.Time != "" && o.Group != "":
		return fmt.Errorf("table: Time is %.60q and Group is %.60q, want at most one of them, because rows are split by one", o.Time, o.Group)
	case o.Time != "" && o.Stratify != "":
		return fmt.Errorf("table: Time is %.60q and Stratify is %.60q, but a split by time cannot be stratified (leave one out)", o.Time, o.Stratify)
	case o.Time != "" && o.Repeats > 1:
		return fmt.Errorf("table: Repeats must be 1 for a split by time, because the split is not random, got %d", o.Repeats)
	case o.Own && o.Group == "":
		return errors.New("table: Own requires Group, the column that names the folds")
	case o.Own && o.Repeats > 1:
		return fmt.Errorf("table: Repeats must be 1 for the folds of column %.60q, because they are not random, got %d", o.Group, o.Repeats)
	}
	if err := limit.Check([]limit.Int{{Name: "Folds", Value: o.Folds, Min: 2, Max: math.MaxInt}, {Name: "Repeats", Value: o.Repeats, Min: 1, Max: maxRepeats}}); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

const maxRepeats = 10000

// Split splits rows into a training and a test part; nil means all rows.
//
// It returns an error if a part is empty, a column is not found, or a value of the group or the time is missing.
func Split(t *Table, rows []int, o SplitOptions) (Fold, error) {
	units, err := o.units(t, rows)
	if err != nil {
		return Fold{}, err
	}
	var f Fold
	if o.Time != "" {
		total := 0
		for _, u := range units {
			total += len(u.Rows)
		}
		f = sides(units, func(i, before int) bool { return float64(before) >= math.Round(float64(total)*(1-o.Test)) })
	} else {
		fold.Shuffle(units, uint64(o.Seed), 0)
		seen, test := 0.0, 0.0
		f = sides(units, func(i, _ int) bool {
			size := float64(len(units[i].Rows))
			seen += size
			in := test+size/2 <= o.Test*seen
			if in {
				test += size
			}
			return in
		})
	}
	if len(f.Train) == 0 || len(f.Test) == 0 {
		return Fold{}, fmt.Errorf("table: %d rows of %d groups or times give a training part of %d and a test part of %d rows, want at least 1 row in each (change the share of the test rows)",
			len(f.Train)+len(f.Test), len(units), len(f.Train), len(f.Test))
	}
	return f, nil
}

// Folds splits rows into k parts, Repeats times; nil means all rows. Each part is the test part of one Fold, and the other parts are its
// training rows. By time there are k + 1 parts in order: fold j trains on the first j + 1 parts and tests on the next.
//
// It returns an error if there are fewer rows, groups or times than parts, and the errors of Split.
func Folds(t *Table, rows []int, o SplitOptions) ([]Fold, error) {
	var folds []Fold
	for f, err := range o.each(t, rows, nil) {
		if err != nil {
			return nil, err
		}
		folds = append(folds, f)
	}
	return folds, nil
}

// EachFold yields the folds of Folds one by one. Only one fold's rows are in memory, or in the table's space, until the next fold. An error
// is the last value.
func EachFold(t *Table, rows []int, o SplitOptions) iter.Seq2[Fold, error] {
	return o.each(t, rows, t.Space())
}

// each yields the folds, with lists in spaces like this one; nil is the heap.
func (o SplitOptions) each(t *Table, rows []int, space *spool.Space) iter.Seq2[Fold, error] {
	return func(yield func(Fold, error) bool) {
		if n := t.Rows(); rows == nil && o.Time == "" && o.Group == "" && o.Validate() == nil && n >= o.Folds {
			if err := o.eachSingle(t, space, yield); err != nil {
				yield(Fold{}, err)
			}
			return
		}
		units, err := o.units(t, rows)
		switch {
		case err != nil:
			yield(Fold{}, err)
			return
		case o.Time != "":
			o.windows(units, yield)
			return
		case len(units) < o.Folds:
			yield(Fold{}, fmt.Errorf("table: %d rows or groups are too few for %d folds, want at least one per fold (use fewer folds)", len(units), o.Folds))
			return
		}
		if o.Own {
			o.named(units, yield)
			return
		}
		for repeat := range o.Repeats {
			dealt := slices.Clone(units)
			fold.Shuffle(dealt, uint64(o.Seed), repeat)
			part := fold.Deal(dealt, o.Folds)
			for k := range o.Folds {
				f := sides(dealt, func(i, _ int) bool { return part[i] == k })
				if f.Repeat, f.Fold = repeat, k; !yield(f, nil) {
					return
				}
			}
		}
	}
}

// eachSingle is EachFold for all rows without groups. It yields the same folds in less memory.
func (o SplitOptions) eachSingle(t *Table, space *spool.Space, yield func(Fold, error) bool) error {
	if _, err := t.Choose([]int{0}); err != nil {
		return err
	}
	own := space.Like()
	defer own.Close()
	stratum := func(int) int { return 0 }
	if o.Stratify != "" {
		c := t.Column(o.Stratify)
		if c == nil {
			return NoColumn(t.Name, o.Stratify, t.Names())
		}
		strata := c.strataOf(own)
		stratum = func(i int) int { return int(strata[i]) }
	}
	for repeat := range o.Repeats {
		if !o.deal(own.Like(), t.Rows(), repeat, stratum, yield) {
			return nil
		}
	}
	return nil
}

// deal yields the folds of one repeat and closes the space.
func (o SplitOptions) deal(space *spool.Space, n, repeat int, stratum func(int) int, yield func(Fold, error) bool) bool {
	defer space.Close()
	part := fold.Singles(space, n, o.Folds, uint64(o.Seed), repeat, stratum)
	for k := range o.Folds {
		own := space.Like()
		rows := fold.Apart(own, part, k)
		more := yield(Fold{Repeat: repeat, Fold: k, Train: rows.Train, Test: rows.Test}, nil)
		_ = own.Close()
		if !more {
			return false
		}
	}
	return true
}
