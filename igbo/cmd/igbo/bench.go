package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/bench"
	"github.com/igbolab/igbolab/igbo/bench/outcome"
	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/bench/results"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab"
)

// The files of a run.
const benchJSON, benchMarkdown = "bench.json", "bench.md"

func newBenchCommand() *cobra.Command {
	cfg := bench.DefaultConfig()
	var out, setup string
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure against PyTorch, Captum and JAX on the same work",
		Long: `Measures the project beside PyTorch, Captum and JAX: same weights, same data,
two threads each, in turns. A time counts only where the outputs agree. The
peers need a Python 3.11 environment, which --setup makes from pinned versions
(some gigabytes) below your cache folder; without it their lines say so and the
rest is measured.

The output says which kernels ran; the environment variable IGBO_VECTOR names others. With --out, DIR/bench.json and DIR/bench.md are written, after an
interrupt with what was measured until then, marked as partial.
On a machine with CUDA: docker/cuda.sh, or igbo bench --backend xla:cuda,tf32=false`,
		Args:    cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return settleBench(cmd, cfg, out, setup) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg.Progress = cmd.ErrOrStderr()
			if setup != "" {
				return setupBench(cmd, setup)
			}
			return runBench(cmd, cfg, out)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&cfg.Rows, "rows", cfg.Rows, "what to measure, some of "+strings.Join(bench.Rows(), ","))
	f.StringSliceVar(&cfg.Peers, "peers", cfg.Peers, "whom to measure against, some of "+strings.Join(bench.Peers(), ","))
	f.IntVar(&cfg.Rounds, "rounds", cfg.Rounds, "how many times everyone takes a turn")
	f.DurationVar(&cfg.Slice, "slice", cfg.Slice, "about how long a turn is")
	f.StringVar(&cfg.Backend, "backend", cfg.Backend, fmt.Sprintf("our backend, one of %v", backend.Names()))
	f.DurationVar(&cfg.Patience, "patience", cfg.Patience, "how long a peer may take to answer, compilation included")
	f.StringVar(&cfg.Python, "python", cfg.Python, "Python with the peers")
	f.StringVar(&out, "out", "", "folder for bench.json and bench.md")
	f.StringVar(&setup, "setup", "", "make the peers' environment with this Python 3.11, and stop")
	f.Lookup("setup").NoOptDefVal = "python3"
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
			return fmt.Errorf("--%s has no effect with --setup, which measures nothing; expected one of them", setup)
		}
		return nil
	}
	var paths cli.Paths
	paths.Fills("out", out, benchJSON, benchMarkdown)
	return cmp.Or(paths.Check(cmd), backend.Check(cfg.Backend), cfg.Validate())
}

// setupBench makes the peers' environment.
func setupBench(cmd *cobra.Command, python string) error {
	installed, err := peer.Setup(cmd.Context(), python, cmd.ErrOrStderr())
	if err != nil {
		return cli.Leaving(err, "the environment is not complete, the same command goes on with it")
	}
	fmt.Fprintln(cmd.OutOrStdout(), "peers installed:", installed)
	return nil
}

func runBench(cmd *cobra.Command, cfg bench.Config, out string) error {
	if outcome.TargetOf(cfg.Backend) == outcome.CUDA { // full precision of products for everyone; before the libraries load
		if err := os.Setenv("NVIDIA_TF32_OVERRIDE", "0"); err != nil {
			return err
		}
	}
	engine, choice, err := backend.Select(cfg.Backend)
	if err != nil {
		return err
	}
	cfg.Backend = choice.Name
	if outcome.TargetOf(choice.Name) != outcome.Embedded { // which is measured beside it
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
	if report.Partial == "" { // else a compilation may still be under way
		engine.Finalize()
	}
	fmt.Fprint(cmd.OutOrStdout(), report.Text())
	if out == "" {
		return cli.Leaving(err, "what was measured is above, nothing was written")
	}
	var files cli.Contents
	files.AddJSON(benchJSON, report)
	files.Add(benchMarkdown, []byte(report.Markdown()), nil)
	return cmp.Or(files.WriteTo(dir), cli.Leaving(err, "what was measured is in "+out+", marked as partial"))
}

func newBenchReportCommand() *cobra.Command {
	page := ""
	return &cobra.Command{
		Use:   "report [RUN …]",
		Short: "Write igbo/bench/RESULTS.md of the runs that are kept",
		Long: `Writes igbo/bench/RESULTS.md of this checkout of the runs in igbo/bench/results.
Runs that are given, folders of igbo bench --out or their bench.json, are
first copied there in the place of those of the same backends.`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			checkout, err := lab.FindCheckout(".")
			if err != nil {
				return fmt.Errorf("%w, expected to find igbo/bench there", err)
			}
			page = filepath.Join(checkout, "igbo", "bench", "RESULTS.md")
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

// reportBench keeps runs beside the page, and writes it.
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
	return durable.WriteFile(page, text, 0o666)
}
