package studies

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

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
		Args: cobra.MaximumNArgs(1),
		PreRunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			_, err := catalog.Find(args[0])
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listStudies(cmd)
			}
			d, err := catalog.Find(args[0])
			if err != nil {
				return err
			}
			text, err := study.MarshalJSON(d.New().Settings)
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n%s", d.Name, d.Question, text)
			return err
		},
	}
}

func listStudies(cmd *cobra.Command) error {
	t := study.Table{Header: []string{"name", "cells", "question"}}
	for _, d := range catalog.Studies() {
		n, err := d.New().Cells()
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, []string{d.Name, fmt.Sprint(n), d.Question})
	}
	fmt.Fprint(cmd.OutOrStdout(), t.Text())
	return nil
}

// chosen is a study with its settings, as every verb takes them.
type chosen struct {
	*study.Instance
	seeds   int
	set     []string
	backend string
}

func (c *chosen) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&c.seeds, "seeds", 0, "number of seeds (default the study's own)")
	f.StringArrayVar(&c.set, "set", nil, "another setting, KEY=VALUE with a key of `igbo study list NAME` such as base.alpha; may be given again")
	f.StringVar(&c.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: XLA where its plugin is there, else go)", backend.Names()))
}

// settle finds the study and changes its settings.
func (c *chosen) settle(cmd *cobra.Command, name string) error {
	d, err := catalog.Find(name)
	if err != nil {
		return err
	}
	c.Instance = d.New()
	for _, s := range c.set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("--set %s: expected KEY=VALUE", s)
		}
		if err := study.Set(c.Settings, key, value); err != nil {
			return fmt.Errorf("--set %s: %w", s, err)
		}
	}
	if cmd.Flags().Changed("seeds") {
		if err := c.SetSeeds(c.seeds); err != nil {
			return fmt.Errorf("--seeds %d: %w", c.seeds, err)
		}
	}
	if err := backend.Check(c.backend); err != nil {
		return err
	}
	return c.Validate()
}

// words are the flags again, for a command line of the same study.
func (c *chosen) words(cmd *cobra.Command) []string {
	words := []string{c.Name}
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

// oneStudy is for commands that take the name of a study.
func oneStudy(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("got %d arguments, expected the name of a study (see igbo study list)", len(args))
	}
	return nil
}
