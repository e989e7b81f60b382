package main

import "github.com/spf13/cobra"

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "igbo",
		Short: "Interpretability-guided bi-objective optimisation",
		Long: `igbo trains models on two objectives at once: a task loss, and an
interpretability loss that asks feature importances to follow a directed
acyclic graph. This command runs the studies of the project.`,
		SilenceUsage: true, SilenceErrors: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(newReproduceCommand(), newParetoCommand(), newDAGCommand(), newLabCommand(), newBenchCommand(), newDoctorCommand(), newOpsCommand(), newVersionCommand())
	return root
}
