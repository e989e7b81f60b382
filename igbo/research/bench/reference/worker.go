package reference

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync/atomic"
	"time"
)

// Worker is a peer's Python process. A fault ends it: every later request has
// that fault for an answer.
type Worker struct {
	name     string
	patience time.Duration
	cmd      *exec.Cmd
	kill     context.CancelFunc // of the process and its helpers
	stdin    io.WriteCloser
	answers  <-chan line
	stderr   *ending
	asked    int
	fault    error
	loaded   answer
}

// request and answer are lines of JSON; worker.py says what they mean.
type request struct {
	ID int    `json:"id"`
	Do string `json:"do"`
	Job
	Device  string `json:"device,omitempty"`
	Threads int    `json:"threads,omitempty"`
	Reps    int    `json:"reps"`
}

type answer struct {
	ID      int      `json:"id"`
	Outputs Outputs  `json:"outputs"`
	First   seconds  `json:"first"`
	Compile *seconds `json:"compile"`
	Graph   int      `json:"graph"`
	Version string   `json:"version"`
	Took    seconds  `json:"took"`
	Bytes   int64    `json:"bytes"`
	Missing string   `json:"missing"`
	Error   string   `json:"error"`
}

// begin starts the process and reads what it says.
func (w *Worker) begin() error {
	var err error
	if w.stdin, err = w.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := w.cmd.Start(); err != nil {
		return err
	}
	w.answers = lines(out)
	return nil
}

// ask sends a request and waits for its answer, at most for the worker's
// patience.
func (w *Worker) ask(ctx context.Context, r request) (answer, error) {
	if w.fault != nil {
		return answer{}, w.fault
	}
	a, err := w.exchange(ctx, r)
	switch {
	case errors.Is(err, ErrNotInstalled) || errors.Is(err, context.Canceled):
		w.fault = err
	case err != nil:
		w.fault = fmt.Errorf("reference: %s %w", w.name, err)
	}
	if err != nil {
		w.kill()
	}
	return a, w.fault
}

func (w *Worker) exchange(ctx context.Context, r request) (answer, error) {
	select {
	case l := <-w.answers:
		if l.err == nil {
			return answer{}, fmt.Errorf("said %q unasked", tail(l.text, 100))
		}
		return answer{}, w.ended(l.err)
	default:
	}
	w.asked++
	r.ID = w.asked
	text, err := json.Marshal(r)
	if err != nil {
		return answer{}, err
	}
	if _, err := w.stdin.Write(append(text, '\n')); err != nil {
		return answer{}, w.ended(err)
	}
	select {
	case l := <-w.answers:
		if l.err != nil {
			return answer{}, w.ended(l.err)
		}
		return w.understand(l.text)
	case <-time.After(w.patience):
		return answer{}, fmt.Errorf("gave no answer within %s", w.patience)
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	}
}

// ended reports how the process ended, after its pipes did.
func (w *Worker) ended(err error) error {
	impatient := time.AfterFunc(farewell, w.kill)
	defer impatient.Stop()
	if state := w.cmd.Wait(); state != nil {
		err = state
	}
	return fmt.Errorf("ended: %w: %s", err, w.stderr.tail(300))
}

// understand reads the answer to the last request.
func (w *Worker) understand(text []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return answer{}, fmt.Errorf("answered %q: %w", tail(text, 100), err)
	}
	switch {
	case a.ID != w.asked:
		return a, fmt.Errorf("answered %q, which is no answer to request %d", tail(text, 100), w.asked)
	case a.Missing != "":
		return a, ErrNotInstalled
	case a.Error != "":
		return a, fmt.Errorf("reports %s", a.Error)
	}
	return a, nil
}

// Name returns the peer's.
func (w *Worker) Name() string { return w.name }

// Version says what the peer calls itself.
func (w *Worker) Version() string { return w.loaded.Version }

// Outputs returns the results of the first run.
func (w *Worker) Outputs() Outputs { return w.loaded.Outputs }

// Ready returns the time to prepare the work, by the peer's own clocks.
func (w *Worker) Ready() Ready {
	r := Ready{First: w.loaded.First.clocks(), Graph: w.loaded.Graph}
	if w.loaded.Compile != nil {
		c := w.loaded.Compile.clocks()
		r.Compile = &c
	}
	return r
}

// Run does the work n times and returns what that took by the peer's own clocks.
func (w *Worker) Run(ctx context.Context, n int) (Clocks, error) {
	a, err := w.ask(ctx, request{Do: "time", Reps: n})
	if err == nil && !a.Took.valid() {
		w.fault = fmt.Errorf("reference: %s says that %d runs took %g s and %g CPU seconds", w.name, n, a.Took.Wall, a.Took.CPU)
		w.kill()
		err = w.fault
	}
	return a.Took.clocks(), err
}

// Memory returns the growth in bytes of the peak of the process's resident memory
// since the work began; 0 where it is not known.
func (w *Worker) Memory(ctx context.Context) (int64, error) {
	a, err := w.ask(ctx, request{Do: "memory"})
	return a.Bytes, err
}

// farewell is how long a peer may take to end by itself.
const farewell = 3 * time.Second

// Close ends the process by the end of its input, and with force where it stays.
// The error is how it ended by itself, where that was no success.
func (w *Worker) Close() error {
	defer w.kill()
	w.stdin.Close() // a process that has ended has closed it, too
	var forced atomic.Bool
	impatient := time.AfterFunc(farewell, func() {
		forced.Store(true)
		w.kill()
	})
	defer impatient.Stop()
	go func() {
		for range w.answers { // what else it says
		}
	}()
	err := w.cmd.Wait()
	if err == nil || w.fault != nil || forced.Load() {
		return nil
	}
	return fmt.Errorf("reference: %s: %w", w.name, err)
}
