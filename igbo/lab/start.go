package lab

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// StartOptions says how JupyterLab is started.
type StartOptions struct {
	// Port to listen on; 0 takes a free one near 8888.
	Port int
	// Listen is the address to listen on; empty is 127.0.0.1.
	Listen string
	// Token guards the server; empty draws one.
	Token string
	// Browser opens a browser.
	Browser bool
	// Args are further arguments for JupyterLab.
	Args []string
	// Ready, where set, is told the address with its token once the server answers.
	Ready func(url string)
}

// Start runs JupyterLab on the notebooks until the context ends. It listens on
// 127.0.0.1, or where it is told, with a token. Errors: the port is in use, JupyterLab stops.
func (l *Lab) Start(ctx context.Context, o StartOptions) error {
	port, err := choosePort(o.Port)
	if err != nil {
		return err
	}
	token, listen := o.Token, o.Listen
	if token == "" {
		token = rand.Text()
	}
	if listen == "" {
		listen = "127.0.0.1"
	}
	args := []string{
		"-m", "jupyterlab", "--ServerApp.ip=" + listen, "--ServerApp.port=" + strconv.Itoa(port), "--ServerApp.port_retries=0",
		"--IdentityProvider.token=" + token, "--ServerApp.root_dir=" + l.Notebooks, "--ServerApp.open_browser=" + title(o.Browser),
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-root")
	}
	args = append(args, o.Args...)
	cmd := exec.CommandContext(ctx, l.python("python"), args...)
	cmd.Dir, cmd.Env = l.Notebooks, l.env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	log := &recent{keep: 30}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("lab: JupyterLab does not start: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go l.announce(ctx, port, fmt.Sprintf("http://127.0.0.1:%d/lab?token=%s", port, token), o.Ready)
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("lab: JupyterLab stopped: %w\n%s", err, log)
	}
	return nil
}

// title is a Python truth value.
func title(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// choosePort checks the port that was asked for, or finds a free one.
func choosePort(asked int) (int, error) {
	free := func(port int) bool {
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			return false
		}
		return listener.Close() == nil
	}
	if asked != 0 {
		if !free(asked) {
			return 0, fmt.Errorf("lab: port %d is in use; choose another with --port, or none to take a free one", asked)
		}
		return asked, nil
	}
	for port := 8888; port < 8988; port++ {
		if free(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("lab: the ports 8888 to 8987 are all in use; choose one with --port")
}

// announce says the address once the server answers.
func (l *Lab) announce(ctx context.Context, port int, url string, ready func(string)) {
	for ctx.Err() == nil {
		conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
		if err == nil {
			conn.Close()
			fmt.Fprintf(l.Out, "JupyterLab: %s\nCtrl-C stops it.\n", url)
			if ready != nil {
				ready(url)
			}
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// recent keeps the last lines of a log.
type recent struct {
	keep  int
	mu    sync.Mutex
	lines []string
	rest  string // a line that has not ended
}

// Write implements io.Writer.
func (r *recent) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := strings.Split(r.rest+string(p), "\n")
	r.rest = lines[len(lines)-1]
	r.lines = append(r.lines, lines[:len(lines)-1]...)
	r.lines = r.lines[max(0, len(r.lines)-r.keep):]
	return len(p), nil
}

func (r *recent) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(append(r.lines, r.rest), "\n")
}
