package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/research/bench/results"
)

// The files of a run.
const benchJSON, benchMarkdown, quickMarkdown = "bench.json", "bench.md", "quick.md"

func newBenchCommand() *cobra.Command {
	cfg := bench.DefaultConfig()
	var out, setup string
	var quick bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Compare the speed with PyTorch, Captum and JAX",
		Long: `Compare the speed of the project with PyTorch, Captum and JAX on the same weights and
data, with two threads each, in alternating rounds. A time counts only if the outputs
agree. The other programs need a Python 3.11 environment: --setup creates it in your
cache folder (several gigabytes). Without it only the project is measured.

--quick runs eight workloads without the other programs in less than two minutes,
compares this machine with a reference machine, and reports what slows it down.

The output names the vector kernels that ran; the environment variable IGBO_VECTOR
selects others. --out writes bench.json and bench.md; with --quick it writes bench.json,
quick.md, quick.png and quick.svg. After an interrupt the files contain the measurements
so far, marked as partial. On a machine with CUDA, run docker/cuda.sh, or
igbo bench --backend xla:cuda,tf32=false`,
		Example: `  igbo bench --quick
  igbo bench --rows step,mlp,gru --out out/bench`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if quick {
				name := cfg.Backend
				cfg = bench.QuickConfig()
				cfg.Backend = name
			}
			return settleBench(cmd, cfg, out, setup)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg.Progress = cmd.ErrOrStderr()
			if setup != "" {
				return setupBench(cmd, setup)
			}
			return runBench(cmd, cfg, out, quick)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&quick, "quick", false, "check this machine with a few workloads, without the other programs")
	f.StringSliceVar(&cfg.Rows, "rows", cfg.Rows, "workloads to measure (igbo/research/bench/rows.go defines them), from "+strings.Join(bench.Rows(), ","))
	f.StringSliceVar(&cfg.References, "peers", cfg.References, "programs to compare with, from "+strings.Join(bench.References(), ","))
	f.IntVar(&cfg.Rounds, "rounds", cfg.Rounds, "number of rounds")
	f.DurationVar(&cfg.Slice, "slice", cfg.Slice, "approximate length of one measurement")
	f.StringVar(&cfg.Backend, "backend", cfg.Backend, fmt.Sprintf("backend of the project, one of %v", backend.Names()))
	f.DurationVar(&cfg.Patience, "patience", cfg.Patience, "time limit for one answer of another program, including compilation")
	f.StringVar(&cfg.Python, "python", cfg.Python, "Python interpreter of the other programs")
	f.StringVar(&out, "out", "", "folder for the results (default: none are written)")
	f.StringVar(&setup, "setup", "", "create the environment of the other programs with this Python 3.11, and exit")
	f.Lookup("setup").NoOptDefVal = "python3"
	for _, other := range []string{"rows", "peers", "rounds", "slice", "patience", "python", "setup"} {
		cmd.MarkFlagsMutuallyExclusive("quick", other)
	}
	cmd.AddCommand(newBenchReportCommand())
	return cmd
}

// settleBench checks flags and configuration.
func settleBench(cmd *cobra.Command, cfg bench.Config, out, setup string) error {
	if err := cli.NotEmpty(cmd, "out", "python", "setup"); err != nil {
		return err
	}
	if setup != "" {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Name != "setup" {
				setup = f.Name
			}
		})
		if cmd.Flags().NFlag() > 1 {
			return fmt.Errorf("--%s has no effect with --setup, which measures nothing; use one of them", setup)
		}
		return nil
	}
	var paths cli.Paths
	paths.Fills("out", out, benchJSON, benchMarkdown, quickMarkdown, "quick.png", "quick.svg")
	return cmp.Or(paths.Check(cmd), backend.Check(cfg.Backend), cfg.Validate())
}

// setupBench creates the environment of the reference implementations.
func setupBench(cmd *cobra.Command, python string) error {
	installed, err := reference.Setup(cmd.Context(), python, cmd.ErrOrStderr())
	if err != nil {
		return cli.Leaving(err, "the environment is incomplete; rerun the same command to resume")
	}
	fmt.Fprintln(cmd.OutOrStdout(), "peers installed:", installed)
	return nil
}

func runBench(cmd *cobra.Command, cfg bench.Config, out string, quick bool) error {
	if outcome.TargetOf(cfg.Backend) == outcome.CUDA { // for comparable results, use full precision of products; set before the libraries load
		if err := os.Setenv("NVIDIA_TF32_OVERRIDE", "0"); err != nil {
			return err
		}
	}
	engine, choice, err := backend.Select(cfg.Backend)
	if err != nil {
		return err
	}
	cfg.Backend = choice.Name
	if outcome.TargetOf(choice.Name) != outcome.Embedded { // it is also measured
		if cfg.Embedded, _, err = backend.Select("go"); err != nil {
			return err
		}
	}
	var dir cli.Folder
	if out != "" {
		if dir, err = cli.OpenFolder(out); err != nil {
			return err
		}
		defer dir.Close()
	}
	report, err := bench.Run(cmd.Context(), engine, cfg)
	if report == nil {
		return cli.Leaving(err, "nothing was written")
	}
	if report.Partial == "" { // otherwise a compilation may still be running
		engine.Finalize()
	}
	var files cli.Contents
	files.AddJSON(benchJSON, report)
	if quick {
		summary, fault := bench.Summarize(report)
		if fault != nil {
			return cmp.Or(cli.Leaving(err, "nothing was written"), fault)
		}
		fmt.Fprint(cmd.OutOrStdout(), summary.Text())
		files.Add(quickMarkdown, []byte(summary.Markdown()), nil)
		files.AddFigure(summary.Figure())
	} else {
		fmt.Fprint(cmd.OutOrStdout(), report.Text())
		files.Add(benchMarkdown, []byte(report.Markdown()), nil)
	}
	if out == "" {
		return cli.Leaving(err, "the measurements are above; nothing was written")
	}
	return cmp.Or(files.WriteTo(dir), cli.Leaving(err, "the measurements so far are in "+out+", marked as partial"))
}

func newBenchReportCommand() *cobra.Command {
	page := ""
	return &cobra.Command{
		Use:   "report [RUN …]",
		Short: "Write igbo/research/bench/RESULTS.md from the saved runs",
		Long: `Write igbo/research/bench/RESULTS.md from the runs in igbo/research/bench/results of
this checkout. RUN is a folder that igbo bench --out wrote, or its bench.json. The
command first copies each RUN to results, where it replaces the run of the same backend.`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if page, err = benchPage("."); err != nil {
				return err
			}
			var paths cli.Paths
			for _, run := range args {
				paths.Reads("RUN", run)
			}
			paths.Renews("PAGE", page)
			return paths.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			err := reportBench(page, args)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), "written:", page)
			}
			return err
		},
	}
}

// benchPage returns the path of RESULTS.md in the checkout that holds dir.
func benchPage(dir string) (string, error) {
	checkout, err := lab.FindCheckout(dir)
	if err != nil {
		return "", err
	}
	return filepath.Join(checkout, "igbo", "research", "bench", "RESULTS.md"), nil
}

// reportBench saves runs next to the page, and writes the page.
func reportBench(page string, paths []string) error {
	kept := filepath.Join(filepath.Dir(page), "results")
	runs, err := results.Read(paths...)
	if err != nil {
		return err
	}
	if err := results.Store(kept, runs); err != nil {
		return err
	}
	text, err := results.Render(kept)
	if err != nil {
		return err
	}
	return errors.Join(durable.WriteFile(page, text, 0o666), results.SaveFigures(kept))
}
