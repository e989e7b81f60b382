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
	"github.com/igbolab/igbolab/igbo/explain"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// reading holds the arguments and flags that say what is explained, and how.
type reading struct {
	model, data, command       string
	open                       explain.Options
	config                     explain.Config
	missing, unknown, class    string
	score, quadrature, backend string
	tables                     cli.Reading
	json, quiet                bool
}

// modelHelp says what MODEL and DATA are.
const modelHelp = `MODEL is a folder that igbo saved, or an ONNX file as PyTorch, Keras and
scikit-learn export one: one input of floats [N,D] or [N,T,D], or an input for each
column, and an output of floats. Trees of scikit-learn, XGBoost and LightGBM, with scalers,
imputers and encoders of single columns before them, have no gradient: their scores are exact
Shapley values against --background samples of DATA. DATA is a table, CSV, TSV or Parquet, perhaps gzipped. A model that was saved with its table takes the columns as it
was trained on them; another takes columns of numbers, a saved one by the names
of its features, an ONNX file by the names of its inputs, where it has one for each
column, else by position; --columns says which. Both are printed.

In place of MODEL, --command names a program that predicts: it reads rows as CSV with a
header on standard input, the columns of DATA but --target and --drop with their cells
as they stand, and writes one number a row, a line each, and nothing else. It is started
anew for each batch of rows, never through a shell: its words are parted at spaces, and
quotes of either kind keep them together. Its scores are Shapley values sampled by
--pairs of permutations for at most --rows samples of DATA, within --budget.

Refused, by name: ONNX files with loops, text models, support vector classifiers, nearest
neighbours; trees whose columns are mixed before them, stacked trees (--command takes both).`

func (r *reading) flags(cmd *cobra.Command) {
	f, c := cmd.Flags(), &r.config
	r.missing, r.score, r.quadrature = string(encode.Refuse), string(c.Attribution.Score), string(c.Attribution.Quadrature)
	f.StringVar(&r.open.Target, "target", "", "column that the model predicts, where the model does not know it; DATA may lack it")
	f.StringSliceVar(&r.open.Features, "columns", nil, "columns of DATA that an ONNX model takes, in its order (default: those of its inputs' names, else all but the target and --drop, by position)")
	f.StringSliceVar(&r.open.Drop, "drop", nil, "columns that an ONNX model does not take")
	f.StringVar(&r.open.ID, "id", "", "column that names the series of a long table, for a model of series saved without its table")
	f.StringVar(&r.open.Time, "time", "", "column of the times of --id")
	f.StringVar(&r.missing, "missing", r.missing, "treatment of missing values if the model does not define it: refuse, mean, median or drop; trees and programs receive them as they are, or drop")
	cli.UnknownFlag(f, &r.unknown)
	r.tables.Flags(cmd, true)
	f.StringVar(&r.open.Output, "output", "", "name or number of an ONNX file's output, where it has several")
	f.StringVar(&r.class, "class", "", "attributed output of several: a number from 0, or predicted (default: as the model was trained; of trees with two outputs the second; else predicted)")
	f.StringVar(&r.score, "score", r.score, "importance score, signed or absolute")
	f.StringVar(&c.Baseline, "baseline", c.Baseline, "where attribution starts: zero (in the model's units), or mean (of the training data where the model knows it, else of DATA)")
	f.IntVar(&c.Attribution.Points, "points", c.Attribution.Points, "quadrature points M on the path")
	f.StringVar(&r.quadrature, "quadrature", r.quadrature, fmt.Sprintf("quadrature rule, one of %v", attribution.Rules()))
	f.StringVar(&r.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: the one that does the work sooner, by an estimate)", backend.Names()))
	f.StringVar(&r.command, "command", "", "a program that predicts, in place of MODEL")
	f.IntVar(&c.Background, "background", c.Background, "samples of DATA that stand for not knowing a feature, of trees and programs")
	f.IntVar(&c.Rows, "rows", c.Rows, "samples that are explained at most, of a program")
	f.IntVar(&c.Pairs, "pairs", c.Pairs, "pairs of permutations a sample, of a program")
	f.DurationVar(&c.Budget, "budget", c.Budget, "time for the calls of a program together")
	f.BoolVar(&r.json, "json", false, "print the result as JSON")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress, no table")
}

// maxRepeats bounds permutations.
const maxRepeats = 1_000_000

// twoArguments are MODEL and DATA, or DATA beside --command.
func twoArguments(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("command") {
		if len(args) != 1 {
			return fmt.Errorf("got %d arguments beside --command, expected DATA alone", len(args))
		}
		return nil
	}
	return cli.Arguments(2, "MODEL and DATA")(cmd, args)
}

// settle turns arguments and flags into settings and checks all that needs no file's content.
func (r *reading) settle(cmd *cobra.Command, args []string) error {
	if r.data = args[len(args)-1]; len(args) == 2 {
		r.model = args[0]
		if _, err := os.Stat(r.model); err != nil {
			return fmt.Errorf("MODEL: %w, expected a folder that igbo saved or an ONNX file", err)
		}
		if cli.SameFile(r.model, r.data) {
			return fmt.Errorf("MODEL and DATA are the same file %s, expected a model and a table", r.data)
		}
	}
	if err := cmp.Or(cli.ReadableFile("DATA", r.data), cli.NotEmpty(cmd, "target", "columns", "drop", "id", "time", "missing", "unknown", "output", "class", "command"), backend.Check(r.backend)); err != nil {
		return err
	}
	if err := CheckColumns(cmd, r.open); err != nil {
		return err
	}
	if !slices.Contains([]encode.Missing{encode.Refuse, encode.Mean, encode.Median, encode.DropRow}, encode.Missing(r.missing)) {
		return fmt.Errorf("--missing %q: expected refuse, mean, median or drop", r.missing)
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
		return fmt.Errorf("--repeats %d: expected at most %d", r.config.Repeats, maxRepeats)
	}
	r.config.Attribution.Score, r.config.Attribution.Quadrature = attribution.ScoreKind(r.score), attribution.Rule(r.quadrature)
	return r.config.Validate(1)
}

// CheckColumns checks the flags that name columns for a model.
func CheckColumns(cmd *cobra.Command, o explain.Options) error {
	for flag, names := range map[string][]string{"columns": o.Features, "drop": o.Drop} {
		if cmd.Flags().Changed(flag) && len(names) == 0 {
			return fmt.Errorf("--%s is empty: expected names with commas between them", flag)
		}
		for i, name := range names {
			if name == "" || slices.Contains(names[:i], name) {
				return fmt.Errorf("the columns %.60q: expected different names", names)
			}
		}
	}
	if (o.ID == "") != (o.Time == "") {
		return fmt.Errorf("got one of --id and --time, expected both or neither")
	}
	return nil
}

// paths are the files that are read.
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
		return fmt.Errorf("--class %q: expected a number from 0, or predicted", r.class)
	default:
		r.config.Output = attribution.Output{Kind: attribution.ChosenOutput, Index: n}
	}
	return nil
}

// with opens the backend, the model and the data, and closes the backend after use.
func (r *reading) with(ctx context.Context, cmd *cobra.Command, use func(s *explain.Subject) error) error {
	engine, err := cli.OpenEngine(r.backend, models.Work{}, r.command == "") // the work is unknown before the files are read
	if err != nil {
		return err
	}
	defer engine.Close()
	if !r.quiet && engine.Choice != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), *engine.Choice)
	}
	var s *explain.Subject
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
