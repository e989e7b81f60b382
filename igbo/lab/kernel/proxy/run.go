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

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// WaitingVariable is the environment variable of cells that names a file, which holds the
// decimal number of execute requests that wait behind the one that runs.
const WaitingVariable = "IGBOLAB_WAITING"

// LivingVariable is the environment variable that tells cells that they live: what they start goes on after them.
const LivingVariable = "IGBOLAB_LIVING"

// DefaultOutputLimit is how many bytes of output a cell may send, and OutputVariable the
// environment variable of the proxy that holds another number.
const (
	DefaultOutputLimit = 10_000_000
	OutputVariable     = "IGBOLAB_OUTPUT_LIMIT"
)

// Options says what a proxy stands between.
type Options struct {
	// Connection is the path of the connection file that Jupyter gives a kernel.
	Connection string
	// Engine is the command that runs GoNB on the connection file that it is given, with -raw_error=true: errors
	// are read, not shown as GoNB shows them. Its Env is used as it is, with
	// [WaitingVariable] and the session's folder for temporary files added; nil is the proxy's own.
	Engine func(connection string) session.Command
	// Runtime is the folder of the kernels' sessions, and the command that calls [session.Supervise].
	Runtime session.Runtime
	// Log gets the engine's log and the proxy's complaints; nil is the standard error.
	Log io.Writer
	// Living says whether cells live.
	Living Living
	// Help says where to look for what a name is.
	Help complete.Help

	memory func() (left, total float64, known bool) // nil is the machine's
}

// Run stands between Jupyter and the engine until Jupyter asks to shut down, ends itself, or
// the context ends; then everything that the engine started has ended, and its folders are gone.
//
// Errors: a connection file that cannot be used, ports in use, an engine that does not start or dies.
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
	s, err := o.Runtime.New()
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

// kernelID finds the identity that Jupyter gave the kernel, which the engine reads off its file's name.
var kernelID = regexp.MustCompile(`kernel-([0-9a-f-]+)\.json$`)

// engineConnection writes the connection file of the engine into the session's folder. Where
// the system has them it listens on sockets in the session's folder, which nobody else can
// reach, so that nothing need be signed.
func engineConnection(front string, s *session.Session) (wire.Connection, string, error) {
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

// run starts the engine and handles one event after another until it is time to end.
func (p *proxy) run(ctx context.Context) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := p.startEngine(); err != nil {
		return errors.Join(err, p.session.Close())
	}
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
			p.session.Kill()
			return p.left(<-died)
		case err := <-died:
			p.finish()
			return errors.Join(errors.New("proxy: the engine has ended"), err)
		}
	}
}

// left is what the end of a session that was ended tells: that something could not be ended, or removed.
func (p *proxy) left(err error) error {
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		return nil
	}
	return err
}
