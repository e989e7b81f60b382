package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/lab"
)

// labFlags holds the flags of `igbo lab`.
type labFlags struct {
	port                      int
	noBrowser, noXLA, clean   bool
	execute, check, setupOnly bool
	html, listen, token       string
	timeout                   time.Duration
}

func newLabCommand() *cobra.Command {
	f := &labFlags{}
	cmd := &cobra.Command{
		Use:   "lab [NOTEBOOK…]",
		Short: "Set up JupyterLab with the Go kernel and open the course",
		Long: `Sets up JupyterLab, the Go kernel (GoNB) and goimports in a folder of its own
under your cache, touching none of your tools, and opens the notebooks. The
first start needs Python 3.10 or newer and the network; later ones need neither
long nor a network. JupyterLab listens on 127.0.0.1 with a token.

With --execute the notebooks, or those named, run headless: outputs are written
back and pages exported that work without a network. With --check they run and
are compared with their committed outputs, and no file is changed.`,
		Example: `  igbo lab
  igbo lab --execute 03
  igbo lab --check
  igbo lab --clean`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.port, "port", 0, "port to listen on (default: the first free one from 8888)")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "address to listen on; another one opens the server to other machines")
	flags.StringVar(&f.token, "token", "", "token that guards the server (default: a random one)")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	flags.BoolVar(&f.noXLA, "no-xla", false, "do not look for the XLA plugin")
	flags.BoolVar(&f.execute, "execute", false, "run the notebooks headless, write outputs back, export HTML")
	flags.BoolVar(&f.check, "check", false, "run the notebooks headless and compare with the committed outputs")
	flags.BoolVar(&f.setupOnly, "setup", false, "set up and stop")
	flags.BoolVar(&f.clean, "clean", false, "remove everything that lab has made")
	flags.StringVar(&f.html, "html", "out/html", "folder for exported pages with --execute; empty exports none")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "time limit for each cell with --execute and --check")
	cmd.MarkFlagsMutuallyExclusive("execute", "check", "clean", "setup")
	return cmd
}

func (f *labFlags) run(cmd *cobra.Command, names []string) error {
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		return err
	}
	options := lab.Options{Checkout: checkout, Out: cmd.ErrOrStderr(), XLA: hasXLA}
	if !f.noXLA && backend.XLACompiled {
		options.FetchXLA = fetchXLA
	}
	if f.noXLA {
		options.XLA = nil
	}
	l, err := lab.Open(options)
	if err != nil {
		return err
	}
	if f.clean {
		return l.Clean()
	}
	if len(names) > 0 && !f.execute && !f.check {
		return fmt.Errorf("notebooks are named with --execute or --check, got %s", strings.Join(names, " "))
	}
	if err := l.Setup(cmd.Context()); err != nil {
		return err
	}
	what := lab.ExecuteOptions{Names: names, Timeout: f.timeout}
	switch {
	case f.setupOnly:
		return nil
	case f.execute:
		what.HTML = f.html
		_, err := l.Execute(cmd.Context(), what)
		return err
	case f.check:
		return f.report(cmd, l, what)
	}
	err = l.Start(cmd.Context(), lab.StartOptions{Port: f.port, Listen: f.listen, Token: f.token, Browser: !f.noBrowser})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (f *labFlags) report(cmd *cobra.Command, l *lab.Lab, what lab.ExecuteOptions) error {
	differences, err := l.Check(cmd.Context(), what)
	for _, d := range differences {
		fmt.Fprintln(cmd.OutOrStdout(), d)
	}
	if err == nil && len(differences) > 0 {
		err = fmt.Errorf("%d cells differ from the committed outputs", len(differences))
	}
	return err
}

// hasXLA tells whether an XLA plugin is there.
func hasXLA() bool {
	found, err := backend.Plugins()
	return err == nil && len(found) > 0
}

// fetchXLA fetches the XLA plugin, and gives up with the context.
func fetchXLA(ctx context.Context) error {
	done := make(chan error, 1)
	go func() {
		_, err := backend.InstallXLA(io.Discard)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
