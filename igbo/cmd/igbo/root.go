package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
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

Flags may stand before or after arguments. An interrupt (Ctrl-C) ends a command
soon, a second one at once.

` + exitCodes,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(newReproduceCommand(), newParetoCommand(), newStudyCommand(), newDAGCommand(), newLabCommand(), newBenchCommand(), newDoctorCommand(), newOpsCommand(), newVersionCommand())
	root.SetHelpCommand(newHelpCommand())
	root.InitDefaultHelpCmd()
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(cmd, flagFault(err)) })
	each(root, strict)
	return root
}

// each calls f on a command and all below it.
func each(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		each(sub, f)
	}
}

// child is the command below cmd of this name.
func child(cmd *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
	return cmd.Commands()[i]
}

// strict makes what goes wrong before RunE a usage error.
func strict(cmd *cobra.Command) {
	accepts, settle := cmd.Args, cmd.PreRunE
	switch {
	case cmd.HasAvailableSubCommands():
		accepts = noCommand
	case accepts == nil:
		accepts = cobra.ArbitraryArgs
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error { return usage(cmd, accepts(cmd, args)) }
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		err := errors.Join(finiteFlags(cmd), cmd.ValidateRequiredFlags(), cmd.ValidateFlagGroups())
		if err == nil && settle != nil {
			err = settle(cmd, args)
		}
		return usage(cmd, err)
	}
	if cmd.HasAvailableSubCommands() && cmd.RunE == nil && cmd.Run == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

// usageError is a fault of flags or arguments.
type usageError struct {
	fault error
	help  string // the command that explains them
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%s (see %s --help)", strings.ReplaceAll(e.fault.Error(), "\n", "; "), e.help)
}

func (e *usageError) Unwrap() error { return e.fault }

// usage makes an error a usage error of the command; nil stays nil.
func usage(cmd *cobra.Command, err error) error {
	var already *usageError
	if err == nil || errors.As(err, &already) {
		return err
	}
	return &usageError{err, cmd.CommandPath()}
}

// noCommand is for commands that have others below them: an argument is one
// that does not exist.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q for %q, did you mean %s?", args[0], cmd.CommandPath(), strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
}

// noArgument is for commands that take flags alone.
func noArgument(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("got the argument %q, expected none", args[0])
	}
	return nil
}

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
		err = noCommand(found, rest)
	}
	return found, rest, err
}
