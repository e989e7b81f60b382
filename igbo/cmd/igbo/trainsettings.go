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
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// settle checks flags and files.
func (r *training) settle(cmd *cobra.Command, args []string) error {
	r.data = args[0]
	for _, name := range []string{"target", "out"} {
		if f := cmd.Flags().Lookup(name); f.Value.String() == "" {
			return fmt.Errorf("no --%s: expected %s", name, f.Usage)
		}
	}
	r.spec.Missing = encode.Missing(r.missing)
	if err := r.series(cmd); err != nil {
		return err
	}
	if err := r.columns(cmd); err != nil {
		return err
	}
	r.spec.Dates = nil
	for _, part := range r.dates {
		r.spec.Dates = append(r.spec.Dates, encode.DatePart(part))
	}
	if cmd.Flags().Changed("hidden") && r.kind != string(models.KindMLP) {
		return fmt.Errorf("--hidden with the %s model, expected --model %s", r.kind, models.KindMLP)
	}
	if r.starts != 1 && r.kind == string(models.KindLinear) || r.starts < 1 || r.starts > igbo.MaxStarts {
		return fmt.Errorf("--starts %d with the %s model, expected 1, or 2 to %d with a network: a linear one has one solution, and a posterior that is its mean", r.starts, r.kind, igbo.MaxStarts)
	}
	if r.patience != 0 && r.kind == string(models.KindLinear) || r.patience < 0 {
		return fmt.Errorf("--early-stopping %d with the %s model, expected 0, or 1 or more looks with a network: a linear one is held by its penalty", r.patience, r.kind)
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
	if cmd.Flags().Changed("class-weights") && r.spec.ID != "" {
		return errors.New("--class-weights with --id, expected a table of single rows: the steps of a series have classes of their own and one weight")
	}
	if cmd.Flags().Changed("budget") && r.budget <= 0 {
		return fmt.Errorf("--budget %s, expected a time above 0, such as 5m", r.budget)
	}
	for _, files := range []struct{ flag, path string }{{"DATA", r.data}, {"--order", r.order}} {
		if files.path == "" && files.flag != "DATA" {
			continue
		}
		if err := cli.ReadableFile(files.flag, files.path); err != nil {
			return err
		}
	}
	if err := cmp.Or(cli.NotEmpty(cmd, "order", "teacher", "key", "weight", "group", "own-folds", "id", "time", "longer", "model", "loss", "class-weights", "features", "drop", "dates"), r.paths().Check(cmd),
		replaceable(r.out), r.readableTeacher(), backend.Check(r.backend), r.spec.Validate()); err != nil {
		return err
	}
	c, err := r.config(0)
	if err != nil {
		return err
	}
	if c.Gate && r.order == "" && r.teacher == "" {
		return errors.New("--gate without an order to keep or not, expected --order or --teacher")
	}
	if err := c.Validate(1); err != nil {
		return err
	}
	return r.split(nil, c).Validate()
}

// paths are the files that train reads, and the folder that it replaces.
func (r *training) paths() *cli.Paths {
	p := &cli.Paths{}
	p.Reads("DATA", r.data)
	p.Reads("order", r.order)
	p.Reads("teacher", r.teacher)
	p.Replaces("out", r.out)
	return p
}

// series settles what makes series of a long table.
func (r *training) series(cmd *cobra.Command) error {
	r.spec.Longer = encode.Longer(r.longer)
	switch {
	case r.spec.ID == "" && cmd.Flags().Changed("longer"):
		return errors.New("--longer without series, expected --id and --time, which make them")
	case r.spec.ID != "" && r.byTime == "":
		return fmt.Errorf("--id %q without --time, expected the column of the times of its rows", r.spec.ID)
	case r.spec.ID != "" && r.spec.Key != "":
		return fmt.Errorf("--key %q with --id, expected one of them: the id names the series", r.spec.Key)
	case r.spec.ID == "" && r.kind != string(models.KindLinear) && r.kind != string(models.KindMLP) && slices.Contains(models.Kinds(), models.Kind(r.kind)):
		return fmt.Errorf("--model %s of a table, expected --id and --time, which make series, or --model %s or %s", r.kind, models.KindLinear, models.KindMLP)
	}
	if r.spec.ID != "" {
		r.spec.Time = r.byTime
	}
	if r.own != "" {
		if r.spec.ID == "" && r.byTime != "" {
			return fmt.Errorf("--own-folds %q with --time, expected one of them: folds are one's own or by time", r.own)
		}
		r.spec.Group, r.repeats = r.own, 1
	}
	return nil
}

// split says how the rows are dealt into folds.
func (r *training) split(t *table.Table, c verdict.Config) table.SplitOptions {
	split := r.spec.SplitOptions(t, c.Seed)
	split.Folds, split.Repeats = c.Folds, c.Repeats
	if r.spec.ID == "" && r.byTime != "" {
		split.Time, split.Stratify = r.byTime, ""
	}
	split.Own = r.own != ""
	return split
}

// longestName bounds the names of columns on the command line.
const longestName = 1000

// columns checks that the flags which name columns do.
func (r *training) columns(cmd *cobra.Command) error {
	for flag, names := range map[string][]string{"features": r.spec.Features, "drop": r.spec.Drop} {
		wrong := cmd.Flags().Changed(flag) && len(names) == 0
		for _, name := range names {
			wrong = wrong || strings.TrimSpace(name) == "" || len(name) > longestName || strings.ContainsFunc(name, unicode.IsControl)
		}
		if wrong {
			return fmt.Errorf("--%s %.60q: expected names of columns", flag, names)
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

// config is the configuration for a number of classes, 0 for regression.
func (r *training) config(classes int) (c verdict.Config, err error) {
	spec, err := models.DefaultSpec(models.Kind(r.kind))
	if err != nil {
		return c, fmt.Errorf("--model: %w", err)
	}
	if spec.MLP != nil {
		spec.MLP.Hidden = r.hidden
	}
	c = verdict.DefaultConfig(spec, classes)
	if r.starts > 1 {
		c.Starts = r.starts
	}
	c.Patience = r.patience
	c.Folds, c.Repeats, c.Steps, c.Seed, c.Gate, c.Keep, c.Margin = r.folds, r.repeats, r.steps, r.seed, r.gate, r.keep, r.margin
	if r.loss != "" {
		if c.Loss, err = r.ownLoss(classes); err != nil {
			return c, fmt.Errorf("--loss: %w", err)
		}
	}
	for _, setting := range r.set {
		key, value, found := strings.Cut(setting, "=")
		if !found {
			return c, fmt.Errorf("--set %q: expected NAME=VALUE", setting)
		}
		if err := study.Set(&c, key, value); err != nil {
			return c, fmt.Errorf("--set: %w", err)
		}
	}
	return c, nil
}

// ownLoss is that of a target of numbers.
func (r *training) ownLoss(classes int) (task.Loss, error) {
	loss, err := task.Parse(r.loss)
	switch {
	case err != nil:
		return loss, err
	case loss.Is(task.KindHuber) || loss.Classifies():
		return loss, fmt.Errorf("%s, expected squared, absolute, quantile:Q or poisson", loss)
	case classes > 0:
		return loss, fmt.Errorf("%s of %d classes in %.60q, expected a target of numbers: classes have the log loss", loss, classes, r.spec.Target)
	}
	return loss, nil
}
