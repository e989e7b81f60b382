package main

import (
	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// newHelpCommand is cobra's, but a command that does not exist is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "Help about any command",
		Args: cobra.ArbitraryArgs,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			_, _, err := topic(cmd, args)
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, _, err := topic(cmd, args)
			if err != nil {
				return err
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// topic finds the command that help is asked for.
func topic(cmd *cobra.Command, args []string) (*cobra.Command, []string, error) {
	found, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) > 0 {
		err = cli.NoCommand(found, rest)
	}
	return found, rest, err
}
