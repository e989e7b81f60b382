package lab

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/internal/setup"
	"github.com/igbolab/igbolab/igbo/lab/listener"
)

// DefaultPatience is how long JupyterLab can take to end its kernels: each gets up to five seconds, twice.
const DefaultPatience = 20 * time.Second

// StartOptions configures the start of JupyterLab.
type StartOptions struct {
	// Port is the port to listen on (0 = the first free one from 8888).
	Port int
	// Listen is the address to listen on (default 127.0.0.1).
	Listen string
	// Token is the access token (default: a random one).
	Token string
	// Browser opens a browser, at the course's first page until JupyterLab has a workspace to restore.
	Browser bool
	// Patience is how long JupyterLab can take to end after the end of the context (0 = DefaultPatience). After that, all processes are
	// killed.
	Patience time.Duration
	// Args are additional arguments for JupyterLab.
	Args []string
	// Ready, if not nil, is called with the first address and its token once the server answers.
	Ready func(url string)
}

// Start runs JupyterLab on the notebooks until the context ends. It then stops JupyterLab, its kernels and all processes that they started,
// and removes their key files. JupyterLab listens on 127.0.0.1, or on the given address, and requires a token. The token is stored in a
// file of mode 0600 and appears in no process list.
//
// It returns an error if the address or port is invalid or in use, JupyterLab stops, or a process cannot be ended.
func (l *Lab) Start(ctx context.Context, o StartOptions) error {
	for {
		if err := l.serve(ctx, o); !errors.Is(err, errPortTaken) {
			return err
		}
	}
}

// errPortTaken reports that another process listens at the port that was free before.
var errPortTaken = errors.New("lab: another program took the port during the start")

// serve starts JupyterLab on one port.
func (l *Lab) serve(ctx context.Context, o StartOptions) error {
	at, taken, err := l.take(ctx, o)
	if err != nil {
		return err
	}
	defer taken()
	if _, err := os.Stat(l.Notebooks); err != nil {
		return fmt.Errorf("lab: no folder of notebooks: %w", err)
	}
	s, err := l.newSession()
	if err != nil {
		return err
	}
	token, env, err := listener.WriteToken(s.Folder, o.Token)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	log := &setup.Recent{Keep: 30}
	command := procgroup.Command{
		Argv: append([]string{l.python()}, jupyterArgs(at, l.Notebooks, o.Args)...),
		Env:  append(l.sessionEnvironment(s), env), Dir: l.Notebooks, Stdout: log, Stderr: log,
	}
	announcing, stop := context.WithCancel(ctx)
	var announcement sync.WaitGroup
	var announced bool
	announcement.Go(func() { announced = l.announce(announcing, at, token, s.Folder, o, taken) })
	err = s.Run(ctx, command, l.ending(s.Folder, o.Patience))
	stop()
	announcement.Wait()
	switch {
	case ctx.Err() == nil && !announced && o.Port == 0 && listener.InUse(at):
		return errPortTaken
	case err == nil && ctx.Err() == nil:
		return fmt.Errorf("lab: JupyterLab stopped\n%s", listener.Hide(log.String(), token))
	case ctx.Err() == nil:
		return fmt.Errorf("lab: JupyterLab stopped: %w\n%s", err, listener.Hide(log.String(), token))
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	}
	return err
}

// take chooses the address. A port that the user did not choose is reserved for this lab until taken is called, once JupyterLab uses it.
// Another lab that starts in the meantime waits.
func (l *Lab) take(ctx context.Context, o StartOptions) (at netip.AddrPort, taken func(), err error) {
	taken = func() {}
	if o.Port == 0 {
		lock := flock.New(filepath.Join(l.Home, "start.lock"), flock.SetPermissions(0o600))
		if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
			return at, nil, fmt.Errorf("lab: locking the start: %w", err)
		}
		taken = sync.OnceFunc(func() { _ = lock.Unlock() })
	}
	if at, err = listener.Choose(o.Listen, o.Port); err != nil {
		taken()
	}
	return at, taken, err
}

// jupyterArgs returns Python's arguments for JupyterLab.
func jupyterArgs(at netip.AddrPort, root string, more []string) []string {
	args := []string{
		"-m", "jupyterlab", "--ServerApp.ip=" + at.Addr().String(), "--ServerApp.port=" + strconv.Itoa(int(at.Port())),
		"--ServerApp.port_retries=0", "--ServerApp.root_dir=" + root, "--ServerApp.open_browser=False",
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-root")
	}
	return append(args, more...)
}

// newSession returns the session of a JupyterLab or of a headless notebook.
func (l *Lab) newSession() (*procgroup.Session, error) {
	s, err := l.runtime().New()
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	return s, nil
}

func (l *Lab) runtime() procgroup.Runtime {
	return procgroup.Runtime{Folder: filepath.Join(l.Home, "runtime"), Supervisor: l.Supervisor}
}

// sessionEnvironment adds variables for key files and temporary files in the session's folders.
func (l *Lab) sessionEnvironment(s *procgroup.Session) []string {
	return setup.Within(s, l.env)
}

// ending reports the end of a session.
func (l *Lab) ending(folder string, patience time.Duration) procgroup.Ending {
	if patience == 0 {
		patience = DefaultPatience
	}
	return procgroup.Ending{Patience: patience, Now: l.Force, Tell: func(forced bool) {
		if forced {
			fmt.Fprintln(l.Out, "ending everything by force")
			return
		}
		fmt.Fprintf(l.Out, "shutting down %s … (up to %s; Ctrl-C again ends them at once)\n", countKernels(folder), patience)
	}}
}

// countKernels counts the connection files of a session.
func countKernels(folder string) string {
	kernels, _ := filepath.Glob(filepath.Join(folder, "kernel-*.json"))
	if len(kernels) == 1 {
		return "1 kernel"
	}
	return fmt.Sprintf("%d kernels", len(kernels))
}

// announce prints the addresses once the server answers. It returns false if the context ended before.
func (l *Lab) announce(ctx context.Context, at netip.AddrPort, token, folder string, o StartOptions, taken func()) bool {
	if !listener.Answers(ctx, at, folder) {
		return false
	}
	taken()
	listener.RemoveOpenPages(folder)
	query, reported := "?token="+url.QueryEscape(token), ""
	if o.Token == "" {
		reported = query // the user has the token already, and a log must not contain it
	}
	places := listener.Addresses(at)
	for i := range places {
		places[i] += l.firstPage()
	}
	fmt.Fprintf(l.Out, "JupyterLab: %s\n", strings.Join(places, reported+"\n        or: ")+reported)
	if !at.Addr().IsLoopback() {
		fmt.Fprintln(l.Out, listener.OpenToOthers)
	}
	fmt.Fprintln(l.Out, "Ctrl-C stops it, with its kernels.")
	if o.Browser {
		if err := listener.OpenBrowser(folder, places[0]+query); err != nil {
			fmt.Fprintf(l.Out, "no browser opened (%v): open the address yourself\n", err)
		}
	}
	if o.Ready != nil {
		o.Ready(places[0] + query)
	}
	return true
}

// firstPage returns the path of the first notebook for the first start. Later, JupyterLab opens what was open before.
func (l *Lab) firstPage() string {
	if before, _ := filepath.Glob(filepath.Join(l.config(), "lab", "workspaces", "*")); len(before) > 0 {
		return ""
	}
	notebooks, _ := filepath.Glob(filepath.Join(l.Notebooks, "*.ipynb"))
	if len(notebooks) == 0 {
		return ""
	}
	return "/tree/" + url.PathEscape(filepath.Base(notebooks[0]))
}
