package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/bench"
)

func newBenchCommand() *cobra.Command {
	cfg := bench.DefaultConfig()
	var out, setup string
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure against PyTorch, Captum and JAX on the same work",
		Long: `Measures the project beside PyTorch, Captum and JAX: same weights, same data,
two threads each, in turns. A time counts only where the outputs agree. The
peers need a Python 3.11 environment, which --setup makes from pinned versions
(some gigabytes); without it their lines say so and the rest is measured.

Products are faster in a build with GOEXPERIMENT=simd; the output says which
build ran. With --out, DIR/bench.json and DIR/bench.md are written.
On a machine with CUDA: igbo bench --backend xla:cuda`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg.Progress = cmd.ErrOrStderr()
			if setup != "" {
				python, err := bench.Setup(cmd.Context(), setup, cmd.ErrOrStderr())
				if err == nil {
					fmt.Fprintln(cmd.OutOrStdout(), "peers installed:", python)
				}
				return err
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
	f.StringVar(&cfg.Python, "python", cfg.Python, "Python with the peers")
	f.StringVar(&out, "out", "", "folder for bench.json and bench.md")
	f.StringVar(&setup, "setup", "", "make the peers' environment with this Python 3.11, and stop")
	f.Lookup("setup").NoOptDefVal = "python3"
	return cmd
}

func runBench(cmd *cobra.Command, cfg bench.Config, out string) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	if strings.Contains(cfg.Backend, "cuda") { // full precision of products for everyone; before the libraries load
		if err := os.Setenv("NVIDIA_TF32_OVERRIDE", "0"); err != nil {
			return err
		}
	}
	engine, choice, err := backend.Select(cfg.Backend)
	if err != nil {
		return err
	}
	defer engine.Finalize()
	cfg.Backend = choice.Name
	var dir folder
	if out != "" {
		if dir, err = openFolder(out); err != nil {
			return err
		}
		defer dir.close()
	}
	report, err := bench.Run(cmd.Context(), engine, cfg)
	if err != nil {
		return err
	}
	fmt.Fprint(cmd.OutOrStdout(), report.Text())
	if out == "" {
		return nil
	}
	if err := dir.writeJSON("bench.json", report); err != nil {
		return err
	}
	return dir.write("bench.md", []byte(report.Markdown()))
}
