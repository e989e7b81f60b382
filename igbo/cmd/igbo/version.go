package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the versions of igbo, Go and the core libraries", Args: cli.NoArgument,
		RunE: func(cmd *cobra.Command, _ []string) error { return printVersion(cmd.OutOrStdout()) },
	}
}

// printVersion writes the version, the platform, and the versions of the core libraries.
func printVersion(w io.Writer) error {
	text := fmt.Sprintf("igbo %s (%s %s/%s)\n", igbo.Info().Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, m := range coreModules() {
		text += "  " + m + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
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
