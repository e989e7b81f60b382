//go:build browser && linux

package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// cell prints its process ID and that of a program that it starts in a new session, without an environment.
const cell = `import ("fmt"; "os"; "os/exec"; "syscall"; "time")
%%%%
sleep := exec.Command("/bin/sleep", "600")
sleep.Env = []string{"NOTHING=1"}
sleep.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
if err := sleep.Start(); err != nil { panic(err) }
os.WriteFile(%[1]q+".draft", []byte(fmt.Sprint(os.Getpid(), " ", sleep.Process.Pid)), 0o600)
os.Rename(%[1]q+".draft", %[1]q)
time.Sleep(10*time.Minute)
`

// command is a running `igbo lab`.
type command struct {
	t           *testing.T
	cmd         *exec.Cmd
	reported    chan string // lines of its output
	base, token string
	home        string
	pids        []int // process IDs of cells and their programs
}

// source is the import path of the command.
const source = "github.com/igbolab/igbolab/igbo/cmd/igbo"

// startCommand starts `igbo lab` and reads its output line by line.
func startCommand(t *testing.T, igbo, checkout string, args ...string) *command {
	t.Helper()
	cache := must.Of(os.UserCacheDir()).In(t)
	c := &command{t: t, reported: make(chan string, 100), home: filepath.Join(cache, "igbolab", "lab")}
	c.cmd = exec.Command(igbo, append([]string{"lab", "--no-xla"}, args...)...)
	c.cmd.Env = append(os.Environ(), workcopy.Variable+"="+t.TempDir())
	c.cmd.Dir = checkout
	stderr := must.Of(c.cmd.StderrPipe()).In(t)
	must.Do(t, c.cmd.Start())
	t.Cleanup(func() { _ = c.cmd.Process.Kill() })
	go func() {
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			c.reported <- lines.Text()
		}
		close(c.reported)
	}()
	return c
}

// wait returns the match in the first matching line.
func (c *command) wait(pattern string, limit time.Duration) []string {
	c.t.Helper()
	wanted, late := regexp.MustCompile(pattern), time.After(limit)
	var before []string
	for {
		select {
		case line, ok := <-c.reported:
			if found := wanted.FindStringSubmatch(line); found != nil {
				return found
			}
			if before = append(before, line); !ok {
				c.t.Fatalf("ended without %q: %s", pattern, before)
			}
		case <-late:
			c.t.Fatalf("no %q within %s: %s", pattern, limit, before)
		}
	}
}

// request sends a request to JupyterLab's API.
func (c *command) request(method, path, body string) []byte {
	c.t.Helper()
	ask, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	ask.Header.Set("Authorization", "token "+c.token)
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		c.t.Fatalf("%s %s: %s, %s (%v)", method, path, answer.Status, text, err)
	}
	return text
}

// run starts a kernel that runs the cell, and waits until the cell's program runs.
func (c *command) run() {
	c.t.Helper()
	var kernel struct{ ID string }
	if err := json.Unmarshal(c.request("POST", "/api/kernels", `{"name": "igbolab"}`), &kernel); err != nil {
		c.t.Fatal(err)
	}
	file := filepath.Join(c.t.TempDir(), "pids")
	dialer := ws.Dialer{Header: ws.HandshakeHeaderHTTP{"Authorization": {"token " + c.token}}}
	conn, _, _, err := dialer.Dial(context.Background(), "ws"+strings.TrimPrefix(c.base, "http")+"/api/kernels/"+kernel.ID+"/channels")
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	go func() { _, _ = io.Copy(io.Discard, conn) }()
	message, err := json.Marshal(map[string]any{
		"header":  map[string]string{"msg_id": "1", "msg_type": "execute_request", "session": kernel.ID, "username": "", "version": "5.3", "date": ""},
		"channel": "shell", "parent_header": map[string]any{}, "metadata": map[string]any{},
		"content": map[string]any{"code": fmt.Sprintf(cell, file), "silent": false, "store_history": false, "user_expressions": map[string]any{}, "allow_stdin": false, "stop_on_error": true},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	if err := wsutil.WriteClientText(conn, message); err != nil {
		c.t.Fatal(err)
	}
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var program, sleep int
		text, err := os.ReadFile(file)
		if n, _ := fmt.Sscan(string(text), &program, &sleep); err == nil && n == 2 {
			c.pids = append(c.pids, program, sleep)
			return
		}
		if time.Since(start) > 5*time.Minute {
			c.t.Fatal("the cell does not run")
		}
	}
}

// checkToken fails if other users could read the token, in an argument or in a file.
func (c *command) checkToken() {
	c.t.Helper()
	arguments, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range arguments {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(c.token)) {
			c.t.Errorf("the token is an argument: %q", text)
		}
	}
	found := 0
	err := filepath.WalkDir(c.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(path, filepath.Join(c.home, "venv")) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(c.token)) {
			return err
		}
		found++
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			c.t.Errorf("%s holds the token and has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil || found == 0 {
		c.t.Errorf("%d files hold the token (%v), want JupyterLab's configuration", found, err)
	}
}

// checkGone fails if a process of the lab still runs or a file of its session exists.
func (c *command) checkGone(limit time.Duration) {
	c.t.Helper()
	var left []string
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		left, _ = filepath.Glob(filepath.Join(c.home, "runtime", "*", "*"))
		left = append(left, c.processes()...)
		if len(left) == 0 {
			return
		}
		if time.Since(start) > limit {
			break
		}
	}
	c.t.Errorf("left: %s", left)
}

// processes lists running processes that have the mark of a lab of this machine, or that the cells started.
func (c *command) processes() (left []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		environ, _ := os.ReadFile(filepath.Join(folder, "environ"))
		ours := bytes.Contains(environ, []byte(procgroup.Marker+"=")) && bytes.Contains(environ, []byte("TMPDIR="+c.home))
		for _, p := range c.pids {
			ours = ours || p == pid
		}
		stat, err := os.ReadFile(filepath.Join(folder, "stat"))
		if ours && err == nil && !bytes.Contains(stat, []byte(") Z ")) {
			name, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
			left = append(left, fmt.Sprintf("%d %s", pid, bytes.ReplaceAll(name, []byte{0}, []byte(" "))))
		}
	}
	return left
}

// jupyterPID returns JupyterLab's process ID from the file that it writes.
func jupyterPID(t *testing.T, home string) int {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(home, "runtime", "*", "jpserver-*.json"))
	if len(files) != 1 {
		t.Fatalf("%d files of JupyterLab", len(files))
	}
	var pid int
	if _, err := fmt.Sscanf(filepath.Base(files[0]), "jpserver-%d.json", &pid); err != nil {
		t.Fatal(err)
	}
	return pid
}
