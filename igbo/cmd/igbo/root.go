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

// newRootCommand builds the tree of commands. In each, PreRunE settles flags
// and arguments and touches nothing, and RunE does the work: what goes wrong
// before RunE is a usage error.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "igbo",
		Short: "Interpretability-guided bi-objective optimisation",
		Long: `igbo trains models on two objectives at once: a task loss, and an
interpretability loss that asks feature importances to follow a directed
acyclic graph. This command runs the studies of the project.

A command replaces the files that igbo wrote, and no others: move those away, or
name another file. While it runs, no other igbo writes to its outputs.

Flags may stand before or after arguments. An interrupt (Ctrl-C) ends a command
soon, a second one at once.

` + cli.ExitCodes,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
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

// newHelpCommand is cobra's, but a command that does not exist is an error.
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

// topic finds the command that help is asked for.
func topic(cmd *cobra.Command, args []string) (*cobra.Command, error) {
	found, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) > 0 {
		err = cli.NoCommand(found, rest)
	}
	return found, err
}
