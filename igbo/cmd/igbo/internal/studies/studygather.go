package studies

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
	"github.com/igbolab/igbolab/igbo/research/study/slurm"
)

// studyGather holds the flags of study gather.
type studyGather struct {
	chosen
	dir, out string
	script   string
	tasks    int
	foreign  bool
	printed
}

func newStudyGatherCommand() *cobra.Command {
	g := &studyGather{}
	cmd := &cobra.Command{
		Use: "gather NAME", Short: "Combine the parts of a study's tasks",
		Long: `Combine the parts that the tasks of a study computed, and write the same files as igbo
study run. If parts are missing, or come from another backend, build or kind of
processor, the command names them, prints how to compute them again, and writes nothing.`,
		Example: `  igbo study gather ablation --dir /shared/ablation --tasks 20 --script ablation.sh
  igbo study gather ablation --dir /shared/ablation --out out/ablation --foreign`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if g.tasks < 0 {
				return fmt.Errorf("--tasks must be at least 0 (0 = not given), got %d", g.tasks)
			}
			if err := cmp.Or(cli.NotEmpty(cmd, "dir", "out", "script"), g.settle(cmd, args[0]), g.paths().Check(cmd)); err != nil {
				return err
			}
			if err := g.place(); err != nil {
				return err
			}
			return owned(cmd, "out", g.out)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd) },
	}
	g.chosen.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&g.dir, "dir", "", "folder of the tasks (default out/NAME)")
	f.StringVar(&g.out, "out", "", "folder for the results (default: that of the tasks)")
	f.IntVar(&g.tasks, "tasks", 0, "number of tasks, to report which ones to repeat")
	f.StringVar(&g.script, "script", "", "script that igbo study plan printed; gather names it in the command that repeats tasks")
	f.BoolVar(&g.foreign, "foreign", false, "accept parts of another backend, build or kind of processor; the result may differ from that of one machine")
	g.printed.flags(cmd, saved.ResultFile, "")
	return cmd
}

// paths returns the folder of the tasks, and the script to name.
func (g *studyGather) paths() *cli.Paths {
	p := &cli.Paths{}
	p.Reads("script", g.script)
	p.Keeps("dir", g.dir)
	return p
}

// place finds the folders of the tasks and of the results.
func (g *studyGather) place() (err error) {
	if g.dir, err = sharedFolder(g.dir, g.Name); err != nil {
		return err
	}
	g.out = cmp.Or(g.out, g.dir)
	return cmp.Or(free("dir", g.dir, g.Name), free("out", g.out, g.Name))
}

func (g *studyGather) run(cmd *cobra.Command) error {
	if _, err := os.Stat(filepath.Join(g.dir, saved.PartsFolder)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no task has saved results in %s yet; submit the script first, or correct --dir", filepath.Join(g.dir, saved.PartsFolder))
	}
	engine, out, err := cli.Begin(cmd, g.backend, g.out, g.Work(), g.NeedsBackend, true)
	if err != nil {
		return err
	}
	defer engine.Close()
	defer out.Close()
	parts := filepath.Join(g.dir, saved.PartsFolder)
	result, err := g.Gather(cmd.Context(), engine.Backend, workflow.GatherOptions{Dir: parts, Foreign: g.foreign, Tasks: g.tasks})
	if missing := (*workflow.MissingError)(nil); errors.As(err, &missing) {
		return fmt.Errorf("%w\n%s", err, g.again(cmd, missing))
	}
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	if err := writeStudy(out, g.Instance, result); err != nil {
		return err
	}
	return cli.PrintResult(cmd, result, g.out, g.json, g.quiet)
}

// again returns a description of how to run the missing cells.
func (g *studyGather) again(cmd *cobra.Command, missing *workflow.MissingError) string {
	if line := g.planned(cmd); line != "" {
		return g.script + " has other settings than these; use its own settings to gather:\n  " + line
	}
	var lines []string
	switch array := ranges(missing.Tasks); {
	case array != "" && g.script != "":
		lines = []string{"when none of these tasks is running or queued, run them again:", "  sbatch --array=" + array + " " + slurm.Quote(g.script), "or compute the missing parts here:"}
	case array != "":
		lines = []string{"run those tasks again with sbatch --array=" + array + " and the same script, or compute the missing parts here:"}
	default:
		lines = []string{"submit the same script again, which computes only the missing parts, or compute them here:"}
	}
	program, err := os.Executable()
	if err != nil {
		program = "igbo"
	}
	words := append(append([]string{program, "study", "task", "0/1"}, g.words(cmd)...), "--dir", g.dir)
	lines = append(lines, "  "+slurm.QuoteAll(words))
	if len(missing.Foreign) > 0 {
		lines = append(lines, "or accept the parts of another backend, build or processor with --foreign")
	}
	return strings.Join(lines, "\n")
}

// planned returns the script's command for repeating a task, if the script has other settings.
func (g *studyGather) planned(cmd *cobra.Command) string {
	text, err := os.ReadFile(g.script)
	if g.script == "" || err != nil || strings.Contains(string(text), " "+slurm.QuoteAll(g.words(cmd))+" --dir ") {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "exec ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// ranges formats increasing numbers as Slurm does, such as 0-3,7.
func ranges(numbers []int) string {
	var parts []string
	for from, to := 0, 0; from < len(numbers); from = to {
		for to = from + 1; to < len(numbers) && numbers[to] == numbers[to-1]+1; to++ {
		}
		part := strconv.Itoa(numbers[from])
		if to-from > 1 {
			part += "-" + strconv.Itoa(numbers[to-1])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}
