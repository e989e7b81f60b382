package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// settle checks flags and files.
func (r *training) settle(cmd *cobra.Command, args []string) error {
	r.data = args[0]
	r.spec = r.spec.Composed()
	r.byTime, r.own = table.Composed(r.byTime)[0], table.Composed(r.own)[0]
	for _, name := range []string{"target", "out"} {
		if f := cmd.Flags().Lookup(name); f.Value.String() == "" {
			return fmt.Errorf("--%s is required: %s", name, f.Usage)
		}
	}
	r.spec.Missing = encode.Missing(r.missing)
	if err := cmp.Or(r.series(), r.ownSplit(cmd)); err != nil {
		return err
	}
	if err := r.columns(cmd); err != nil {
		return err
	}
	r.spec.Dates = nil
	for _, part := range r.dates {
		r.spec.Dates = append(r.spec.Dates, encode.DatePart(part))
	}
	linear := r.kind == string(models.KindLinear)
	switch {
	case r.starts < 1 || r.starts > igbo.MaxStarts:
		return fmt.Errorf("--set starts must be from 1 to %d, got %d", igbo.MaxStarts, r.starts)
	case r.starts != 1 && linear:
		return fmt.Errorf("--set starts must be 1 with --model %s, got %d: a linear model has only one solution", r.kind, r.starts)
	case r.patience < 0:
		return fmt.Errorf("--set early_stopping must be at least 0 (0 = off), got %d", r.patience)
	case r.patience != 0 && linear:
		return fmt.Errorf("--set early_stopping must be 0 with --model %s, got %d: a linear model uses a penalty instead", r.kind, r.patience)
	}
	if r.spec.MissingTarget = encode.Missing(r.missingTarget); r.missingTarget == "" {
		if r.spec.MissingTarget = encode.Refuse; r.spec.Missing == encode.DropRow {
			r.spec.MissingTarget = encode.DropRow
		}
	}
	if _, err := r.reading.Options(); err != nil {
		return err
	}
	if _, err := r.namedWeights(); err != nil {
		return err
	}
	if r.classWeights != "" && r.spec.ID != "" {
		return errors.New("--set class_weights cannot be used with --id: the steps of a series can have different classes, but a series has only one weight")
	}
	if cmd.Flags().Changed("budget") && r.budget <= 0 {
		return fmt.Errorf("--budget must be above 0, such as 5m, got %s", r.budget)
	}
	for _, files := range []struct{ flag, path string }{{"DATA", r.data}, {"--order", r.order}} {
		if files.path == "" && files.flag != "DATA" {
			continue
		}
		if err := cli.ReadableFile(files.flag, files.path); err != nil {
			return err
		}
	}
	if err := cmp.Or(cli.NotEmpty(cmd, "order", "teacher", "key", "weight", "group", "id", "time", "model", "loss", "features", "drop"), r.paths().Check(cmd),
		replaceable(r.out), r.readableTeacher(), backend.Check(r.backend), r.spec.Validate()); err != nil {
		return err
	}
	c, err := r.config(0)
	if err != nil {
		return err
	}
	if c.Gate && r.order == "" && r.teacher == "" {
		return errors.New("--gate requires --order or --teacher")
	}
	if err := c.Validate(1); err != nil {
		return err
	}
	return r.split(nil, c).Validate()
}

// paths returns the input files, and the folder that is replaced.
func (r *training) paths() *cli.Paths {
	p := &cli.Paths{}
	p.Reads("DATA", r.data)
	p.Reads("order", r.order)
	p.Reads("teacher", r.teacher)
	p.Replaces("out", r.out)
	return p
}

// series settles how a long table becomes series.
func (r *training) series() error {
	r.spec.Longer = encode.Longer(r.longer)
	switch {
	case r.spec.ID == "" && r.settings.Given("longer"):
		return errors.New("--set longer requires series: use --id and --time")
	case r.spec.ID != "" && r.byTime == "":
		return fmt.Errorf("--id %q requires --time, the column with the time of each row", r.spec.ID)
	case r.spec.ID != "" && r.spec.Key != "":
		return fmt.Errorf("--key %q cannot be used with --id, which already names each series", r.spec.Key)
	case r.spec.ID == "" && r.kind != string(models.KindLinear) && r.kind != string(models.KindMLP) && slices.Contains(models.Kinds(), models.Kind(r.kind)):
		return fmt.Errorf("--model %s requires series: use --id and --time, or --model %s or %s", r.kind, models.KindLinear, models.KindMLP)
	}
	if r.spec.ID != "" {
		r.spec.Time = r.byTime
	}
	return nil
}

// ownSplit settles the folds of a column.
func (r *training) ownSplit(cmd *cobra.Command) error {
	if r.own == "" {
		return nil
	}
	for _, name := range []string{"folds", "repeats", "group"} {
		if cmd.Flags().Changed(name) || r.settings.Given(name) {
			return fmt.Errorf("--set own_folds cannot be used with %s", name)
		}
	}
	if r.spec.ID == "" && r.byTime != "" {
		return fmt.Errorf("--set own_folds=%q cannot be used with --time, which makes folds by time", r.own)
	}
	r.spec.Group = r.own
	return nil
}

// split configures how rows are assigned to folds.
func (r *training) split(t *table.Table, c compare.Config) table.SplitOptions {
	split := r.spec.SplitOptions(t, c.Seed)
	split.Folds, split.Repeats = c.Folds, c.Repeats
	if r.spec.ID == "" && r.byTime != "" {
		split.Time, split.Stratify = r.byTime, ""
	}
	split.Own = r.own != ""
	return split
}

// longestName is the maximum length of column names on the command line.
const longestName = 1000

// columns checks the flags that name columns.
func (r *training) columns(cmd *cobra.Command) error {
	for flag, names := range map[string][]string{"features": r.spec.Features, "drop": r.spec.Drop} {
		if cmd.Flags().Changed(flag) && len(names) == 0 {
			return fmt.Errorf("--%s is empty; it must be a list of column names, separated by commas", flag)
		}
		for _, name := range names {
			switch {
			case strings.TrimSpace(name) == "":
				return fmt.Errorf("--%s %.60q: a column name must not be empty", flag, names)
			case len(name) > longestName:
				return fmt.Errorf("--%s: a column name must have at most %d bytes, got %d: %.60q…", flag, longestName, len(name), name)
			case strings.ContainsFunc(name, unicode.IsControl):
				return fmt.Errorf("--%s: the column name %.60q must not contain control characters", flag, name)
			}
		}
	}
	return nil
}

// words joins names.
func words[S ~string](names []S) string {
	var all []string
	for _, name := range names {
		all = append(all, string(name))
	}
	return strings.Join(all, ", ")
}

func replaceable(out string) error {
	if err := igbo.Replaceable(out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// config returns the configuration for a number of classes, or for regression if that is 0.
func (r *training) config(classes int) (c compare.Config, err error) {
	spec, err := models.DefaultSpec(models.Kind(r.kind))
	if err != nil {
		return c, fmt.Errorf("--model must be one of %s, got %.60q", words(models.Kinds()), r.kind)
	}
	c = compare.DefaultConfig(spec, classes)
	if r.starts > 1 {
		c.Starts = r.starts
	}
	c.EarlyStopping.Patience = r.patience
	c.Folds, c.Seed, c.Gate, c.Keep = r.folds, r.seed, r.gate, r.keep
	if r.own != "" || r.spec.ID == "" && r.byTime != "" {
		c.Repeats = 1
	}
	if r.loss != "" {
		if c.Loss, err = r.ownLoss(classes); err != nil {
			return c, fmt.Errorf("--loss: %s", strings.TrimPrefix(err.Error(), "task: "))
		}
	}
	for _, s := range r.settings.Rest {
		if err := cli.Assign(&c, s); err != nil {
			return c, err
		}
	}
	return c, nil
}

// ownLoss returns the loss of a numeric target.
func (r *training) ownLoss(classes int) (task.Loss, error) {
	loss, err := task.Parse(r.loss)
	switch {
	case err != nil:
		return loss, err
	case loss.Is(task.KindHuber) || loss.Classifies():
		return loss, fmt.Errorf("unsupported loss %s, want squared, absolute, quantile:Q or poisson", loss)
	case classes > 0:
		return loss, fmt.Errorf("%s requires a numeric target, but %.60q has %d classes; leave --loss out to use the log loss", loss, r.spec.Target, classes)
	}
	return loss, nil
}
