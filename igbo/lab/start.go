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

	"github.com/igbolab/igbolab/igbo/lab/door"
	"github.com/igbolab/igbolab/igbo/lab/session"
	"github.com/igbolab/igbolab/igbo/lab/setup"
)

// DefaultPatience is how long JupyterLab may take to end its kernels: each gets
// up to five seconds, twice.
const DefaultPatience = 20 * time.Second

// StartOptions says how JupyterLab is started.
type StartOptions struct {
	// Port to listen on; 0 takes the first free one from 8888.
	Port int
	// Listen is the address to listen on; empty is 127.0.0.1.
	Listen string
	// Token guards the server; empty draws one.
	Token string
	// Browser opens a browser, at the course's first page until JupyterLab has a workspace to restore.
	Browser bool
	// Patience is how long JupyterLab may take to end once the context has; 0 is DefaultPatience. Then everything is ended by force.
	Patience time.Duration
	// Args are further arguments for JupyterLab.
	Args []string
	// Ready, where set, is told the first address with its token once the server answers.
	Ready func(url string)
}

// Start runs JupyterLab on the notebooks until the context ends; then it ends
// JupyterLab, its kernels and all that they started, and removes their key
// files. It listens on 127.0.0.1, or where it is told, with a token, which
// stands in a file of mode 0600 and in no process list.
//
// Errors: a bad address or port, a port in use, JupyterLab stops, a process that cannot be ended.
func (l *Lab) Start(ctx context.Context, o StartOptions) error {
	for {
		if err := l.serve(ctx, o); !errors.Is(err, errPortTaken) {
			return err
		}
	}
}

// errPortTaken: somebody else listens at the port that was found free, before JupyterLab did.
var errPortTaken = errors.New("lab: the port was taken meanwhile")

// serve is Start at one port.
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
	token, env, err := door.WriteToken(s.Folder, o.Token)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	log := &setup.Recent{Keep: 30}
	command := session.Command{
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
	case ctx.Err() == nil && !announced && o.Port == 0 && door.InUse(at):
		return errPortTaken
	case err == nil && ctx.Err() == nil:
		return fmt.Errorf("lab: JupyterLab stopped\n%s", door.Hide(log.String(), token))
	case ctx.Err() == nil:
		return fmt.Errorf("lab: JupyterLab stopped: %w\n%s", err, door.Hide(log.String(), token))
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	}
	return err
}

// take chooses where to listen. A port that nobody named is this lab's alone until
// taken is called, once JupyterLab has it: another lab that starts meanwhile waits.
func (l *Lab) take(ctx context.Context, o StartOptions) (at netip.AddrPort, taken func(), err error) {
	taken = func() {}
	if o.Port == 0 {
		lock := flock.New(filepath.Join(l.Home, "start.lock"), flock.SetPermissions(0o600))
		if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
			return at, nil, fmt.Errorf("lab: the start cannot be locked: %w", err)
		}
		taken = sync.OnceFunc(func() { _ = lock.Unlock() })
	}
	if at, err = door.Choose(o.Listen, o.Port); err != nil {
		taken()
	}
	return at, taken, err
}

// jupyterArgs are Python's arguments for JupyterLab.
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

// newSession makes the session of a JupyterLab or of a notebook that is run headless.
func (l *Lab) newSession() (*session.Session, error) {
	s, err := l.runtime().New()
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	return s, nil
}

func (l *Lab) runtime() session.Runtime {
	return session.Runtime{Folder: filepath.Join(l.Home, "runtime"), Supervisor: l.Supervisor}
}

// sessionEnvironment puts key files and temporary files into the session's folders.
func (l *Lab) sessionEnvironment(s *session.Session) []string {
	return setup.Within(s, l.env)
}

// ending says what happens when a session ends.
func (l *Lab) ending(folder string, patience time.Duration) session.Ending {
	if patience == 0 {
		patience = DefaultPatience
	}
	return session.Ending{Patience: patience, Now: l.Force, Tell: func(forced bool) {
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

// announce says the addresses once the server answers; false: it did not before the context ended.
func (l *Lab) announce(ctx context.Context, at netip.AddrPort, token, folder string, o StartOptions, taken func()) bool {
	if !door.Answers(ctx, at, folder) {
		return false
	}
	taken()
	door.RemoveOpenPages(folder)
	query, said := "?token="+url.QueryEscape(token), ""
	if o.Token == "" {
		said = query // a token that was given is known, and a log need not hold it
	}
	places := door.Addresses(at)
	for i := range places {
		places[i] += l.firstPage()
	}
	fmt.Fprintf(l.Out, "JupyterLab: %s\n", strings.Join(places, said+"\n        or: ")+said)
	if !at.Addr().IsLoopback() {
		fmt.Fprintln(l.Out, door.OpenToOthers)
	}
	fmt.Fprintln(l.Out, "Ctrl-C stops it, with its kernels.")
	if o.Browser {
		if err := door.OpenBrowser(folder, places[0]+query); err != nil {
			fmt.Fprintf(l.Out, "no browser opened (%v): open the address yourself\n", err)
		}
	}
	if o.Ready != nil {
		o.Ready(places[0] + query)
	}
	return true
}

// firstPage is the way to the first notebook for somebody who comes for the first time. Later
// JupyterLab opens what was open before.
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
