package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/subjects"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// onnxFlags lists the flags that a model saved by igbo does not use.
var onnxFlags = []string{"columns", "drop", "target", "output", "id", "time", "kind"}

// openFlags adds the flags for ONNX files, except --kind.
func openFlags(f *pflag.FlagSet, o *explainer.Options) {
	f.StringSliceVar(&o.Features, "columns", nil, "input columns, in the order of the model (default: columns with the names of its inputs, else all except --target and --drop)")
	f.StringSliceVar(&o.Drop, "drop", nil, "columns that are not inputs of the model")
	f.StringVar(&o.Target, "target", "", "column that the model predicts; it need not be in DATA")
	f.StringVar(&o.Output, "output", "", "name or number of the output, if there are several")
	f.StringVar(&o.ID, "id", "", "column with the name of the series, for tables with one row per time step")
	f.StringVar(&o.Time, "time", "", "column with the time, with --id")
}

// settleONNX checks the flags that only apply to ONNX files.
func (r *prediction) settleONNX(cmd *cobra.Command, folder bool) error {
	for _, name := range onnxFlags {
		if folder && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is only for ONNX files: the saved model %s already names its columns", name, r.model)
		}
	}
	if !folder && r.spread {
		return fmt.Errorf("--spread requires a model that igbo saved: the ONNX file %s only predicts the mean", r.model)
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

// predictONNX predicts with an ONNX file. It writes a row per sample, or per step of a series, with a column for each number of the output.
func (r *prediction) predictONNX(ctx context.Context, cmd *cobra.Command, engine cli.Engine, to io.Writer) error {
	s, err := explainer.Open(ctx, engine.Backend, r.model, r.data, r.open)
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
func (r *prediction) rows(w sheet.Writer, p explainer.Predicted, k int) error {
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

// outputNames returns the names of the numbers of an output.
func outputNames(name string, k int) (names []string) {
	if k == 1 {
		return []string{name}
	}
	for c := range k {
		names = append(names, fmt.Sprintf("%s[%d]", name, c))
	}
	return names
}
