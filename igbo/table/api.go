package table

import (
	"context"
	"errors"
)

// ReadOptions say how a file is read.
type ReadOptions struct {
	// Format is csv, tsv or parquet; "" goes by the file's name, .gz apart.
	Format string `json:"format,omitempty"`
	// Comma parts the fields of a line; 0 is that of the format.
	Comma rune `json:"comma,omitempty"`
	// Kinds are the kinds of columns by name; the others are inferred.
	Kinds map[string]Kind `json:"kinds,omitempty"`
	// Columns are the columns that are read; none are all.
	Columns []string `json:"columns,omitempty"`
	// Missing are the words of a missing cell, of which case does not matter.
	Missing []string `json:"missing"`
	// Layouts are the formats of dates, as in package time.
	Layouts []string `json:"layouts"`
}

var errTodo = errors.New("table: not there yet")

// Read reads a file.
func Read(ctx context.Context, path string, o ReadOptions) (*Table, error) { return nil, errTodo }

// Fit learns from rows of a table; nil are all.
func Fit(t *Table, rows []int, s Spec) (*Encoding, error) { return nil, errTodo }

// Encode makes samples of rows of a table; nil are all.
func (e *Encoding) Encode(t *Table, rows []int) (*Samples, error) { return nil, errTodo }

// ReadOptions adds to options what a file must be read with so that it fits: the kinds of the columns.
func (e *Encoding) ReadOptions(o ReadOptions) ReadOptions { return o }

// DefaultReadOptions are the options for most files.
func DefaultReadOptions() ReadOptions { return ReadOptions{} }

// SplitOptions say how rows are parted.
type SplitOptions struct {
	// Seed draws the order of the rows.
	Seed int64 `json:"seed"`
	// Test is the share of rows in the test part of Split.
	Test float64 `json:"test,omitempty"`
	// Folds and Repeats are those of Folds.
	Folds   int `json:"folds,omitempty"`
	Repeats int `json:"repeats,omitempty"`
	// Stratify is a column whose categories are shared out evenly.
	Stratify string `json:"stratify,omitempty"`
	// Group is a column: rows of one value stay together.
	Group string `json:"group,omitempty"`
	// Time is a column: no training row is later than a test row.
	Time string `json:"time,omitempty"`
}

// Fold is a training and a test part, row numbers in ascending order.
type Fold struct {
	Repeat, Fold int
	Train, Test  []int
}

// Split parts rows (nil: all) in two.
func Split(t *Table, rows []int, o SplitOptions) (Fold, error) { return Fold{}, errTodo }

// Folds parts rows (nil: all) into folds, Repeats times.
func Folds(t *Table, rows []int, o SplitOptions) ([]Fold, error) { return nil, errTodo }
