package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/subjects"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
	"github.com/igbolab/igbolab/igbo/subject"
)

// onnxFlags are those that a model that igbo saved has no use for.
var onnxFlags = []string{"columns", "drop", "target", "output", "id", "time", "kind"}

// openFlags adds them to the command.
func (r *prediction) openFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&r.open.Features, "columns", nil, "columns of DATA that an ONNX model takes, in its order (default: those of its inputs' names, else all but the target and --drop, by position)")
	f.StringSliceVar(&r.open.Drop, "drop", nil, "columns that an ONNX model does not take")
	f.StringVar(&r.open.Target, "target", "", "column that an ONNX model predicts, which it does not take; DATA may lack it")
	f.StringVar(&r.open.Output, "output", "", "name or number of an ONNX file's output, where it has several")
	f.StringVar(&r.open.ID, "id", "", "column that names the series of a long table, for an ONNX model of series")
	f.StringVar(&r.open.Time, "time", "", "column of the times of --id")
}

// settleONNX checks the flags that are for ONNX files alone.
func (r *prediction) settleONNX(cmd *cobra.Command, folder bool) error {
	for _, name := range onnxFlags {
		if folder && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for an ONNX file, expected none with %s: a model that igbo saved knows its columns", name, r.model)
		}
	}
	if !folder && r.spread {
		return fmt.Errorf("--spread is for a model that igbo saved, expected none with %s: an ONNX file holds one model, the mean", r.model)
	}
	if err := subjects.CheckColumns(cmd, r.open); err != nil {
		return err
	}
	r.open.TargetUnseen = true
	var err error
	if r.open.Unknown, err = cli.Unknown(r.unknown); err != nil {
		return err
	}
	r.open.Read, err = r.reading.Options()
	return err
}

// predictONNX predicts with an ONNX file: a row a sample, or a row a step of series, with a column for
// each number of the output.
func (r *prediction) predictONNX(ctx context.Context, cmd *cobra.Command, engine cli.Engine, to io.Writer) error {
	s, err := subject.Open(ctx, engine.Backend, r.model, r.data, r.open)
	if err != nil {
		return err
	}
	if !r.quiet {
		cli.SayColumns(cmd.ErrOrStderr(), r.data, s.Columns)
		fmt.Fprint(cmd.ErrOrStderr(), s.InputsText())
	}
	cli.SayLost(cmd.ErrOrStderr(), r.data, s.Rows, s.LeftOut, s.Lost)
	w, k := sheet.NewWriter(to), s.Outputs()
	header := []string{"row"}
	if r.open.ID != "" {
		header = []string{r.open.ID, "step"}
	}
	if err := w.Write(append(header, outputNames(s.Output, k)...)); err != nil {
		return err
	}
	for p, err := range s.Predictions(ctx) {
		if err != nil {
			return err
		}
		if err := r.rows(w, p, k); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// rows writes the predictions of a piece.
func (r *prediction) rows(w sheet.Writer, p subject.Predicted, k int) error {
	steps := p.Data.Steps
	for i := range len(p.Y) / k {
		if p.Data.Mask != nil && !p.Data.Mask[i] {
			continue
		}
		row := []string{p.Keys[i/steps]}
		if r.open.ID != "" {
			row = append(row, strconv.Itoa(i%steps+1))
		}
		for _, v := range p.Y[i*k : (i+1)*k] {
			row = append(row, number(v))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// outputNames are those of the numbers of an output.
func outputNames(name string, k int) (names []string) {
	if k == 1 {
		return []string{name}
	}
	for c := range k {
		names = append(names, fmt.Sprintf("%s[%d]", name, c))
	}
	return names
}
