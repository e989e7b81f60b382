package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/subject"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// prediction holds the flags of the command predict.
type prediction struct {
	model, data, out, backend string
	reading                   cli.Reading
	open                      subject.Options
	quiet                     bool
	spread                    bool
	unknown                   string
	onnx                      bool // MODEL is no folder
}

func newPredictCommand() *cobra.Command {
	r := &prediction{}
	cmd := &cobra.Command{
		Use:   "predict MODEL DATA",
		Short: "Predict with a model that igbo train saved, or with an ONNX file",
		Long: `Reads a table as the model's training data were read, and writes one row a sample as
CSV: its key (without --key in training its number, from 1), and the prediction in the target's
unit; for classes the class and the probability of each; of series one row for each row of DATA, by the series
and their times. DATA may lack the target and may have
its columns in another order; columns that the model does not know are ignored, missing ones and values of another kind
are errors with row and column. A target
in DATA is not looked at. A row that lacks a value which its model needs has an empty prediction, and is counted on
standard error, where a line a column says what it was taken for. A table is read piece by piece: what grows with its rows is the text of
the predictions alone. A table of series is held in memory. A text that a spreadsheet would take
for a formula gets an apostrophe before it; numbers stay as they are.

With --spread a model of several starts (igbo train --starts) says how far they are from each other: the standard deviation
of their predictions, or for classes of each probability. It is no interval of the target: noise is not in it.

A category that the training did not see is treated as the training treats rare ones, else as it treats
missing values of the column, and is counted on standard error. If the training knows neither, it is an error.
--unknown chooses: refuse (always an error), missing (as a missing value: the category "(missing)", or an empty
prediction if the training left such rows out), or rare (the training's mean over the column's categories, if
it has no category for rare ones).

MODEL may be an ONNX file: its columns are found as by igbo explain, and there is a column for each
number of its output.`,
		Example: `  igbo predict penguins new.csv
  igbo predict species new.parquet --out predicted.csv
  igbo predict model.onnx new.csv --target price`,
		Args:    cli.Arguments(2, "two: MODEL, a saved model's folder or an ONNX file, and DATA, a table"),
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "write to this file instead of standard output")
	r.reading.Flags(cmd, true)
	r.openFlags(cmd)
	cli.UnknownFlag(f, &r.unknown)
	f.BoolVar(&r.spread, "spread", false, "the spread of the models of which MODEL is the mean, in columns of their own")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no lines of columns")
	f.StringVar(&r.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: the one that does the work sooner, by an estimate)", backend.Names()))
	return cmd
}

func (r *prediction) settle(cmd *cobra.Command, args []string) error {
	r.model, r.data = args[0], args[1]
	info, err := os.Stat(r.model)
	if err != nil {
		return fmt.Errorf("MODEL %s: expected the folder of a model that igbo train saved, or an ONNX file", r.model)
	}
	if r.onnx = !info.IsDir(); r.onnx && cli.SameFile(r.model, r.data) {
		return fmt.Errorf("MODEL and DATA are the same file %s, expected a model and a table", r.data)
	}
	if err := cmp.Or(r.settleONNX(cmd, info.IsDir()), cli.NotEmpty(cmd, "out", "target", "columns", "drop", "output", "id", "time", "unknown"), cli.ReadableFile("DATA", r.data), backend.Check(r.backend)); err != nil {
		return err
	}
	var paths cli.Paths
	paths.Reads("MODEL", r.model)
	paths.Reads("DATA", r.data)
	paths.Writes("out", r.out)
	return paths.Check(cmd)
}

func (r *prediction) run(cmd *cobra.Command) error {
	engine, err := cli.OpenEngine(r.backend, models.Work{}, true)
	if err != nil {
		return err
	}
	defer engine.Close()
	predict := r.predictSaved
	if r.onnx {
		x, err := onnx.OpenExported(engine.Backend, r.model)
		if err != nil {
			return err
		}
		if x == nil || x.Encoding == nil {
			predict = r.predictONNX
		}
	}
	write := func(w io.Writer) error {
		err := cli.UnlessCancelled(cmd, func(ctx context.Context) error { return predict(ctx, cmd, engine, w) })
		return cli.Leaving(err, "nothing was written")
	}
	return cli.Spooled(write, func(text io.Reader) error {
		if r.out == "" {
			_, err := io.Copy(cmd.OutOrStdout(), text)
			return err
		}
		return durable.Write(r.out, 0o666, func(w io.Writer) error {
			_, err := io.Copy(w, text)
			return err
		})
	})
}

// predictSaved predicts with a model that igbo train saved.
func (r *prediction) predictSaved(ctx context.Context, cmd *cobra.Command, engine cli.Engine, w io.Writer) error {
	m, e, err := openModel(engine, r.model)
	if err != nil {
		return err
	}
	e = e.WithUnknown(r.open.Unknown, m.Normalization.Shift)
	p := &predictor{encoding: e, of: responseOf(m), outputs: m.Outputs(), options: r.open.Read, beyond: map[string]int{}}
	if r.spread {
		members, err := m.Ensemble()
		if err != nil {
			return fmt.Errorf("--spread: %w", err)
		}
		p.of, p.spread = members.Response, true
	}
	if err := p.predictions(ctx, r.data, w); err != nil {
		return err
	}
	if !r.quiet {
		cli.SayColumns(cmd.ErrOrStderr(), r.data, e.WithoutTarget().Lines(p.left))
	}
	cli.SayLost(cmd.ErrOrStderr(), r.data, p.rows, p.leftOut, p.lost)
	for _, says := range encode.UnknownText(r.data, p.rows, p.unknown) {
		fmt.Fprintln(cmd.ErrOrStderr(), says)
	}
	for _, says := range e.BeyondText(p.beyond) {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", says)
	}
	return nil
}

// responseOf is what a model says, without a spread.
func responseOf(m *igbo.Model) func(data igbo.Data) (y, spread []float64, err error) {
	return func(data igbo.Data) ([]float64, []float64, error) {
		y, err := m.Response(data)
		return y, nil, err
	}
}

// probabilities are those of the classes; nil for regression.
func probabilities(y []float64, classes int) []float64 {
	switch {
	case classes == 0:
		return nil
	case classes == 2 && len(y) == 1:
		return []float64{1 - y[0], y[0]}
	}
	return y
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
