package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// training holds the flags of the command train.
type training struct {
	data, order, teacher, out string
	spec                      encode.Spec
	reading                   cli.Reading
	missing, missingTarget    string
	longer                    string
	byTime                    string
	own                       string
	dates                     []string
	kind                      string
	hidden                    []int
	folds, repeats, steps     int
	starts, patience          int
	seed                      int64
	gate                      bool
	keep, loss, classWeights  string
	budget                    time.Duration
	start                     time.Time // of the work
	margin                    float64
	set                       []string
	backend                   string
	json, quiet               bool
}

func newTrainCommand() *cobra.Command {
	r, c := &training{spec: encode.DefaultSpec("")}, verdict.DefaultConfig(models.LinearSpec(), 0)
	cmd := &cobra.Command{
		Use:   "train DATA --target NAME --out MODEL",
		Short: "Train a model on a table and say whether an order of importance holds and helps",
		Long: `Trains a model that predicts a column of a table (CSV, TSV or Parquet) from the
others, and compares it with other models by repeated cross-validation. With an
order of importance (--order, or --teacher for the order in a model's scores), the
result answers three questions, each with an interval:

  1. Does the order hold?    a model that must follow it, against the same model without it
  2. Does knowing it help?   a model that learns how far to trust it, against one that does not know it
  3. Which model is best?    the best of the table, against the kept one

Each answer is helps, costs, makes no difference (within --margin), or cannot be
told. The table of models holds the mean, linear models, boosted trees and IGBO.

MODEL becomes a folder with the model fitted to all rows (--keep selects which),
table.json, verdict.json and report.html, which shows every table and figure. The
same command resumes after an interruption. Series (--id, --time), classes, losses
and folds are explained in notebooks/pages/own_data.md.`,
		Example: `  igbo train penguins.csv --target body_mass_g --order penguins.yaml --out penguins
  igbo train penguins.csv --target species --missing drop --order species.yaml --gate --out species
  igbo train visits.csv --target dose --id patient --time day --model gru --order dose.yaml --out dose
  igbo train rent.csv --target price --model mlp --starts 8 --order rent.yaml --out rent
  igbo train rent.csv --target price --loss quantile:0.9 --order rent.yaml --out rent90
  igbo train rent.parquet --target price --model mlp --hidden 32 --teacher teacher.onnx --out rent --json`,
		Args:    cli.Arguments(1, "one: DATA, a table"),
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return cli.Leaving(r.run(cmd), "no model was written") },
	}
	f := cmd.Flags()
	f.StringVar(&r.spec.Target, "target", "", "the column to predict")
	f.StringVar(&r.out, "out", "", "folder for the model")
	f.StringVar(&r.order, "order", "", "file of an order of importance")
	f.StringVar(&r.teacher, "teacher", "", "a model whose scores give the order: a saved one's folder, or an ONNX file")
	f.BoolVar(&r.gate, "gate", false, "keep the order only where it is not worse on inner folds")
	f.StringVar(&r.keep, "keep", "", "the model that is kept, of "+words(verdict.Keeps())+" (default: posterior-soft where it applies, else igbo)")
	f.StringVar(&r.loss, "loss", "", "of a target of numbers: squared (the default), absolute, quantile:Q such as quantile:0.9, or poisson (counts, whole numbers where they are to have a posterior)")
	f.StringVar(&r.classWeights, "class-weights", "", "how much a row of each class counts, in training and in errors: balanced (all classes as much), or CLASS:WEIGHT,… (1 for those that are not named)")
	f.DurationVar(&r.budget, "budget", 0, "judge what can be done in so much time, such as 5m: what was not is said, and the same command goes on (default: all)")
	f.Float64Var(&r.margin, "margin", c.Margin, "relative change of the error below which two models do the same")
	f.BoolVar(&r.spec.Classes, "classes", false, "the numbers of the target are classes")
	f.StringVar(&r.kind, "model", string(models.KindLinear), fmt.Sprintf("one of %s; those but %s and %s are of series", words(models.Kinds()), models.KindLinear, models.KindMLP))
	f.IntSliceVar(&r.hidden, "hidden", models.DefaultMLPConfig().Hidden, "widths of an mlp's hidden layers")
	f.StringSliceVar(&r.spec.Features, "features", nil, "the columns to predict from (default: all others)")
	f.StringSliceVar(&r.spec.Drop, "drop", nil, "columns that are left out")
	f.StringVar(&r.spec.Key, "key", "", "column that names the rows")
	f.StringVar(&r.spec.Weight, "weight", "", "column of the rows' weights")
	f.StringVar(&r.spec.Group, "group", "", "column whose equal values stay in one fold, such as a patient's number; it is no predictor")
	f.StringVar(&r.spec.ID, "id", "", "column that names the series of a long table")
	f.StringVar(&r.byTime, "time", "", "column of times: with --id the order of a series; else each fold is trained on what was before it, with --repeats 1")
	f.StringVar(&r.longer, "longer", string(r.spec.Longer), "with --id, series longer than those to train on, at predictions: refuse, or last (their last rows)")
	f.StringSliceVar(&r.dates, "dates", []string{string(encode.Days)}, fmt.Sprintf("the numbers that a date becomes, of %s", words(encode.Parts())))
	f.StringVar(&r.missing, "missing", string(r.spec.Missing), "missing values: refuse, drop (the row), mean, median, mean+indicator, median+indicator, or own (a category)")
	f.StringVar(&r.missingTarget, "missing-target", "", "rows without a target: refuse, or drop (default: drop with --missing drop, else refuse)")
	r.reading.Flags(cmd, true)
	f.IntVar(&r.folds, "folds", c.Folds, "folds of the cross-validation")
	f.StringVar(&r.own, "own-folds", "", "column whose values are the folds, such as a hospital: each is once what the others are tested on; it is no predictor")
	f.IntVar(&r.repeats, "repeats", c.Repeats, "how often the rows are dealt into folds")
	f.IntVar(&r.starts, "starts", 1, "networks are trained from so many starts and averaged, with the order and without; each takes the steps of one")
	f.IntVar(&r.steps, "steps", c.Steps, "least number of training steps")
	f.IntVar(&r.patience, "early-stopping", 0, "end a network's training where a fifth of its rows, held out of it, is predicted no better in so many looks, one each ten steps or epoch, such as 10; 0 is never")
	f.Int64Var(&r.seed, "seed", c.Seed, "seed of folds, start weights and batches")
	f.StringArrayVar(&r.set, "set", nil, "another setting by its name in verdict.json, such as lambda.value=0.2; may be repeated")
	cli.Pairs(cmd, "set", false)
	f.StringVar(&r.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: the one that does the work sooner, by an estimate)", backend.Names()))
	f.BoolVar(&r.json, "json", false, "print verdict.json to standard output and no tables")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress, no tables")
	cmd.MarkFlagsMutuallyExclusive("order", "teacher")
	for _, other := range []string{"folds", "repeats", "group"} {
		cmd.MarkFlagsMutuallyExclusive("own-folds", other)
	}
	return cmd
}

// saved is what is beside the model.
func (r *training) saved(v *verdict.Verdict, e *encode.Encoding) (igbo.Files, error) {
	page, err := v.Page()
	if err != nil {
		return nil, err
	}
	learned, err := study.MarshalJSON(e)
	if err != nil {
		return nil, err
	}
	said, err := study.MarshalJSON(v)
	return igbo.Files{encodingFile: learned, verdictFile: said, reportFile: page}, err
}

// The files beside a model.
const (
	encodingFile = "table.json"
	verdictFile  = "verdict.json"
	reportFile   = "report.html"
)

// parent is the folder of a path.
func parent(path string) string { return filepath.Dir(filepath.Clean(path)) }
