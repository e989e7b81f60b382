package explainer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Cells returns the samples as rows of cells, for a model without a gradient. In Data, words are stored as numbers.
func (s *Explainer) Cells(d igbo.Data) [][]onnx.Cell {
	k := len(d.Features)
	rows := make([][]onnx.Cell, d.Samples())
	for i := range rows {
		rows[i] = make([]onnx.Cell, k)
		for c, v := range d.X[i*k : (i+1)*k] {
			if s.words == nil || s.words[c] == nil {
				rows[i][c].Number = v
				continue
			}
			rows[i][c].IsText = true
			if v == v {
				rows[i][c].Text = s.words[c][int(v)]
			}
		}
	}
	return rows
}

// readCells reads a table for a model without a gradient. It reads the named columns, or all without another use. texts reports which of
// them are text; if it is nil, all cells are passed unchanged.
func (s *Explainer) readCells(ctx context.Context, file string, names []string, texts []bool, o Options) error {
	if o.Missing != "" && o.Missing != encode.DropRow {
		return fmt.Errorf("the rule %q for missing values is unsupported for trees and programs, which receive missing cells unchanged (leave --missing out, or use --missing drop)", o.Missing)
	}
	read := o.read()
	read.Verbatim = true // a program or another library's model may distinguish two Unicode forms of a letter
	all, err := encode.File{Path: file, Options: read}.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(names, o.Drop) {
		if !slices.Contains(all, name) {
			return fmt.Errorf("%s has no column %q; its columns are %.200q (use --columns to name those that the model takes)", file, name, all)
		}
	}
	if len(names) == 0 {
		names = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == o.Target || slices.Contains(o.Drop, name) })
	}
	if texts != nil && len(names) != len(texts) {
		return fmt.Errorf("the model takes %d columns, but %s has %d: %.60q; leave out columns (--target, --drop), or name them in the model's order (--columns)", len(texts), file, len(names), names)
	}
	for k, name := range names {
		if texts == nil || texts[k] {
			read.Texts = append(read.Texts, name)
		}
	}
	read.Columns = slices.Clone(names)
	target := o.Target != "" && slices.Contains(all, o.Target) && !s.unseen
	if target {
		read.Columns = append(read.Columns, o.Target)
	}
	t, err := table.Read(ctx, file, read)
	if err != nil {
		return err
	}
	s.Target, s.Names = o.Target, names
	return s.takeCells(t, names, texts, target, o)
}

// takeCells stores the rows of a table.
func (s *Explainer) takeCells(t *table.Table, names []string, texts []bool, target bool, o Options) error {
	columns := make([]*table.Column, len(names))
	s.words = make([][]string, len(names))
	for k, name := range names {
		c := t.Column(name)
		if c == nil || (texts != nil && !texts[k]) != (c.Kind == cell.Number || c.Kind == cell.Boolean) {
			return fmt.Errorf("column %q of %s is of kind %s, but the model requires %s there", name, t.Name, c.Kind, map[bool]string{true: "text", false: "numbers"}[texts == nil || texts[k]])
		}
		if columns[k] = c; c.Kind == cell.Category {
			s.words[k] = c.Categories
		}
	}
	var y *table.Column
	if target {
		if c := t.Column(o.Target); c.Kind == cell.Number || c.Kind == cell.Boolean {
			y = c
		}
	}
	s.HasTarget, s.Rows = y != nil, t.Rows()
	s.Data = igbo.Data{Features: names, Steps: 1}
	for i := range t.Rows() {
		var lost []string
		for k, c := range columns {
			if c.Missing(i) && o.Missing == encode.DropRow {
				lost = append(lost, names[k])
			}
		}
		if y != nil && y.Missing(i) {
			lost = append(lost, o.Target)
		}
		if lost != nil {
			s.Lost = append(s.Lost, encode.Lost{Row: i, Key: fmt.Sprint(i + 1), Columns: lost})
			continue
		}
		for _, c := range columns {
			s.Data.X = append(s.Data.X, c.Values[i])
		}
		v := 0.0
		if y != nil {
			v = y.Values[i]
		}
		s.Data.Y, s.Keys = append(s.Data.Y, v), append(s.Keys, fmt.Sprint(i+1))
	}
	if s.LeftOut = len(s.Lost); len(s.Keys) == 0 {
		return fmt.Errorf("%s has no samples left after dropping rows with missing values, want at least 1", t.Name)
	}
	spec := encode.DefaultSpec(o.Target)
	spec.Features, spec.Drop = names, o.Drop
	s.Columns = encode.Lines(t, spec)
	for i, line := range s.Columns {
		k := slices.Index(names, line.Name)
		if k < 0 || s.words[k] == nil {
			continue
		}
		if numbers, other := numbersIn(s.words[k]); other == "" {
			lo, hi := slices.Min(numbers), slices.Max(numbers)
			s.Columns[i].Kind, s.Columns[i].Levels, s.Columns[i].Values = cell.Number, 0, fmt.Sprintf("%g to %g, given as they stand", lo, hi)
		}
	}
	return nil
}

// OtherThanNumber returns a cell of a column that is not a number, "" if there is none.
func (s *Explainer) OtherThanNumber(column int) string {
	if s.words == nil || s.words[column] == nil {
		return ""
	}
	_, other := numbersIn(s.words[column])
	return other
}

// numbersIn parses words as numbers, or returns the first that is not a number.
func numbersIn(words []string) (numbers []float64, other string) {
	for _, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsInf(v, 0) || v != v {
			return nil, word
		}
		numbers = append(numbers, v)
	}
	return numbers, ""
}

// Numbers returns the cells of samples [N·columns] as numbers, NaN for a column with other texts.
func (s *Explainer) Numbers(d igbo.Data) []float64 {
	x, k := slices.Clone(d.X), len(d.Features)
	for j, words := range s.words {
		if words == nil {
			continue
		}
		numbers, other := numbersIn(words)
		for i := j; i < len(x); i += k {
			switch {
			case other != "":
				x[i] = math.NaN()
			case x[i] == x[i]:
				x[i] = numbers[int(x[i])]
			}
		}
	}
	return x
}
