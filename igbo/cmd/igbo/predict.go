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
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// prediction holds the flags of the command predict.
type prediction struct {
	model, data, out, backend string
	reading                   cli.Reading
	open                      explainer.Options
	quiet                     bool
	spread                    bool
	unknown                   string
	onnx                      bool // MODEL is an ONNX file
}

func newPredictCommand() *cobra.Command {
	r := &prediction{}
	cmd := &cobra.Command{
		Use:   "predict MODEL DATA",
		Short: "Predict with a saved model or an ONNX file",
		Long: `Read a table as in training and write a CSV file with one row per sample: the key (or
the row number, from 1) and the prediction in the unit of the target. For classes the
columns are the predicted class and the probability of each class. For series there is
one row per time step. MODEL is a folder that igbo train wrote, or an ONNX file.

DATA need not contain the target, and its columns can be in any order. Columns that the
model does not use are ignored. A missing column, or a value of another kind, is an
error. A row without a required value gets an empty prediction, and igbo prints the
number of such rows to standard error.

A category that was not in the training data is treated like a rare one. If training had
no rare categories, it is treated like a missing value. If training also neither dropped
nor encoded missing values, it is an error. --unknown overrides this.

--spread adds the standard deviation of the predictions of the members of an ensemble
(igbo train --set starts=8). It does not include the noise of the target.

The file is safe for spreadsheets: text that looks like a formula gets an apostrophe in
front. See notebooks/pages/commands.md for details.`,
		Example: `  igbo predict penguins new.csv
  igbo predict species new.parquet --out predicted.csv
  igbo predict model.onnx new.csv --target price`,
		Args:    cli.Arguments(2, "two: MODEL, a saved model's folder or an ONNX file, and DATA, a table"),
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	groups, settings := &cli.Groups{}, cli.NewSettings()
	f := groups.Add("Data")
	r.reading.Define(f, settings)
	cli.UnknownFlag(f, &r.unknown)
	openFlags(groups.Add("ONNX files"), &r.open)
	f = groups.Add("Output")
	f.StringVar(&r.out, "out", "", "file to write (default: standard output)")
	f.BoolVar(&r.spread, "spread", false, "add columns with the standard deviation over the members of an ensemble")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "suppress the list of columns")
	f = groups.Add("Other")
	f.StringVar(&r.backend, "backend", "", cli.BackendUsage())
	settings.Flag(f)
	groups.To(cmd)
	return cmd
}

func (r *prediction) settle(cmd *cobra.Command, args []string) error {
	r.model, r.data = args[0], args[1]
	info, err := os.Stat(r.model)
	if err != nil {
		return fmt.Errorf("MODEL must be a folder that igbo train wrote, or an ONNX file: %w", err)
	}
	if r.onnx = !info.IsDir(); r.onnx && cli.SameFile(r.model, r.data) {
		return fmt.Errorf("MODEL and DATA must be different files: both are %s", r.data)
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
	for _, reports := range encode.UnknownText(r.data, p.rows, p.unknown) {
		fmt.Fprintln(cmd.ErrOrStderr(), reports)
	}
	for _, reports := range e.BeyondText(p.beyond) {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", reports)
	}
	return nil
}

// responseOf returns the prediction of a model, without a spread.
func responseOf(m *igbo.Model) func(data igbo.Data) (y, spread []float64, err error) {
	return func(data igbo.Data) ([]float64, []float64, error) {
		y, err := m.Response(data)
		return y, nil, err
	}
}

// probabilities returns the probabilities of the classes, or nil for regression.
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
