package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/table"
)

// trees are a box whose Shapley values are exact.
type trees struct{ *onnx.Trees }

func (t trees) outputs() int { return t.Outputs }

func (t trees) predict(_ context.Context, rows [][]onnx.Cell) ([]float64, error) {
	return t.Predict(rows)
}

func (t trees) method(Config) string {
	of := "the output"
	if t.Margin {
		of = "the sum of the trees, before the function that makes probabilities of it"
	}
	return "exact Shapley values of " + of
}

func (t trees) pace(Config, int) (atOnce, most int) { return 0, 0 }

func (t trees) parts(ctx context.Context, output int, rows, background [][]onnx.Cell, _ Config, progress func(done, total int)) (phi, gaps, errors []float64, err error) {
	k := len(t.Texts)
	player := make([]int, k)
	for i := range player {
		player[i] = i
	}
	if phi, err = t.Values(ctx, output, rows, background, player, k, progress); err != nil {
		return nil, nil, nil, err
	}
	y, err := t.Attributed(append(slices.Clone(rows), background...), output)
	if err != nil {
		return nil, nil, nil, err
	}
	base := 0.0
	for _, v := range y[len(rows):] {
		base += v / float64(len(background))
	}
	for i := range rows {
		sum := base - y[i]
		for _, v := range phi[i*k : (i+1)*k] {
			sum += v
		}
		gaps = append(gaps, math.Abs(sum))
	}
	return phi, gaps, nil, nil
}

// openTrees opens an ONNX file of trees; nil for another.
func openTrees(ctx context.Context, file, dataFile string, o Options) (*Subject, error) {
	t, err := onnx.LoadTrees(file, onnx.Options{Output: o.Output})
	if t == nil || err != nil {
		return nil, err
	}
	if o.ID != "" {
		return nil, fmt.Errorf("%s is of trees and takes a table, expected no column of series", file)
	}
	names := o.Features
	if len(names) == 0 {
		names = t.Columns()
	}
	s := &Subject{Kind: KindTrees, Digest: t.Digest, box: trees{t}, unseen: o.TargetUnseen}
	if err := s.readCells(ctx, dataFile, names, t.Texts, o); err != nil {
		return nil, err
	}
	s.takes(&onnx.Model{Inputs: t.Inputs, Output: t.Output}, o)
	return s, nil
}

// program is a command as a box.
type program struct{ *command }

func (p program) outputs() int { return 1 }

func (p program) predict(ctx context.Context, rows [][]onnx.Cell) ([]float64, error) {
	return p.answers(ctx, rows)
}

func (p program) method(c Config) string {
	return fmt.Sprintf("sampled Shapley values, %d pairs of permutations a sample", c.Pairs)
}

func (p program) pace(c Config, columns int) (atOnce, most int) { return min(5, c.Rows), c.Rows }

func (p program) parts(ctx context.Context, _ int, rows, background [][]onnx.Cell, c Config, progress func(done, total int)) (phi, gaps, errors []float64, err error) {
	players := make([][]int, len(rows[0]))
	for k := range players {
		players[k] = []int{k}
	}
	o := shapley.DefaultSampling()
	o.Pairs, o.Seed = c.Pairs, c.Seed
	e, err := shapley.Sampled(ctx, p.answers, rows, background, players, o, progress)
	if err != nil {
		return nil, nil, nil, err
	}
	return e.Values, e.Gaps, e.Errors, nil
}

// OpenProgram makes a subject of a command that reads rows as CSV on standard input, with a header, and writes a number
// for each, one a line; it is started anew for every batch of rows. The command is split into words at spaces, where
// quotes keep them together; no shell looks at it. Its columns are those of Options.Features, else all but the target and Options.Drop, with the
// cells as they stand in the file.
func OpenProgram(ctx context.Context, line, dataFile string, o Options) (*Subject, error) {
	if ctx == nil {
		return nil, errors.New("explain: opening without a context, expected one")
	}
	words, err := splitWords(line)
	if err != nil {
		return nil, fmt.Errorf("explain: the command: %w", err)
	}
	if o.ID != "" || o.Output != "" {
		return nil, errors.New("explain: a program takes a table and answers one number a row, expected no columns of series and no output")
	}
	c := &command{words: words, line: line}
	s := &Subject{Kind: KindProgram, ModelFile: line, DataFile: dataFile, box: program{c}}
	if err := s.readCells(ctx, dataFile, o.Features, nil, o); err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	c.header = s.Names
	return s, nil
}

// readCells reads a table for a model without a gradient: columns of these names, or all with no other use; texts says which
// of them are of text, nil that all are taken as they stand.
func (s *Subject) readCells(ctx context.Context, file string, names []string, texts []bool, o Options) error {
	if o.Missing != "" && o.Missing != table.DropRow {
		return fmt.Errorf("missing values become %s, expected drop, or nothing: the model gets them as they are", o.Missing)
	}
	read := o.read()
	all, err := table.File{Path: file, Options: read}.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(names, o.Drop) {
		if !slices.Contains(all, name) {
			return fmt.Errorf("%s has no column %q, expected one of %.200q (--columns says which ones the model takes)", file, name, all)
		}
	}
	if len(names) == 0 {
		names = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == o.Target || slices.Contains(o.Drop, name) })
	}
	if texts != nil && len(names) != len(texts) {
		return fmt.Errorf("the model takes %d columns, %s has %d: %.60q; name the target, what is to be dropped, or the columns in the model's order (--columns)", len(texts), file, len(names), names)
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

// takeCells takes the rows of a table.
func (s *Subject) takeCells(t *table.Table, names []string, texts []bool, target bool, o Options) error {
	columns := make([]*table.Column, len(names))
	s.words = make([][]string, len(names))
	for k, name := range names {
		c := t.Column(name)
		if c == nil || (texts != nil && !texts[k]) != (c.Kind == table.Number || c.Kind == table.Boolean) {
			return fmt.Errorf("the column %q of %s is of kind %s, the model takes %s", name, t.Name, c.Kind, map[bool]string{true: "text", false: "numbers"}[texts == nil || texts[k]])
		}
		if columns[k] = c; c.Kind == table.Category {
			s.words[k] = c.Categories
		}
	}
	var y *table.Column
	if target {
		if c := t.Column(o.Target); c.Kind == table.Number || c.Kind == table.Boolean {
			y = c
		}
	}
	s.HasTarget, s.Rows = y != nil, t.Rows()
	s.Data = igbo.Data{Features: names, Steps: 1}
	for i := range t.Rows() {
		var lost []string
		for k, c := range columns {
			if c.Missing(i) && o.Missing == table.DropRow {
				lost = append(lost, names[k])
			}
		}
		if y != nil && y.Missing(i) {
			lost = append(lost, o.Target)
		}
		if lost != nil {
			s.Lost = append(s.Lost, table.Lost{Row: i, Key: fmt.Sprint(i + 1), Columns: lost})
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
		return fmt.Errorf("%s has no samples left, expected at least 1", t.Name)
	}
	spec := table.DefaultSpec(o.Target)
	spec.Features, spec.Drop = names, o.Drop
	s.Columns = t.Lines(spec)
	return nil
}
