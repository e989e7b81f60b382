package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
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
	folds, starts, patience   int
	seed                      int64
	gate                      bool
	keep, loss, classWeights  string
	budget                    time.Duration
	start                     time.Time // start of the work
	settings                  *cli.Settings
	backend                   string
	json, quiet               bool
}

func newTrainCommand() *cobra.Command {
	r := &training{spec: encode.DefaultSpec(""), settings: cli.NewSettings()}
	cmd := &cobra.Command{
		Use:   "train DATA --target NAME --out MODEL",
		Short: "Train a model on a table and test whether an order of importance holds and helps",
		Long: `Train a model on a table (CSV, TSV or Parquet) and compare it with other models by
repeated cross-validation. If you give an order of importance (--order) or a model whose
scores define one (--teacher), the result answers three questions, with intervals:

  1. Does the order hold?  Compares a model that must follow the order with the same
                           model without the order.
  2. Does using it help?   Compares a model that learns how far to trust the order with
                           one that ignores it.
  3. Which model is best?  Compares the best of all models with the saved one.

Answers 1 and 2 are one of: helps (lower error), costs (higher error), makes no
difference (within 2 %), undecided. The models are the mean of the target, linear
models, boosted trees and IGBO (trained to follow the order).

The folder MODEL contains the model that --keep selects (fitted to all rows),
table.json (encoding of the columns), verdict.json (the comparison) and report.html
(all tables and figures). To resume after an interruption, repeat the command.
notebooks/pages/own_data.md describes order files, the values of --keep, series (--id,
--time), classes, losses and folds.`,
		Example: `  igbo train penguins.csv --target body_mass_g --missing drop --order penguins.yaml --out penguins
  igbo train penguins.csv --target species --missing drop --order species.yaml --gate --out species
  igbo train visits.csv --target dose --id patient --time day --model gru --order dose.yaml --out dose
  igbo train rent.csv --target price --model mlp --set starts=8 --order rent.yaml --out rent
  igbo train rent.csv --target price --loss quantile:0.9 --order rent.yaml --out rent90
  igbo train rent.parquet --target price --model mlp --set model.mlp.hidden=32 --teacher teacher.onnx --out rent --json`,
		Args:    cli.Arguments(1, "one: DATA, a table"),
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return cli.Leaving(r.run(cmd), "no model was written") },
	}
	r.flags(cmd)
	cmd.MarkFlagsMutuallyExclusive("order", "teacher")
	return cmd
}

// flags adds the flags by group, and the settings.
func (r *training) flags(cmd *cobra.Command) {
	c, groups := compare.DefaultConfig(models.LinearSpec(), 0), &cli.Groups{}
	f := groups.Add("Data")
	f.StringSliceVar(&r.spec.Features, "features", nil, "columns to predict from (default: all others)")
	f.StringSliceVar(&r.spec.Drop, "drop", nil, "columns to leave out")
	f.StringVar(&r.missing, "missing", string(r.spec.Missing), "treatment of missing values: refuse (an error), drop (the row), mean, median, mean+indicator or median+indicator (adds a column that marks missing values), or own (a separate category)")
	r.reading.Define(f, r.settings)
	f.StringVar(&r.spec.Key, "key", "", "column with the name of each row")
	f.StringVar(&r.spec.Weight, "weight", "", "column with the weight of each row")
	f.StringVar(&r.spec.Group, "group", "", "column of groups, such as a patient number: all rows of a group stay in one fold; not a predictor")
	f.StringVar(&r.spec.ID, "id", "", "column with the name of the series, for tables with one row per time step")
	f.StringVar(&r.byTime, "time", "", "column with the time: the order of the rows of a series (with --id), or folds that are trained on earlier rows than they are tested on (without --id)")
	f = groups.Add("Target and loss")
	f.StringVar(&r.spec.Target, "target", "", "column to predict")
	f.BoolVar(&r.spec.Classes, "classes", false, "treat the numbers of the target as classes")
	f.StringVar(&r.loss, "loss", "", "loss of a numeric target: squared, absolute, quantile:Q such as quantile:0.9, or poisson for counts (default: squared)")
	f = groups.Add("Order")
	f.StringVar(&r.order, "order", "", "file with an order of importance, YAML or JSON")
	f.StringVar(&r.teacher, "teacher", "", "model whose scores give the order: a folder that igbo saved, or an ONNX file")
	f.BoolVar(&r.gate, "gate", false, "use the order only if it does not increase the error on inner folds (a cross-validation within the training rows)")
	f = groups.Add("Models")
	f.StringVar(&r.kind, "model", string(models.KindLinear), fmt.Sprintf("kind of model, one of %s; all except %s and %s are for series", words(models.Kinds()), models.KindLinear, models.KindMLP))
	f.StringVar(&r.keep, "keep", "", "model to save, one of "+words(compare.Keeps())+" (default: posterior-soft, which learns how far to trust the order; igbo with --gate, for networks, or if posterior-soft does not apply)")
	f = groups.Add("Evaluation")
	f.IntVar(&r.folds, "folds", c.Folds, "number of folds of the cross-validation")
	f.Int64Var(&r.seed, "seed", c.Seed, "random seed of folds, initial weights and batches")
	f.DurationVar(&r.budget, "budget", 0, "stop after this time, e.g. 5m; rerun the same command to resume (default: no limit)")
	f = groups.Add("Output")
	f.StringVar(&r.out, "out", "", "folder for the model")
	f.BoolVar(&r.json, "json", false, "print verdict.json to standard output instead of tables")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "suppress progress and tables")
	f = groups.Add("Other")
	f.StringVar(&r.backend, "backend", "", cli.BackendUsage())
	s := r.settings
	s.StringSliceVar(&r.dates, "dates", []string{string(encode.Days)}, fmt.Sprintf("parts of a date that become input columns, from %s", words(encode.Parts())))
	s.StringVar(&r.longer, "longer", string(r.spec.Longer), "prediction of series longer than the training series: refuse, or last (use the last rows)")
	s.StringVar(&r.missingTarget, "missing_target", "", "treatment of rows without a target: refuse or drop (default: drop with --missing drop, else refuse)")
	s.StringVar(&r.classWeights, "class_weights", "", "weights of the classes, in training and in losses: balanced (all classes count the same), or CLASS:WEIGHT,… (1 for the others)")
	s.StringVar(&r.own, "own_folds", "", "column that defines the folds, one fold per value, such as a hospital; not a predictor")
	s.IntVar(&r.starts, "starts", 1, "number of networks to train from different initial weights; the saved model is the mean of their predictions")
	s.IntVar(&r.patience, "early_stopping", 0, "stop a network after N validation checks without improvement; a check runs every 10 steps or every epoch, on 20 % of the training rows (default: off)")
	s.Others, s.More = r.otherSettings, "other settings in verdict.json, such as steps, repeats, margin or lambda.value; shell completion lists those of the chosen --model"
	s.Flag(f)
	groups.To(cmd)
}

// fixed names the settings of verdict.json that --set does not accept: they have a flag, or the comparison chooses them.
var fixed = []string{"model.kind", "folds", "seed", "gate", "burn_in", "standardize", "history_every"}

// otherSettings lists the settings of verdict.json: first those of the chosen model, then those of others.
func (r *training) otherSettings() (all []cli.Other) {
	chosen := models.Kind(r.kind)
	for _, kind := range append([]models.Kind{chosen}, models.Kinds()...) {
		spec, err := models.DefaultSpec(kind)
		if err != nil {
			continue // settle reports an unknown --model
		}
		needs := ""
		if kind != chosen && slices.Contains(models.Kinds(), chosen) {
			needs = "--model " + string(kind)
		}
		if spec.GRU != nil {
			spec.GRU.Checkpoints = true // otherwise JSON omits the key
		}
		if spec.LSTM != nil {
			spec.LSTM.Checkpoints = true
		}
		settings, _ := study.Settings(compare.DefaultConfig(spec, 0)) // plain data always have settings
		for _, s := range settings {
			if !slices.Contains(fixed, s.Key) && !slices.ContainsFunc(all, func(o cli.Other) bool { return o.Name == s.Key }) {
				all = append(all, cli.Other{Name: s.Key, Needs: needs})
			}
		}
	}
	return all
}

// saved holds the files next to the model.
func (r *training) saved(v *compare.Comparison, e *encode.Encoding) (igbo.Files, error) {
	page, err := v.Page()
	if err != nil {
		return nil, err
	}
	learned, err := study.MarshalJSON(e)
	if err != nil {
		return nil, err
	}
	reported, err := study.MarshalJSON(v)
	return igbo.Files{encodingFile: learned, comparisonFile: reported, reportFile: page}, err
}

// The files next to a model.
const (
	encodingFile   = "table.json"
	comparisonFile = "verdict.json"
	reportFile     = "report.html"
)

// parent returns the folder of a path.
func parent(path string) string { return filepath.Dir(filepath.Clean(path)) }
