package proxy

import (
	"bytes"
	"maps"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// compilers lists programs that the engine runs before a cell's program; they have nothing to save.
var compilers = []string{"go", "goimports"}

// tell sends the engine the interrupt signal, which it passes to the cell's program.
func (e *programs) tell() {
	e.told = time.Now()
	if runtime.GOOS == "windows" { // Windows has no such signal
		e.ask("interrupt_request")
		return
	}
	e.signal(os.Interrupt)
}

func (e *programs) signal(s os.Signal) {
	if process, err := os.FindProcess(e.pid); err == nil && e.pid > 0 {
		_ = process.Signal(s) // fails only if it has just ended
	}
}

// compiling reports whether the engine runs a compiler, and not yet the cell's program.
func (e *programs) compiling() bool {
	all, err := e.session.Processes()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(all, func(q procgroup.Process) bool {
		return q.Parent == e.pid && slices.Contains(compilers, q.Name)
	})
}

// know records the processes that the engine has before it runs a cell: itself, and gopls if it is installed.
func (e *programs) know() {
	all, err := e.session.Processes()
	if err != nil {
		e.complain("%v", err)
		return
	}
	e.kept = map[int]bool{}
	for _, q := range all {
		e.kept[q.PID] = true
	}
	for _, q := range all {
		if !e.kept[q.Parent] {
			e.pid = q.PID
		}
	}
	if err := pressure.Limit(e.pid, moreProcesses); err != nil {
		e.complain("%v", err)
	}
}

// keep returns the processes that belong to no cell: those that existed before the first cell, and their children, except children of the
// engine itself.
func (e *programs) keep(all []procgroup.Process) map[int]bool {
	kept := map[int]bool{}
	for _, q := range all {
		kept[q.PID] = e.kept[q.PID]
	}
	for grown := true; grown; {
		grown = false
		for _, q := range all {
			if !kept[q.PID] && q.Parent != e.pid && kept[q.Parent] {
				kept[q.PID], grown = true, true
			}
		}
	}
	return kept
}

// others returns the processes of cells.
func (e *programs) others() []procgroup.Process {
	all, err := e.session.Processes()
	if err != nil {
		return nil
	}
	kept := e.keep(all)
	return slices.DeleteFunc(all, func(q procgroup.Process) bool { return kept[q.PID] })
}

// killCells ends all processes of cells and returns their number.
func (e *programs) killCells() int {
	if e.pid == 0 {
		return 0
	}
	killed, err := e.session.KillOthers(e.keep)
	if err != nil {
		e.complain("%v", err)
	}
	return killed
}

// Marks of messages that can be dropped without decoding once a cell has exceeded its limit.
var (
	streamMark, displayMark = []byte(`"msg_type":"stream"`), []byte(`"msg_type":"display_data"`)
	stdoutMark              = []byte(`{"name":"stdout"`)
)

// superfluous reports whether a message can be dropped. Standard error cannot, because it may contain a panic.
func superfluous(frames [][]byte) bool {
	at := slices.IndexFunc(frames, func(f []byte) bool { return bytes.Equal(f, wire.Delimiter) })
	if at < 0 || len(frames) < at+6 {
		return false
	}
	header, content := frames[at+2], frames[at+5]
	return bytes.Contains(header, displayMark) || bytes.Contains(header, streamMark) && bytes.HasPrefix(content, stdoutMark)
}

const (
	// flowLimit is the number of bytes that a cell can send before it must wait until all of them have arrived. The engine queues unsent
	// bytes in memory without a limit.
	flowLimit = 1 << 20
	// droppedFlow is the same limit for a cell whose output is dropped.
	droppedFlow = 256 << 10
	// messageCost is the number of bytes counted for each message in addition to its content.
	messageCost = 100
	// drained is the time without messages after which all messages count as arrived.
	drained = 20 * time.Millisecond
)

// pace counts the bytes that the engine sends, and pauses the cell if they exceed the limit.
func (e *programs) pace(frames [][]byte) {
	e.arrived.Store(time.Now().UnixNano())
	content := len(frames[len(frames)-1]) // the engine sends no buffers
	limit := int64(flowLimit)
	if e.skipping.Load() {
		limit = droppedFlow
	}
	if e.flow.Add(int64(messageCost+content)) > limit {
		e.flow.Store(0)
		e.urgent(e.pause)
	}
}

// pause makes the cell wait.
func (e *programs) pause() {
	runs := func(r *programRun) bool { return !r.interrupted && !r.replied }
	if e.paused != nil || !slices.ContainsFunc(slices.Collect(maps.Values(e.runs)), runs) {
		return
	}
	paused, err := e.session.PauseOthers(e.keep)
	if err != nil {
		e.complain("%v", err)
		return
	}
	e.paused = paused
	e.resumeLater()
}

// resumeLater continues the cell once all its messages have arrived.
func (e *programs) resumeLater() {
	time.AfterFunc(drained, func() {
		e.post(func() {
			switch {
			case e.paused == nil:
			case time.Since(time.Unix(0, e.arrived.Load())) > drained:
				e.resume()
			default:
				e.resumeLater()
			}
		})
	})
}

// resume continues the cell.
func (e *programs) resume() {
	procgroup.Resume(e.paused)
	e.paused = nil
}
