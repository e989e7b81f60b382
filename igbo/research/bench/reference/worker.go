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

// Worker is a peer's Python process. A fault ends the process, and every later request returns that fault.
type Worker struct {
	name     string
	patience time.Duration
	cmd      *exec.Cmd
	kill     context.CancelFunc // ends the process and its helpers
	stdin    io.WriteCloser
	answers  <-chan line
	stderr   *ending
	asked    int
	fault    error
	loaded   answer
}

// request and answer are lines of JSON; worker.py documents them.
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

// begin starts the process and reads its first answer.
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

// ask sends a request and waits for its answer, for at most the worker's patience.
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
			return answer{}, fmt.Errorf("printed %q without a request", tail(l.text, 100))
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
		return answer{}, fmt.Errorf("did not answer within %s", w.patience)
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	}
}

// ended reports how the process ended, after its pipes were closed.
func (w *Worker) ended(err error) error {
	impatient := time.AfterFunc(farewell, w.kill)
	defer impatient.Stop()
	if state := w.cmd.Wait(); state != nil {
		err = state
	}
	return fmt.Errorf("ended: %w: %s", err, w.stderr.tail(300))
}

// understand decodes the answer to the last request.
func (w *Worker) understand(text []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return answer{}, fmt.Errorf("answered %q: %w", tail(text, 100), err)
	}
	switch {
	case a.ID != w.asked:
		return a, fmt.Errorf("answered %q, which does not answer request %d", tail(text, 100), w.asked)
	case a.Missing != "":
		return a, ErrNotInstalled
	case a.Error != "":
		return a, fmt.Errorf("reported: %s", a.Error)
	}
	return a, nil
}

// Name returns the name of the peer.
func (w *Worker) Name() string { return w.name }

// Version returns the version that the peer reports.
func (w *Worker) Version() string { return w.loaded.Version }

// Outputs returns the results of the first run.
func (w *Worker) Outputs() Outputs { return w.loaded.Outputs }

// Ready returns the time to prepare the work, measured by the peer's clocks.
func (w *Worker) Ready() Ready {
	r := Ready{First: w.loaded.First.clocks(), Graph: w.loaded.Graph}
	if w.loaded.Compile != nil {
		c := w.loaded.Compile.clocks()
		r.Compile = &c
	}
	return r
}

// Run does the work n times and returns the time, measured by the peer's clocks.
func (w *Worker) Run(ctx context.Context, n int) (Clocks, error) {
	a, err := w.ask(ctx, request{Do: "time", Reps: n})
	if err == nil && !a.Took.valid() {
		w.fault = fmt.Errorf("reference: %s reported invalid times for %d runs: %g s and %g CPU seconds", w.name, n, a.Took.Wall, a.Took.CPU)
		w.kill()
		err = w.fault
	}
	return a.Took.clocks(), err
}

// Memory returns the growth of the peak resident memory of the process since the work began, in bytes; 0 if it is unknown.
func (w *Worker) Memory(ctx context.Context) (int64, error) {
	a, err := w.ask(ctx, request{Do: "memory"})
	return a.Bytes, err
}

// farewell is the time that a peer may take to exit by itself.
const farewell = 3 * time.Second

// Close closes the input of the process, and kills the process if it does not exit. It returns an error if the process exits
// with a failure.
func (w *Worker) Close() error {
	defer w.kill()
	w.stdin.Close() // already closed if the process has ended
	var forced atomic.Bool
	impatient := time.AfterFunc(farewell, func() {
		forced.Store(true)
		w.kill()
	})
	defer impatient.Stop()
	go func() {
		for range w.answers { // discard other answers
		}
	}()
	err := w.cmd.Wait()
	if err == nil || w.fault != nil || forced.Load() {
		return nil
	}
	return fmt.Errorf("reference: %s: %w", w.name, err)
}
