package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version, and those of Go and the core libraries", Args: cli.NoArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(cmd.OutOrStdout(), "igbo %s (%s %s/%s)\n", igbo.Info().Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, m := range coreModules() {
				fmt.Fprintln(cmd.OutOrStdout(), " ", m)
			}
			return nil
		},
	}
}

func coreModules() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	var found []string
	for _, dep := range info.Deps {
		if strings.HasPrefix(dep.Path, "github.com/gomlx/") || strings.HasPrefix(dep.Path, "gonum.org/") {
			found = append(found, dep.Path+" "+dep.Version)
		}
	}
	return found
}
