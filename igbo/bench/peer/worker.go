package peer

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"
)

//go:embed scripts/*.py
var scripts embed.FS

// ErrNotInstalled is the error for a peer whose Python or package is missing.
var ErrNotInstalled = errors.New("not installed: igbo bench --setup")

// Unpack writes the peers' scripts into a folder.
func Unpack(dir string) error {
	entries, err := scripts.ReadDir("scripts")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := scripts.ReadFile("scripts/" + e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644); err != nil {
			return fmt.Errorf("peer: writing the peers' scripts: %w", err)
		}
	}
	return nil
}

// Worker is a peer's Python process.
type Worker struct {
	name   string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr *bytes.Buffer
	loaded answer
}

// request and answer are lines of JSON; worker.py says what they mean.
type request struct {
	Do      string `json:"do"`
	Peer    string `json:"peer,omitempty"`
	Row     string `json:"row,omitempty"`
	Work    string `json:"work,omitempty"`
	Device  string `json:"device,omitempty"`
	Threads int    `json:"threads,omitempty"`
	Reps    int    `json:"reps"`
}

type answer struct {
	Outputs Outputs `json:"outputs"`
	First   float64 `json:"first"`
	Version string  `json:"version"`
	Seconds float64 `json:"seconds"`
	Missing string  `json:"missing"`
	Error   string  `json:"error"`
}

// Launch says how peers are started.
type Launch struct {
	// Python runs the scripts, which Unpack wrote into the folder Scripts.
	Python, Scripts string
	// Device is "cpu" or "cuda".
	Device  string
	Threads int
}

// Start runs a peer and has it do the work once. Errors: ErrNotInstalled, and
// what the peer reports.
func (l Launch) Start(ctx context.Context, peer, row, work string) (*Worker, error) {
	w := &Worker{name: peer, stderr: &bytes.Buffer{}}
	args := append(pinned(l.Threads), l.Python, filepath.Join(l.Scripts, "worker.py"))
	w.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	w.cmd.Env = append(os.Environ(), threadLimits(l.Threads)...)
	w.cmd.Stderr, w.cmd.WaitDelay = w.stderr, time.Second
	alone(w.cmd)
	var err error
	if w.stdin, err = w.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("peer: %s: %w", peer, err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("peer: %s: %w", peer, err)
	}
	w.stdout = bufio.NewReader(out)
	if _, err := exec.LookPath(l.Python); err != nil {
		return nil, ErrNotInstalled
	}
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("peer: %s: %w", peer, err)
	}
	w.loaded, err = w.ask(request{Do: "load", Peer: peer, Row: row, Work: work, Device: l.Device, Threads: l.Threads})
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// pinned keeps a process on as many cores as it may use, where the system can.
func pinned(threads int) []string {
	if path, err := exec.LookPath("taskset"); err == nil && runtime.NumCPU() > threads {
		return []string{path, "-c", fmt.Sprintf("0-%d", threads-1)}
	}
	return nil
}

func threadLimits(n int) []string {
	limit := strconv.Itoa(n)
	return []string{
		"OMP_NUM_THREADS=" + limit, "MKL_NUM_THREADS=" + limit, "OPENBLAS_NUM_THREADS=" + limit,
		"XLA_FLAGS=--xla_cpu_multi_thread_eigen=true intra_op_parallelism_threads=" + limit,
		"NPROC=" + limit, "PYTHONDONTWRITEBYTECODE=1", "NVIDIA_TF32_OVERRIDE=0",
	}
}

// ask sends a request and waits for its answer.
func (w *Worker) ask(r request) (answer, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return answer{}, err
	}
	_, sent := w.stdin.Write(append(text, '\n'))
	line, err := w.stdout.ReadBytes('\n')
	if err = errors.Join(sent, err); err != nil {
		return answer{}, fmt.Errorf("peer: %s ended: %w: %s", w.name, err, tail(w.stderr.Bytes(), 300))
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return answer{}, fmt.Errorf("peer: %s answered %q: %w", w.name, tail(line, 100), err)
	}
	switch {
	case a.Missing != "":
		return a, ErrNotInstalled
	case a.Error != "":
		return a, fmt.Errorf("peer: %s: %s", w.name, a.Error)
	}
	return a, nil
}

func tail(text []byte, n int) string {
	text = bytes.TrimSpace(text)
	return string(text[max(0, len(text)-n):])
}

// Name is the peer's.
func (w *Worker) Name() string { return w.name }

// Version says what the peer calls itself.
func (w *Worker) Version() string { return w.loaded.Version }

// Outputs are the results of the first run.
func (w *Worker) Outputs() Outputs { return w.loaded.Outputs }

// First is how long the first run took, compilation included.
func (w *Worker) First() time.Duration { return time.Duration(w.loaded.First * float64(time.Second)) }

// Run does the work n times and returns the time that the peer took by its own clock.
// The context of Start ends the process, and with it the run.
func (w *Worker) Run(_ context.Context, n int) (time.Duration, error) {
	a, err := w.ask(request{Do: "time", Reps: n})
	return time.Duration(a.Seconds * float64(time.Second)), err
}

// Close ends the process by the end of its input.
func (w *Worker) Close() error {
	if err := w.stdin.Close(); err != nil {
		return fmt.Errorf("peer: %s: %w", w.name, err)
	}
	if err := w.cmd.Wait(); err != nil {
		return fmt.Errorf("peer: %s: %w", w.name, err)
	}
	return nil
}
