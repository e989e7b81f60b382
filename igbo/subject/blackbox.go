package subject

import (
	"context"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/subject/subprocess"
)

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
	s := &Subject{Kind: KindTrees, Digest: t.Digest, Trees: t, unseen: o.TargetUnseen}
	if err := s.readCells(ctx, dataFile, names, t.Texts, o); err != nil {
		return nil, err
	}
	s.takes(&onnx.Model{Inputs: t.Inputs, Output: t.Output}, o)
	return s, nil
}

// OpenProgram makes a subject of a command that reads rows as CSV on standard input, with a header, and writes a number
// for each, one a line; it is started anew for every batch of rows. The command is split into words at spaces, where
// quotes keep them together; no shell looks at it. Its columns are those of Options.Features, else all but the target and Options.Drop, with the
// cells as they stand in the file.
func OpenProgram(ctx context.Context, line, dataFile string, o Options) (*Subject, error) {
	if ctx == nil {
		return nil, errors.New("subject: opening without a context, expected one")
	}
	if o.ID != "" || o.Output != "" {
		return nil, errors.New("subject: a program takes a table and answers one number a row, expected no columns of series and no output")
	}
	if o.Unknown != "" {
		return nil, fmt.Errorf("subject: %w", o.noUnknown("a program"))
	}
	s := &Subject{Kind: KindProgram, ModelFile: line, DataFile: dataFile}
	if err := s.readCells(ctx, dataFile, o.Features, nil, o); err != nil {
		return nil, fmt.Errorf("subject: %w", err)
	}
	var err error
	if s.Program, err = subprocess.New(line, s.Names); err != nil {
		return nil, fmt.Errorf("subject: %w", err)
	}
	return s, nil
}
