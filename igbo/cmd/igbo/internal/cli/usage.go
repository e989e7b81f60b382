package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Refuse makes what is wrong with flags and arguments of a command, and of all
// below it, a usage error: what goes wrong before RunE.
func Refuse(root *cobra.Command) {
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(cmd, flagFault(err)) })
	Each(root, strict)
}

// Each calls f on a command and all below it.
func Each(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		Each(sub, f)
	}
}

// child is the command below cmd of this name.
func child(cmd *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
	return cmd.Commands()[i]
}

// strict makes what goes wrong before RunE a usage error.
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
		err := errors.Join(finiteFlags(cmd), pairsOnce(cmd), cmd.ValidateRequiredFlags(), together(cmd.ValidateFlagGroups()))
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

// exclusive is cobra's fault of flags that exclude each other: all of them, and those that were given.
var exclusive = regexp.MustCompile(`^if any flags in the group \[(.*)\] are set none of the others can be; \[(.*)\] were all set$`)

// together says in one short line which flags exclude each other.
func together(err error) error {
	if err == nil {
		return nil
	}
	m := exclusive.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	dashed := func(names, between string) string { return "--" + strings.Join(strings.Fields(names), between+"--") }
	return fmt.Errorf("got %s together, expected at most one of %s", dashed(m[2], " and "), dashed(m[1], ", "))
}

// usageError is a fault of flags or arguments.
type usageError struct {
	fault error
	help  string // the command that explains them
}

// Error is the fault on one line, and where it is explained.
func (e *usageError) Error() string {
	return fmt.Sprintf("%s (see %s --help)", oneLine(e.fault.Error()), e.help)
}

// Unwrap returns the fault.
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

// usage makes an error a usage error of the command; nil stays nil.
func usage(cmd *cobra.Command, err error) error {
	var already *usageError
	if err == nil || errors.As(err, &already) {
		return err
	}
	return &usageError{err, cmd.CommandPath()}
}

// NoCommand is for commands that have others below them: an argument is one
// that does not exist.
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

// NoArgument is for commands that take flags alone.
func NoArgument(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("got the argument %q, expected none", args[0])
	}
	return nil
}

// Arguments is for commands that take n arguments: those expected.
func Arguments(n int, expected string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("got %d arguments, expected %s", len(args), expected)
		}
		return nil
	}
}

// Near are the names that may have been meant by a word that is none of them.
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
