package studies

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/slurm"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// NewStudyCommand returns the command study with its subcommands.
func NewStudyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "List, run and show studies, on this machine or on a cluster",
		Long: `List, run and show studies, on this machine or on a cluster. A study is a set of
independent runs (settings × seed). Each run computes parts, which are combined into a
result with tables and figures. Each part is cached by its settings, code and machine. So
an interrupted study resumes, a change of settings computes only the affected parts, and
a cluster gives the same result as one machine, bit for bit.`,
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
		Use: "list [NAME]", Short: "List the studies, or the settings of one study",
		Example: `  igbo study list
  igbo study list pareto`,
		Long: `List the studies with their number of runs, for the default and for the full design
(igbo study run --full). With NAME, list the settings of this study and their defaults,
in the form that --set requires.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("got %d arguments, want the name of at most one study", len(args))
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
	t := tabulate.Table{Header: []string{"name", "runs", "--full", "question"}}
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

// fullCounts caches the number of runs of full designs, tens of thousands, by the names of their studies.
var fullCounts sync.Map

// fullCells returns the number of runs of a study's full design, or "–" if it has none.
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
		fmt.Fprintf(w, "\n--full selects the full design of %s runs\n", full)
	}
	return nil
}

// chosen is a study with its settings, which every subcommand takes.
type chosen struct {
	*study.Instance
	seeds   int
	full    bool
	set     []string
	backend string
}

func (c *chosen) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&c.seeds, "seeds", 0, "number of seeds (default: that of the study)")
	f.BoolVar(&c.full, "full", false, "use the settings of the full design, which is meant for a cluster, as defaults")
	f.StringArrayVar(&c.set, "set", nil, "setting `KEY=VALUE`; igbo study list NAME lists the keys; repeatable")
	cli.Pairs(cmd.Flags(), "set", false)
	backendFlag(cmd, &c.backend)
	for name, complete := range map[string]cobra.CompletionFunc{"set": completesSetting, "backend": completesBackend} {
		_ = cmd.RegisterFlagCompletionFunc(name, complete) // the flag exists and is completed once
	}
}

// settle finds the study and applies its settings.
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
			return fmt.Errorf("--set must be KEY=VALUE, got %q", s)
		}
		if err := set(c.Settings, key, value); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("seeds") {
		if c.Seeds == "" {
			return fmt.Errorf("--seeds cannot be used with %s: this study has no seeds", c.Name)
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

// words returns the flags for a command line of the same study.
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
