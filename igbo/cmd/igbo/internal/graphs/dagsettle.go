package graphs

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/dag/expert"
)

// Kinds of input of `igbo dag`.
const (
	fromScores      = "SCORES.csv"
	fromExpert      = "--expert"
	fromComparisons = "--comparisons"
	fromSchema      = "--schema"
)

// counts lists the flags that have an effect for each kind of input, in addition to output flags.
var counts = map[string][]string{
	fromScores: {
		"alpha", "batch", "batches", "seed", "r", "min-epsilon", "estimator", "inflate", "resamples",
		"score-min", "score-max", "fdr", "fwer", "repair", "form",
	},
	fromExpert:      {"expert", "min-epsilon", "score-min", "score-max", "score", "repair", "form"},
	fromComparisons: {"comparisons", "prior", "alpha", "r", "min-epsilon", "form"},
}

// dagOutputs lists the flags for the output of a graph.
var dagOutputs = []string{"format", "svg", "out"}

func atMostOneFile(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("got %d arguments, want at most one file of scores", len(args))
	}
	return nil
}

// settle converts flags into options and checks everything that needs no data.
func (b *dagBuild) settle(cmd *cobra.Command, args []string) error {
	b.args, b.formGiven = args, cmd.Flags().Changed("form")
	if err := cli.NotEmpty(cmd, "expert", "comparisons", "svg", "out", "schema"); err != nil {
		return err
	}
	if err := b.settleInput(cmd); err != nil || b.input == fromSchema {
		return err
	}
	return cmp.Or(b.settleFiles(cmd), b.settleOptions(cmd))
}

// settleInput finds the input and refuses flags that have no effect on it.
func (b *dagBuild) settleInput(cmd *cobra.Command) error {
	given := map[string]bool{
		fromScores: len(b.args) > 0, fromExpert: b.expert != "", fromComparisons: b.comparisons != "", fromSchema: b.schema != "",
	}
	sources := 0
	for input, is := range given {
		if is {
			b.input = input
			sources++
		}
	}
	if sources != 1 {
		return fmt.Errorf("got %d inputs, want exactly one of SCORES.csv, --expert FILE and --comparisons FILE", sources)
	}
	known := slices.Concat(counts[b.input], dagOutputs)
	if b.input == fromSchema {
		known = []string{"schema"}
		if _, ok := schemas[b.schema]; !ok {
			return fmt.Errorf("--schema must be expert or dag, got %q", b.schema)
		}
	}
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !slices.Contains(known, f.Name) {
			err = fmt.Errorf("--%s has no effect with %s; use one of them", f.Name, b.input)
		}
	})
	return err
}

// settleFiles checks the format, that the input exists, and that the input and the outputs are different files.
func (b *dagBuild) settleFiles(cmd *cobra.Command) error {
	if b.format != "table" && b.format != "json" && b.format != "dot" {
		return fmt.Errorf("--format must be table, json or dot, got %q", b.format)
	}
	if b.svg != "" && !strings.EqualFold(filepath.Ext(b.svg), ".svg") {
		return fmt.Errorf("--svg must end in .svg, got %s", b.svg)
	}
	input := b.expert + b.comparisons // exactly one of them is given
	if b.input == fromScores {
		input = b.args[0]
	}
	if input != "-" || b.input != fromScores {
		if err := cli.ReadableFile(b.input, input); err != nil {
			return err
		}
	}
	var paths cli.Paths
	paths.Reads(strings.TrimPrefix(b.input, "--"), input)
	paths.Writes("svg", b.svg)
	paths.Writes("out", b.out)
	return paths.Check(cmd)
}

// settleOptions sets and checks the options of the graph.
func (b *dagBuild) settleOptions(cmd *cobra.Command) error {
	b.opts.Estimator, b.opts.Repair, b.opts.Form = estimate.Method(b.estimator), dag.RepairMode(b.repair), dag.Form(b.form)
	threshold, fdr, fwer := cmd.Flags().Changed("alpha"), cmd.Flags().Changed("fdr"), cmd.Flags().Changed("fwer")
	switch {
	case fdr && fwer:
		return errors.New("use only one of --fdr and --fwer")
	case threshold && (fdr || fwer):
		return errors.New("use only one of --alpha, --fdr and --fwer: --fdr and --fwer choose the edges by a test instead of the threshold --alpha")
	case fdr:
		b.opts.Alpha, b.opts.Multiplicity, b.opts.Level = 0.5, estimate.BenjaminiHochberg, b.fdr
	case fwer:
		b.opts.Alpha, b.opts.Multiplicity, b.opts.Level = 0.5, estimate.Holm, b.fwer
	case !(b.prior >= 0) || math.IsInf(b.prior, 1):
		return fmt.Errorf("--prior must be finite and at least 0, got %g", b.prior)
	}
	if b.input == fromExpert {
		return b.expertOptions().Check()
	}
	return b.opts.Check()
}

func (b *dagBuild) expertOptions() expert.Options {
	o := expert.DefaultOptions()
	o.MinEpsilon, o.ScoreMin, o.ScoreMax, o.Score = b.opts.MinEpsilon, b.opts.ScoreMin, b.opts.ScoreMax, dag.Score(b.score)
	o.Repair, o.Form = b.opts.Repair, b.opts.Form
	return o
}
