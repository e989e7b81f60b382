package subjects

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// reading holds the arguments and flags that select the model and the data, and how to explain them.
type reading struct {
	model, data, command    string
	open                    explain.Options
	config                  explain.Config
	missing, unknown, class string
	score, backend          string
	tables                  cli.Reading
	json, quiet             bool
}

// modelHelp describes MODEL.
const modelHelp = `MODEL is a folder that igbo saved, or an ONNX file from PyTorch, Keras, scikit-learn,
XGBoost or LightGBM; --command PROGRAM explains any other program, which reads CSV rows
and prints a number for each. Trees and programs are explained by Shapley values. See
notebooks/pages/commands.md for supported models, programs and files.`

// flags returns the flags by group, to which a command adds its own, and the settings.
func (r *reading) flags() (*cli.Groups, *cli.Settings) {
	groups, settings, c := &cli.Groups{}, cli.NewSettings(), &r.config
	r.missing, r.score = string(encode.Refuse), string(c.Attribution.Score)
	f := groups.Add("Data")
	f.StringVar(&r.open.Target, "target", "", "column that the model predicts, if the model does not name it; it need not be in DATA")
	f.StringSliceVar(&r.open.Features, "columns", nil, "input columns of an ONNX model, in its order (default: columns with the names of its inputs, else all except --target and --drop)")
	f.StringSliceVar(&r.open.Drop, "drop", nil, "columns that are not inputs of an ONNX model")
	f.StringVar(&r.open.ID, "id", "", "column with the name of the series, for a model of series that was saved without its table")
	f.StringVar(&r.open.Time, "time", "", "column with the time, with --id")
	f.StringVar(&r.missing, "missing", r.missing, "treatment of missing values if the model does not define it: refuse, mean, median or drop; trees and programs receive missing values unchanged, except with drop")
	cli.UnknownFlag(f, &r.unknown)
	r.tables.Define(f, settings)
	f = groups.Add("Model")
	f.StringVar(&r.command, "command", "", "program that predicts, instead of MODEL")
	f.DurationVar(&c.Budget, "budget", c.Budget, "time limit for all calls of --command")
	f.StringVar(&r.open.Output, "output", "", "name or number of the output of an ONNX file, if there are several")
	settings.StringVar(&r.class, "class", "", "output to explain if there are several: its number, from 0, or predicted for the predicted class (default: the output of training if known; for trees with two outputs the second; else predicted)")
	settings.StringVar(&r.score, "score", r.score, "importance score, signed or absolute")
	settings.StringVar(&c.Baseline, "baseline", c.Baseline, "baseline of the attribution: zero (in the units of the model), or mean (of the training data if known, else of DATA)")
	settings.IntVar(&c.Attribution.Points, "points", c.Attribution.Points, "number M of quadrature points on the path")
	settings.IntVar(&c.Background, "background", c.Background, "number of samples of DATA whose values replace those of absent features, for trees and programs")
	settings.IntVar(&c.Rows, "rows", c.Rows, "maximum number of samples to explain, for programs")
	settings.IntVar(&c.Pairs, "pairs", c.Pairs, "pairs of random feature orders per sample, for the Shapley values of programs")
	return groups, settings
}

// to adds the last flags, and all of them to a command.
func (r *reading) to(cmd *cobra.Command, groups *cli.Groups, settings *cli.Settings) {
	f := groups.Add("Output")
	f.BoolVar(&r.json, "json", false, "print the result as JSON")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "suppress progress and tables")
	f = groups.Add("Other")
	f.StringVar(&r.backend, "backend", "", cli.BackendUsage())
	settings.Flag(f)
	groups.To(cmd)
}

// maxRepeats is the maximum number of permutations.
const maxRepeats = 1_000_000

// twoArguments checks for MODEL and DATA, or for DATA with --command.
func twoArguments(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("command") {
		if len(args) != 1 {
			return fmt.Errorf("got %d arguments with --command, want only DATA", len(args))
		}
		return nil
	}
	return cli.Arguments(2, "MODEL and DATA")(cmd, args)
}

// settle converts arguments and flags into settings and checks everything that needs no file content.
func (r *reading) settle(cmd *cobra.Command, args []string) error {
	if r.data = args[len(args)-1]; len(args) == 2 {
		r.model = args[0]
		if _, err := os.Stat(r.model); err != nil {
			return fmt.Errorf("MODEL must be a folder that igbo saved, or an ONNX file: %w", err)
		}
		if cli.SameFile(r.model, r.data) {
			return fmt.Errorf("MODEL and DATA must be different files: both are %s", r.data)
		}
	}
	if err := cmp.Or(cli.ReadableFile("DATA", r.data), cli.NotEmpty(cmd, "target", "columns", "drop", "id", "time", "missing", "unknown", "output", "command"), backend.Check(r.backend)); err != nil {
		return err
	}
	if err := CheckColumns(cmd, r.open); err != nil {
		return err
	}
	if !slices.Contains([]encode.Missing{encode.Refuse, encode.Mean, encode.Median, encode.DropRow}, encode.Missing(r.missing)) {
		return fmt.Errorf("--missing must be refuse, mean, median or drop, got %q", r.missing)
	}
	if r.open.Missing = encode.Missing(r.missing); r.open.Missing == encode.Refuse {
		r.open.Missing = ""
	}
	var err error
	if r.open.Unknown, err = cli.Unknown(r.unknown); err != nil {
		return err
	}
	if r.open.Read, err = r.tables.Options(); err != nil {
		return err
	}
	if err := r.settleClass(); err != nil {
		return err
	}
	if r.config.Repeats > maxRepeats {
		return fmt.Errorf("--set repeats=%d is too large (max %d)", r.config.Repeats, maxRepeats)
	}
	r.config.Attribution.Score = attribution.ScoreKind(r.score)
	return r.config.Validate(1)
}

// CheckColumns checks the flags that name columns for a model.
func CheckColumns(cmd *cobra.Command, o explain.Options) error {
	for flag, names := range map[string][]string{"columns": o.Features, "drop": o.Drop} {
		if cmd.Flags().Changed(flag) && len(names) == 0 {
			return fmt.Errorf("--%s is empty; it must be a list of column names, separated by commas", flag)
		}
		for i, name := range names {
			if name == "" {
				return fmt.Errorf("--%s %.60q: a column name must not be empty", flag, names)
			}
			if slices.Contains(names[:i], name) {
				return fmt.Errorf("--%s: column %.60q occurs twice, but must occur once", flag, name)
			}
		}
	}
	if (o.ID == "") != (o.Time == "") {
		return fmt.Errorf("--id and --time require each other: use both or neither")
	}
	return nil
}

// paths returns the input files.
func (r *reading) paths() *cli.Paths {
	p := &cli.Paths{}
	if r.model != "" {
		p.Reads("MODEL", r.model)
	}
	p.Reads("DATA", r.data)
	return p
}

func (r *reading) settleClass() error {
	switch n, err := strconv.Atoi(r.class); {
	case r.class == "":
	case r.class == "predicted":
		r.config.Output = attribution.Output{Kind: attribution.PredictedOutput}
	case err != nil || n < 0:
		return fmt.Errorf("--set class must be a whole number of at least 0, or predicted, got %.60q", r.class)
	default:
		r.config.Output = attribution.Output{Kind: attribution.ChosenOutput, Index: n}
	}
	return nil
}

// with opens the backend, the model and the data, and closes the backend after use.
func (r *reading) with(ctx context.Context, cmd *cobra.Command, use func(s *explain.Explainer) error) error {
	engine, err := cli.OpenEngine(r.backend, models.Work{}, r.command == "") // the work is unknown before the files are read
	if err != nil {
		return err
	}
	defer engine.Close()
	if !r.quiet && engine.Choice != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), *engine.Choice)
	}
	var s *explain.Explainer
	if r.command != "" {
		s, err = explain.OpenProgram(ctx, r.command, r.data, r.open)
	} else {
		s, err = explain.Open(ctx, engine.Backend, r.model, r.data, r.open)
	}
	if err != nil {
		return err
	}
	if !r.quiet {
		cli.SayColumns(cmd.ErrOrStderr(), r.data, s.Columns)
		fmt.Fprint(cmd.ErrOrStderr(), s.InputsText())
	}
	cli.SayLost(cmd.ErrOrStderr(), r.data, s.Rows, s.LeftOut, s.Lost)
	return use(s)
}
