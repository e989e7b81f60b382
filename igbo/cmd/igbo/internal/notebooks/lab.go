package notebooks

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// labFlags holds the flags of `igbo lab`.
type labFlags struct {
	port                      int
	noBrowser, noXLA, clean   bool
	execute, check, setupOnly bool
	html, listen, tokenFile   string
	notebooks                 string
	timeout, patience         time.Duration
}

// NewLabCommand is the command lab.
func NewLabCommand() *cobra.Command {
	f := &labFlags{}
	cmd := &cobra.Command{
		Use:   "lab [NOTEBOOK…]",
		Short: "Set up JupyterLab with the Go kernel and open the course",
		Long: `Sets up JupyterLab, the Go kernel (GoNB) and goimports in a folder of its own
under your cache and opens the notebooks. The first start needs Python 3.10 or
newer and the network; later ones take seconds and need no network. JupyterLab
listens on 127.0.0.1 with a token, which is drawn anew at each start unless
--token-file or the variable IGBOLAB_TOKEN gives one; it shows in no process
list and in no log.

Ctrl-C ends JupyterLab, its kernels and everything they started; what has not
ended after --patience, or at a second Ctrl-C, is ended by force. When igbo
itself is killed, all of it ends too.

With --execute the notebooks, or those named, run headless: outputs are written
back and pages exported that work without a network. With --check they run and
are compared with their committed outputs, and no file is changed.`,
		Example: `  igbo lab
  igbo lab --execute 03
  igbo lab --check
  igbo lab --clean`,
		PreRunE: func(cmd *cobra.Command, args []string) error { return f.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.port, "port", 0, "port to listen on; 0 takes the first free one from 8888")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "address to listen on; others than 127.0.0.1 and ::1 open the server to other machines, without encryption")
	flags.StringVar(&f.tokenFile, "token-file", "", "file of mode 0600 with the token that guards the server (default: a random one)")
	flags.DurationVar(&f.patience, "patience", lab.DefaultPatience, "how long kernels may take to end before they are ended by force")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	flags.BoolVar(&f.noXLA, "no-xla", false, "build cells without XLA even where its plugin is there")
	flags.BoolVar(&f.execute, "execute", false, "run the notebooks headless, write outputs back, export HTML")
	flags.BoolVar(&f.check, "check", false, "run the notebooks headless and compare with the committed outputs")
	flags.BoolVar(&f.setupOnly, "setup", false, "set up and stop")
	flags.BoolVar(&f.clean, "clean", false, "remove everything that lab has made")
	flags.StringVar(&f.notebooks, "notebooks", "", "folder that JupyterLab shows, or whose notebooks are run (default: notebooks in the checkout)")
	flags.StringVar(&f.html, "html", "out/html", "folder for exported pages with --execute; empty exports none")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "time limit for each cell with --execute and --check")
	cmd.MarkFlagsMutuallyExclusive("execute", "check", "clean", "setup")
	cmd.AddCommand(newSuperviseCommand())
	return cmd
}

func (f *labFlags) run(cmd *cobra.Command, names []string) error {
	checkout, err := lab.FindSource(cmd.Context(), ".")
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	force, release := secondInterrupt()
	defer release()
	options := lab.Options{Checkout: checkout, Notebooks: f.notebooks, Out: cmd.ErrOrStderr(), XLA: hasXLA, Supervisor: []string{self, "lab", "supervise"}, Force: force}
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
	token, err := lab.ReadToken(f.tokenFile)
	if err != nil {
		return err
	}
	if !f.setupOnly && !f.execute && !f.check {
		if err := lab.CheckAddress(f.listen, f.port); err != nil {
			return err
		}
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
	return l.Start(cmd.Context(), lab.StartOptions{Port: f.port, Listen: f.listen, Token: token, Browser: !f.noBrowser, Patience: f.patience})
}

// secondInterrupt is closed at the second interrupt; the first ends the command's context.
func secondInterrupt() (force <-chan struct{}, release func()) {
	signals, closed, done := make(chan os.Signal, 8), make(chan struct{}), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(signals)
		for first := (time.Time{}); ; {
			select {
			case <-signals:
			case <-done:
				return
			}
			if first.IsZero() {
				first = time.Now()
			} else if time.Since(first) > cli.Settle {
				close(closed)
				return
			}
		}
	}()
	return closed, func() { close(done) }
}

// newSuperviseCommand is what `igbo lab` runs between itself and JupyterLab.
func newSuperviseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "supervise", Short: "Supervise JupyterLab; igbo lab starts it", Hidden: true, Args: cli.NoArgument,
		Annotations: map[string]string{cli.BareKey: "it minds signals and its parent's output itself"},
		Run: func(cmd *cobra.Command, _ []string) {
			code, err := session.Supervise(cmd.InOrStdin())
			if err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "igbo:", err)
			}
			os.Exit(code)
		},
	}
}

func (f *labFlags) report(cmd *cobra.Command, l *lab.Lab, what lab.ExecuteOptions) error {
	differences, err := l.Check(cmd.Context(), what)
	for _, d := range differences {
		fmt.Fprintln(cmd.OutOrStdout(), d)
	}
	if err == nil && len(differences) > 0 {
		err = fmt.Errorf("cells that differ from the committed outputs: %d", len(differences))
	}
	return err
}

// hasXLA tells whether an XLA plugin is there.
func hasXLA() bool {
	found, err := backend.Plugins()
	return err == nil && len(found) > 0
}
