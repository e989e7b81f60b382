package table

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/fold"
)

// SplitOptions say how rows are parted.
type SplitOptions struct {
	// Seed draws the order of the rows.
	Seed int64 `json:"seed"`
	// Test is the share of rows in the test part of Split, inside (0, 1).
	Test float64 `json:"test"`
	// Folds is k, Repeats how often the rows are dealt anew, of Folds.
	Folds   int `json:"folds"`
	Repeats int `json:"repeats"`
	// Stratify is a column whose values are shared out evenly; of numbers with more than ten values its tenths.
	Stratify string `json:"stratify,omitempty"`
	// Group is a column: the rows of one value stay together.
	Group string `json:"group,omitempty"`
	// Own takes the values of Group as the folds: each is once the test part. Folds says how many there are, and nothing is drawn.
	Own bool `json:"own,omitempty"`
	// Time is a column: every training row is earlier than every test row. Nothing is drawn.
	Time string `json:"time,omitempty"`
}

// DefaultSplitOptions hold out a fifth of the rows, or deal them into five folds, once.
func DefaultSplitOptions(seed int64) SplitOptions {
	return SplitOptions{Seed: seed, Test: 0.2, Folds: 5, Repeats: 1}
}

// Fold is a training and a test part: rows of the table, in ascending order.
type Fold struct {
	// Repeat and Fold count from 0.
	Repeat int   `json:"repeat"`
	Fold   int   `json:"fold"`
	Train  []int `json:"train"`
	Test   []int `json:"test"`
}

// Validate checks shares, counts and columns.
func (o SplitOptions) Validate() error {
	switch {
	case !(o.Test > 0 && o.Test < 1):
		return fmt.Errorf("table: a test part of %g of the rows, expected a share inside (0, 1)", o.Test)
	case o.Folds < 2 || o.Repeats < 1 || o.Repeats > maxRepeats:
		return fmt.Errorf("table: %d folds, %d times, expected at least 2 and 1 to %d", o.Folds, o.Repeats, maxRepeats)
	case o.Time != "" && (o.Group != "" || o.Stratify != ""):
		return errors.New("table: rows parted by time and by group or stratum, expected one of them")
	case o.Time != "" && o.Repeats > 1:
		return fmt.Errorf("table: %d repeats of a split by time, expected 1: nothing is drawn", o.Repeats)
	case o.Own && (o.Group == "" || o.Repeats > 1):
		return fmt.Errorf("table: %d repeats of folds that the column %.60q names, expected a column, and 1: nothing is drawn", o.Repeats, o.Group)
	}
	return nil
}

const maxRepeats = 10000

// Split parts rows (nil are all) into a training and a test part.
//
// Errors: a share that leaves a part empty, columns that are not there, or
// values of group or time that are missing.
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
		return Fold{}, fmt.Errorf("table: %d rows of %d groups or times give a training part of %d and a test part of %d, expected at least 1 each",
			len(f.Train)+len(f.Test), len(units), len(f.Train), len(f.Test))
	}
	return f, nil
}

// Folds deals rows (nil are all) into k parts, Repeats times; each part is the
// test part of one Fold, and the others train. By time there are k + 1 parts in
// order, and fold j trains on the first j + 1 and tests on the next.
//
// Errors: fewer rows, groups or times than parts; and those of Split.
func Folds(t *Table, rows []int, o SplitOptions) ([]Fold, error) {
	var folds []Fold
	for f, err := range EachFold(t, rows, o) {
		if err != nil {
			return nil, err
		}
		folds = append(folds, f)
	}
	return folds, nil
}

// EachFold is Folds one by one: the rows of one fold alone are in memory. An error is the last.
func EachFold(t *Table, rows []int, o SplitOptions) iter.Seq2[Fold, error] {
	return func(yield func(Fold, error) bool) {
		if n := t.Rows(); rows == nil && o.Time == "" && o.Group == "" && o.Stratify == "" && o.Validate() == nil && n >= o.Folds {
			if _, err := t.Choose([]int{0}); err != nil {
				yield(Fold{}, err)
				return
			}
			o.eachSingle(n, yield)
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
			yield(Fold{}, fmt.Errorf("table: %d rows or groups for %d folds, expected at least 1 each", len(units), o.Folds))
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

// eachSingle is EachFold of all rows, each by itself and of one stratum: the same folds in less memory.
func (o SplitOptions) eachSingle(n int, yield func(Fold, error) bool) {
	for repeat := range o.Repeats {
		part := fold.Singles(n, o.Folds, uint64(o.Seed), repeat, func(int) int { return 0 })
		for k := range o.Folds {
			f := Fold{Repeat: repeat, Fold: k}
			for i, of := range part {
				if int(of) == k {
					f.Test = append(f.Test, i)
				}
			}
			f.Train = make([]int, 0, n-len(f.Test))
			for i, of := range part {
				if int(of) != k {
					f.Train = append(f.Train, i)
				}
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}
