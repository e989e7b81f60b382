package studies

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
	"github.com/igbolab/igbolab/igbo/study/slurm"
)

// NewStudyCommand is the command study, with all below it.
func NewStudyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Run any study, on this machine's cores or on a cluster",
		Long: `A study is a list of independent cells (settings × seed) whose parts are folded
into a result with tables and figures. A part is a file named by a digest of all
that it depends on, so that a study goes on where it was interrupted, a changed
setting does its own cells alone, and a cluster does what a machine would, bit
for bit.`,
		Example: `  igbo study list
  igbo study run recurrence --seeds 10 --set alphas=0.5,0.7
  igbo study show out/recurrence
  igbo study plan ablation --engine slurm --tasks 20 --dir /shared/ablation --out ablation.sh`,
	}
	cmd.AddCommand(newStudyListCommand(), newStudyRunCommand(), newStudyShowCommand(),
		newStudyPlanCommand(), newStudyTaskCommand(), newStudyGatherCommand())
	return cmd
}

func newStudyListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list [NAME]", Short: "List the studies, or the settings of one with their defaults",
		Example: `  igbo study list
  igbo study list pareto`,
		Long: `Lists the studies, with the number of cells that each has by default, and with --full. With a
name: that study's settings, each as --set takes it, with its default.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("got %d arguments, expected the name of one study at most", len(args))
			}
			return nil
		},
		ValidArgsFunction: completesStudy(0),
		PreRunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			_, err := find(args[0])
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listStudies(cmd)
			}
			d, err := find(args[0])
			if err != nil {
				return err
			}
			return listSettings(cmd, d)
		},
	}
}

func listStudies(cmd *cobra.Command) error {
	t := study.Table{Header: []string{"name", "cells", "--full", "question"}}
	for _, d := range catalog.Studies() {
		n, err := d.New().Cells()
		if err != nil {
			return err
		}
		full, err := fullCells(d)
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, []string{d.Name, fmt.Sprint(n), full, d.Question})
	}
	fmt.Fprint(cmd.OutOrStdout(), t.Text())
	return nil
}

// fullCounts has the numbers of cells of full designs, of tens of thousands, by the names of their studies.
var fullCounts sync.Map

// fullCells is the number of cells of a study's full design; – is none.
func fullCells(d study.Definition) (string, error) {
	if !d.HasFull() {
		return "–", nil
	}
	if n, ok := fullCounts.Load(d.Name); ok {
		return n.(string), nil
	}
	i, err := d.Full()
	if err != nil {
		return "", err
	}
	n, err := i.Cells()
	if err == nil {
		fullCounts.Store(d.Name, fmt.Sprint(n))
	}
	return fmt.Sprint(n), err
}

// listSettings prints the settings, ready to be pasted into a shell.
func listSettings(cmd *cobra.Command, d study.Definition) error {
	all, err := study.Settings(d.New().Settings)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s: %s\n\n", d.Name, d.Question)
	for _, a := range all {
		fmt.Fprintln(w, "--set", slurm.Quote(a.String()))
	}
	if d.Seeds != "" {
		fmt.Fprintf(w, "\n--seeds N is --set %s=N\n", d.Seeds)
	}
	if d.HasFull() {
		full, err := fullCells(d)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n--full is the full design, of %s cells\n", full)
	}
	return nil
}

// chosen is a study with its settings, as every verb takes them.
type chosen struct {
	*study.Instance
	seeds   int
	full    bool
	set     []string
	backend string
}

func (c *chosen) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&c.seeds, "seeds", 0, "number of seeds (default the study's own)")
	f.BoolVar(&c.full, "full", false, "begin with the study's full design, which is for a cluster, in place of its defaults")
	f.StringArrayVar(&c.set, "set", nil, "another setting, `KEY=VALUE` with a key that igbo study list NAME prints, such as base.alpha; may be given again")
	cli.Pairs(cmd, "set", false)
	backendFlag(cmd, &c.backend)
	for name, complete := range map[string]cobra.CompletionFunc{"set": completesSetting, "backend": completesBackend} {
		_ = cmd.RegisterFlagCompletionFunc(name, complete) // a flag that is there, once
	}
}

// settle finds the study and changes its settings.
func (c *chosen) settle(cmd *cobra.Command, name string) error {
	d, err := find(name)
	if err != nil {
		return err
	}
	c.Instance = d.New()
	if c.full {
		if c.Instance, err = d.Full(); err != nil {
			return fmt.Errorf("--full: %w", err)
		}
	}
	for _, s := range c.set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("--set %s: expected KEY=VALUE", s)
		}
		if err := set(c.Settings, key, value); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("seeds") {
		if c.Seeds == "" {
			return fmt.Errorf("--seeds %d: %s has no seeds, expected none for it", c.seeds, c.Name)
		}
		if err := c.SetSeeds(c.seeds); err != nil {
			return fmt.Errorf("--seeds %d: %w", c.seeds, err)
		}
	}
	if c.NeedsBackend || cmd.Flags().Changed("backend") {
		if err := backend.Check(c.backend); err != nil {
			return err
		}
	}
	return c.Validate()
}

// words are the flags again, for a command line of the same study.
func (c *chosen) words(cmd *cobra.Command) []string {
	words := []string{c.Name}
	if c.full {
		words = append(words, "--full")
	}
	if cmd.Flags().Changed("seeds") {
		words = append(words, "--seeds", fmt.Sprint(c.seeds))
	}
	for _, s := range c.set {
		words = append(words, "--set", s)
	}
	if c.backend != "" {
		words = append(words, "--backend", c.backend)
	}
	return words
}
