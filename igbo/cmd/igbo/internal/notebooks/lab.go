package notebooks

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/listener"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

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
	options := lab.Options{Checkout: checkout, Notebooks: f.notebooks, Out: cmd.ErrOrStderr(), XLA: cli.HasXLA, Supervisor: []string{self, "lab", "supervise"}, Force: force}
	if f.noXLA {
		options.XLA = nil
	}
	l, err := lab.Open(options)
	switch {
	case err != nil:
		return err
	case f.clean:
		return l.Clean()
	case f.grade != "":
		return l.Grade(cmd.Context(), lab.GradeOptions{Folder: f.grade, Names: names, Out: f.out, Timeout: f.timeout, Enter: []string{self, "lab", "sandbox"}})
	case f.fresh:
		return l.Refresh(cmd.Context(), names)
	}
	return f.work(cmd, l, names)
}

// work runs the task, which needs the notebooks and usually the set-up.
func (f *labFlags) work(cmd *cobra.Command, l *lab.Lab, names []string) error {
	token, err := listener.ReadToken(f.tokenFile)
	if err != nil {
		return err
	}
	task := f.task()
	if task == "" {
		if err := listener.CheckAddress(f.listen, f.port); err != nil {
			return err
		}
	}
	if f.notebooks == "" && (task == "" || task == "execute" || task == "export") {
		if err := l.UseWorkingCopy(cmd.Context()); err != nil {
			return err
		}
	}
	what := lab.ExecuteOptions{Names: names, Timeout: f.timeout, Parameters: f.values}
	if task == "execute" {
		what.HTML, what.Out = f.html, f.out
	}
	if task == "execute" || task == "check" {
		if err := l.Settle(what); err != nil {
			return err
		}
	}
	if err := f.setUp(cmd, l); err != nil {
		return err
	}
	switch task {
	case "setup":
		return nil
	case "execute":
		_, err := l.Execute(cmd.Context(), what)
		return err
	case "check":
		return f.report(cmd, l, what)
	case "export":
		return l.Export(cmd.Context(), lab.ExportOptions{Kind: f.export, Names: names, Out: f.out, Solutions: f.solutions})
	}
	return l.Start(cmd.Context(), lab.StartOptions{Port: f.port, Listen: f.listen, Token: token, Browser: !f.noBrowser, Patience: f.patience})
}

// setUp installs what the task needs.
func (f *labFlags) setUp(cmd *cobra.Command, l *lab.Lab) error {
	switch f.export {
	case "clean", "assignment":
		return nil
	case "":
		return l.Setup(cmd.Context())
	case "site":
		return l.SetupSite(cmd.Context())
	}
	return l.SetupPython(cmd.Context())
}

// secondInterrupt returns a channel that is closed at the second interrupt; the first one ends the command's context.
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

// newSuperviseCommand returns the command that `igbo lab` runs between itself and JupyterLab.
func newSuperviseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "supervise", Short: "Supervise JupyterLab; igbo lab starts it", Hidden: true, Args: cli.NoArgument,
		Annotations: map[string]string{cli.BareKey: "it minds signals and its parent's output itself"},
		Run: func(cmd *cobra.Command, _ []string) {
			code, err := procgroup.Supervise(cmd.InOrStdin())
			if err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "igbo:", err)
			}
			os.Exit(code)
		},
	}
}

// newSandboxCommand returns the command that --grade starts to run an untrusted program.
func newSandboxCommand() *cobra.Command {
	return &cobra.Command{
		Use: "sandbox", Short: "Run the program of an answer in a sandbox; --grade starts it", Hidden: true, Args: cli.NoArgument,
		Annotations: map[string]string{cli.BareKey: "its signals and its output are the program's"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return sandbox.Enter(cmd.InOrStdin()) },
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
