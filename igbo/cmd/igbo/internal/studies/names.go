package studies

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// names returns the names of all studies.
func names() []string {
	return study.Each(catalog.Studies(), func(d study.Definition) string { return d.Name })
}

// find returns the study with a name.
func find(name string) (study.Definition, error) {
	d, err := catalog.Find(name)
	if err == nil {
		return d, nil
	}
	if near := cli.Near(name, names()); len(near) > 0 {
		err = fmt.Errorf("unknown study %q, did you mean %s?", name, strings.Join(near, " or "))
	}
	return d, err
}

// oneStudy checks the arguments of commands that take the name of a study.
var oneStudy = cli.Arguments(1, "the name of a study; igbo study list prints the names")

// completesStudy completes the name of a study as an argument.
func completesStudy(place int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) (found []cobra.Completion, _ cobra.ShellCompDirective) {
		if len(args) == place {
			for _, d := range catalog.Studies() {
				found = append(found, cobra.CompletionWithDesc(d.Name, d.Question))
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// completesSetting completes the key of --set for the study among the arguments.
func completesSetting(_ *cobra.Command, args []string, typed string) (found []cobra.Completion, _ cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if strings.Contains(typed, "=") {
		return nil, directive
	}
	for _, name := range args {
		if d, err := catalog.Find(name); err == nil {
			all, _ := study.Settings(d.New().Settings)
			for _, a := range all {
				found = append(found, cobra.CompletionWithDesc(a.Key+"=", "default "+a.Value))
			}
		}
	}
	return found, directive
}

// completesBackend completes the name of a backend.
func completesBackend(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return backend.Names(), cobra.ShellCompDirectiveNoFileComp
}
