package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// StatefulVariable is the environment variable that is set for stateful cells, whose goroutines and processes continue after them.
const StatefulVariable = "IGBOLAB_LIVING"

// DefaultOutputLimit is the limit of a cell's output in bytes. The environment variable OutputVariable sets another limit.
const (
	DefaultOutputLimit = 10_000_000
	OutputVariable     = "IGBOLAB_OUTPUT_LIMIT"
)

// Options configures a proxy.
type Options struct {
	// Connection is the path of the connection file that Jupyter gives a kernel.
	Connection string
	// Engine returns the command that runs GoNB on a connection file. It must set -raw_error=true, because the proxy parses errors. The
	// session's folder for temporary files is added to the returned environment, or to the proxy's environment if that is nil.
	Engine func(connection string) (argv, environment []string)
	// Folder contains the sessions of all kernels, and Supervisor is the command that supervises the programs of one session.
	Folder     string
	Supervisor []string
	// Log receives the engine's log and the proxy's messages. If it is nil, they go to the standard error.
	Log io.Writer
	// Stateful configures stateful cells.
	Stateful Stateful
	// Version is the version of the kernel that front ends show.
	Version string
	// History is the path of the history file, or "" for none.
	History string
	// Help configures completion and documentation.
	Help complete.Help

	memory func() (left, total float64, known bool) // nil means the machine's
}

// Run connects Jupyter with the engine until Jupyter requests the end, Jupyter ends, or the context ends. When it returns, everything that
// the engine started has ended, and its folders are removed.
//
// It returns an error if the connection file is unusable, a port is in use, or the engine does not start or dies.
func Run(ctx context.Context, o Options) error {
	c, err := wire.ReadConnection(o.Connection)
	if err != nil {
		return err
	}
	if o.Log == nil {
		o.Log = os.Stderr
	}
	if o.memory == nil {
		o.memory = pressure.Left
	}
	limit, err := outputLimit()
	if err != nil {
		return err
	}
	s, err := procgroup.Runtime{Folder: o.Folder, Supervisor: o.Supervisor}.New()
	if err != nil {
		return fmt.Errorf("proxy: %w", err)
	}
	p := newProxy(c, o, s)
	p.limit = limit
	if err := p.bind(); err != nil {
		return errors.Join(err, p.unbind(), s.Close())
	}
	err = p.run(ctx)
	return errors.Join(err, p.unbind())
}

// kernelID matches the kernel's identity in the name of the connection file. The engine reads it from there too.
var kernelID = regexp.MustCompile(`kernel-([0-9a-f-]+)\.json$`)

// engineConnection writes the connection file of the engine into the session's folder. If the system supports it, the engine listens on
// sockets in that folder. No other user can access them, so signatures are unnecessary.
func engineConnection(front string, s *procgroup.Session) (wire.Connection, string, error) {
	id := wire.NewID()
	if found := kernelID.FindStringSubmatch(front); found != nil {
		id = found[1]
	}
	c := wire.Connection{
		Transport: "ipc", IP: filepath.Join(s.Temp, "engine"), SignatureScheme: wire.SignatureScheme,
		ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HeartbeatPort: 5,
	}
	if runtime.GOOS == "windows" {
		var err error
		if c, err = wire.NewConnection(); err != nil {
			return c, "", err
		}
	}
	path := filepath.Join(s.Folder, "kernel-"+id+".json")
	return c, path, c.Write(path)
}

// run starts the engine and handles events one after another until the proxy must end.
func (p *proxy) run(ctx context.Context) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := p.startEngine(); err != nil {
		return errors.Join(err, p.session.Close())
	}
	p.startEarly()
	died := make(chan error, 1)
	go func() { died <- p.session.Wait() }()
	p.tick = time.NewTicker(idleInterval)
	defer p.tick.Stop()
	for {
		select {
		case handle := <-p.urgent:
			handle()
			continue
		default:
		}
		select {
		case handle := <-p.urgent:
			handle()
		case handle := <-p.events:
			handle()
		case <-p.tick.C:
			p.tick.Reset(p.watch())
			if p.orphaned() {
				p.finish()
			}
		case <-interrupts:
			p.interrupt()
		case <-ctx.Done():
			p.finish()
		case <-p.over.Done():
			p.programs.Close()
			return p.left(<-died)
		case err := <-died:
			p.finish()
			return errors.Join(errors.New("proxy: the engine has ended unexpectedly"), err)
		}
	}
}

// left returns the error of closing a session: something could not be ended or removed.
func (p *proxy) left(err error) error {
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		return nil
	}
	return err
}
