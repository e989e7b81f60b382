package main

import (
	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/graphs"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/kernels"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/notebooks"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/studies"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/subjects"
)

// newRootCommand builds the tree of commands. In each command, PreRunE settles flags and arguments without changing files, and RunE does
// the work. An error before RunE is a usage error.
func newRootCommand() *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "igbo",
		Short: "Interpretability-guided bi-objective optimisation",
		Long: `igbo trains models that follow a partial order of feature importance, checks and
explains models, runs the course in JupyterLab, and reproduces the studies of the
project.

Commands only replace files that igbo wrote: move other files away, or choose another
name. A command locks its outputs while it runs. Flags can come before or after
arguments. Ctrl-C stops a command; press it twice to stop at once.

` + cli.ExitCodes,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return printVersion(cmd.OutOrStdout())
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version, as igbo version does")
	root.AddCommand(
		studies.NewReproduceCommand(), studies.NewParetoCommand(), studies.NewStudyCommand(),
		newTrainCommand(), newPredictCommand(), subjects.NewExplainCommand(), subjects.NewCheckCommand(), subjects.NewExportCommand(),
		graphs.NewDAGCommand(), notebooks.NewLabCommand(), kernels.NewKernelCommand(),
		newReportCommand(), newBenchCommand(), newDoctorCommand(), newOpsCommand(), newVersionCommand(),
	)
	root.SetHelpCommand(newHelpCommand())
	root.InitDefaultHelpCmd()
	cli.Refuse(root)
	return root
}

// newHelpCommand replaces cobra's help command: for an unknown command it returns an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "Help about any command",
		Args: cobra.ArbitraryArgs,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			_, err := topic(cmd, args)
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := topic(cmd, args)
			if err != nil {
				return err
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// topic finds the command for which help is requested.
func topic(cmd *cobra.Command, args []string) (*cobra.Command, error) {
	found, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) > 0 {
		err = cli.NoCommand(found, rest)
	}
	return found, err
}
