package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Groups holds the flags of a command under titles, as its help shows them.
type Groups []*pflag.FlagSet

// Add returns the group with a title, and creates it if necessary.
func (g *Groups) Add(title string) *pflag.FlagSet {
	for _, group := range *g {
		if group.Name() == title {
			return group
		}
	}
	group := pflag.NewFlagSet(title, pflag.ContinueOnError)
	group.SortFlags = false
	*g = append(*g, group)
	return group
}

// To adds the flags to a command, and shows them by group in its help.
func (g *Groups) To(cmd *cobra.Command) {
	for _, group := range *g {
		cmd.Flags().AddFlagSet(group)
	}
	cmd.SetUsageFunc(g.usage)
	if s := settingsOf(cmd); s != nil {
		_ = cmd.RegisterFlagCompletionFunc("set", s.Complete) // the flag exists and is completed once
	}
}

// usage prints what cobra prints after the long text, with a title for each group.
func (g *Groups) usage(cmd *cobra.Command) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "Usage:\n  %s\n\nExamples:\n%s\n", cmd.UseLine(), cmd.Example)
	last := (*g)[len(*g)-1]
	if help := cmd.Flags().Lookup("help"); help != nil && last.Lookup("help") == nil {
		last.AddFlag(help)
	}
	for _, group := range *g {
		fmt.Fprintf(b, "\n%s:\n%s", group.Name(), group.FlagUsages())
	}
	if s := settingsOf(cmd); s != nil {
		fmt.Fprint(b, "\nSettings, by --set NAME=VALUE:\n")
		w := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
		s.VisitAll(func(f *pflag.Flag) {
			fmt.Fprintf(w, "  %s\t%s", f.Name, f.Usage)
			if strings.Trim(f.DefValue, "[]0") != "" {
				fmt.Fprintf(w, " (default %s)", strings.Trim(f.DefValue, "[]"))
			}
			fmt.Fprintln(w)
		})
		if s.Others != nil {
			fmt.Fprintf(w, "  …\t%s\n", s.More)
		}
		w.Flush() // writing to memory cannot fail
	}
	_, err := fmt.Fprint(cmd.OutOrStderr(), b.String())
	return err
}
