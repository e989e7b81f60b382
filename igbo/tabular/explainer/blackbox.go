package explainer

import (
	"context"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/explainer/subprocess"
)

// openTrees opens an ONNX file of trees. It returns nil for another file.
func openTrees(ctx context.Context, file, dataFile string, o Options) (*Explainer, error) {
	t, err := onnx.LoadTrees(file, onnx.Options{Output: o.Output})
	if t == nil || err != nil {
		return nil, err
	}
	if o.ID != "" {
		return nil, fmt.Errorf("%s is a model of trees, which must have a table without series (leave out --id and --time)", file)
	}
	names := o.Features
	if len(names) == 0 {
		names = t.Columns()
	}
	s := &Explainer{Kind: KindTrees, Digest: t.Digest, Trees: t, unseen: o.TargetUnseen}
	if err := s.readCells(ctx, dataFile, names, t.Texts, o); err != nil {
		return nil, err
	}
	s.takes(&onnx.Model{Inputs: t.Inputs, Output: t.Output}, o)
	return s, nil
}

// OpenProgram returns an Explainer for a command. The command reads rows as CSV with a header from standard input and writes one number for
// each row, on a separate line. It is started again for every batch of rows.
//
// The command line is split into words at spaces; quotes keep words together, and no shell interprets it. The columns are those of
// Options.Features, or else all except the target and Options.Drop. Cells are passed as in the file.
func OpenProgram(ctx context.Context, line, dataFile string, o Options) (*Explainer, error) {
	if ctx == nil {
		return nil, errors.New("explainer: opening: the context must not be nil")
	}
	if o.ID != "" || o.Output != "" {
		return nil, errors.New("explainer: a program takes a table and returns one number per row; columns of series and an output are unsupported (leave out --id, --time and --output)")
	}
	if o.Unknown != "" {
		return nil, fmt.Errorf("explainer: %w", o.noUnknown("a program"))
	}
	o = o.composed()
	s := &Explainer{Kind: KindProgram, ModelFile: line, DataFile: dataFile}
	if err := s.readCells(ctx, dataFile, o.Features, nil, o); err != nil {
		return nil, fmt.Errorf("explainer: %w", err)
	}
	var err error
	if s.Program, err = subprocess.New(line, s.Names); err != nil {
		return nil, fmt.Errorf("explainer: %w", err)
	}
	return s, nil
}
