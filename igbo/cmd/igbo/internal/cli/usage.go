package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Refuse turns problems with flags and arguments of a command and its subcommands, which occur before RunE, into usage errors.
func Refuse(root *cobra.Command) {
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(cmd, flagFault(cmd, err)) })
	Each(root, strict)
}

// Each calls f for a command and all its subcommands.
func Each(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		Each(sub, f)
	}
}

// child returns the subcommand of cmd with a name.
func child(cmd *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
	return cmd.Commands()[i]
}

// strict turns errors before RunE into usage errors.
func strict(cmd *cobra.Command) {
	setOnce(cmd)
	accepts, settle := cmd.Args, cmd.PreRunE
	switch {
	case cmd.HasAvailableSubCommands():
		accepts = NoCommand
	case accepts == nil:
		accepts = cobra.ArbitraryArgs
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error { return usage(cmd, accepts(cmd, args)) }
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		err := errors.Join(finiteFlags(cmd), pairsOnce(cmd), cmd.ValidateRequiredFlags(), together(cmd.ValidateFlagGroups()), settingsKnown(cmd))
		if err == nil && settle != nil {
			err = settle(cmd, args)
		}
		return usage(cmd, err)
	}
	if cmd.RunE != nil {
		cmd.RunE = Guarded(cmd.RunE)
	}
	if cmd.HasAvailableSubCommands() && cmd.RunE == nil && cmd.Run == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

// exclusive matches cobra's error for flags that exclude each other: all of them, and those that were given.
var exclusive = regexp.MustCompile(`^if any flags in the group \[(.*)\] are set none of the others can be; \[(.*)\] were all set$`)

// together returns one short line about flags that exclude each other.
func together(err error) error {
	if err == nil {
		return nil
	}
	m := exclusive.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	dashed := func(names, between string) string { return "--" + strings.Join(strings.Fields(names), between+"--") }
	return fmt.Errorf("got %s together; use at most one of %s", dashed(m[2], " and "), dashed(m[1], ", "))
}

// usageError reports a problem with flags or arguments.
type usageError struct {
	fault error
	help  string // the command whose help explains the flags
}

// Error returns the problem in one line, with the command that shows the help.
func (e *usageError) Error() string {
	return fmt.Sprintf("%s (see %s --help)", oneLine(e.fault.Error()), e.help)
}

// Unwrap returns the underlying error.
func (e *usageError) Unwrap() error { return e.fault }

// oneLine joins the lines of a message.
func oneLine(message string) string {
	var b strings.Builder
	for line := range strings.Lines(message) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case strings.HasSuffix(b.String(), ":"):
			b.WriteString(" ")
		case b.Len() > 0:
			b.WriteString("; ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// usage turns an error into a usage error of the command; nil stays nil.
func usage(cmd *cobra.Command, err error) error {
	var already *usageError
	if err == nil || errors.As(err, &already) {
		return err
	}
	return &usageError{err, cmd.CommandPath()}
}

// NoCommand is for commands with subcommands: an argument is an unknown command.
func NoCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q for %q, did you mean %s?", args[0], cmd.CommandPath(), strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
}

// unknownTopic returns an error if the arguments request the help of an unknown command. Cobra prints the help of its parent instead.
func unknownTopic(root *cobra.Command, args []string) error {
	if !slices.Contains(args, "--help") && !slices.Contains(args, "-h") {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--help" || arg == "-h" })
	found, rest, err := root.Find(names)
	if err != nil || !found.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") {
		return nil
	}
	return usage(found, NoCommand(found, rest))
}

// NoArgument is for commands that only take flags.
func NoArgument(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: this command takes no arguments", args[0])
	}
	return nil
}

// Arguments is for commands with n arguments, which the text describes.
func Arguments(n int, expected string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("got %d arguments, want %s", len(args), expected)
		}
		return nil
	}
}

// Near returns the names that a misspelt word may mean.
func Near(word string, names []string) []string {
	const distance = 2
	longest := 0
	for _, name := range names {
		longest = max(longest, len(name))
	}
	if word == "" || len(word) > longest+distance { // cobra would compare a long word letter by letter
		return nil
	}
	cmd := &cobra.Command{SuggestionsMinimumDistance: distance}
	for _, name := range names {
		cmd.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	return cmd.SuggestionsFor(word)
}
