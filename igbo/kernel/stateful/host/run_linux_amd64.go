package host

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// execution is a running cell.
type execution struct {
	order message.Order
	aim   *target
	over  chan struct{}
	end   message.Answer
	once  sync.Once
	began atomic.Int64 // when its code began, in nanoseconds; 0 before that
	// stray is the panic or the os.Exit of another goroutine that ends the cell.
	stray atomic.Pointer[message.Answer]
	// noticed reports whether handlers of the interrupt signal have received it.
	noticed atomic.Bool
}

// running is the running cell, or nil.
var running atomic.Pointer[execution]

// exit is the value with which the replaced os.Exit panics.
type exit struct{ code int }

func (e exit) Error() string { return fmt.Sprintf("exit status %d", e.code) }

// begin makes a cell the running one, so a later interrupt applies to it.
func begin(o message.Order) *execution {
	e := &execution{order: o, over: make(chan struct{}), aim: newTarget()}
	running.Store(e)
	return e
}

// execute loads a cell and runs it. It calls answer with how the cell ended.
func (e *execution) execute(answer func(message.Answer)) {
	o := e.order
	defer running.CompareAndSwap(e, nil)
	stopSaving()
	stopLooking()
	if err := load(o); err != nil {
		e.aim.release()
		end := message.Answer{ID: o.ID, End: message.Refused, Text: err.Error()}
		if _, twice := errors.AsType[errTwice](err); twice {
			end.End = message.Twice
		}
		answer(end)
		return
	}
	body := func() {}
	if o.Package == "" {
		body = function(o.Entry)
	}
	go e.run(body)
	<-e.over
	running.CompareAndSwap(e, nil)
	if e.end.End != message.Done {
		giveBack()
	}
	flush(o.ID)
	answer(e.end)
}

// muchHeap is the heap size from which it is worthwhile to return memory to the system.
const muchHeap = 256 << 20

// giveBack returns memory to the system after a cell that failed, because the cell may have used nearly all memory.
func giveBack() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	if heap[0].Value.Uint64()+heap[1].Value.Uint64() > muchHeap {
		debug.FreeOSMemory()
	}
}

// run calls the cell's function in the cell's goroutine.
func (e *execution) run(f func()) {
	returned := false
	last := message.Answer{End: message.Interrupted}
	defer func() { // the first end counts: a method of the panic's value may end the goroutine
		e.aim.release()
		e.finish(last)
	}()
	defer func() {
		e.aim.release()
		interrupted := e.aim.interrupted.Load()
		var end message.Answer
		switch r := recover(); {
		case e.stray.Load() != nil:
			end = *e.stray.Load()
		case interrupted && !returned:
			in := frames()
			end = message.Answer{End: message.Interrupted, Text: library(in), Notes: unfinishedOnces(in)}
		case returned || r == nil:
			end.End = message.Done
		default:
			last = message.Answer{End: message.Panicked, Text: fmt.Sprintf("panic: %T (its method ended the goroutine)", r)}
			end = failure(r)
		}
		if !returned {
			end.Line = e.line(string(debug.Stack()))
		}
		e.finish(end)
	}()
	e.aim.goroutine.Store(current())
	e.began.Store(time.Now().UnixNano())
	doInit((*moduledata)(pointer(e.order.Module)).inittasks)
	f()
	returned = true
}

// line returns the line of the cell's own statement in a stack trace.
func (e *execution) line(stack string) int {
	if e.order.Package != "" {
		return 0
	}
	at := strings.LastIndex(stack, runtime.FuncForPC(uintptr(e.order.Entry)).Name()+"(")
	if at < 0 {
		return 0
	}
	_, place, _ := strings.Cut(stack[at:], "\n")
	place, _, _ = strings.Cut(place, "\n")
	n, offset := 0, uintptr(0)
	_, _ = fmt.Sscanf(place[strings.LastIndexByte(place, ':')+1:], "%d +0x%x", &n, &offset) // 0 if there is no number
	entry := uintptr(e.order.Entry)
	for pc := entry + offset; n <= 0 && pc > entry; pc-- { // jumps back have no line
		n = int(lineOf(findfunc(pc), pc))
	}
	return max(n, 0)
}

// finish reports the end of the execution. The first end counts.
func (e *execution) finish(end message.Answer) {
	e.once.Do(func() {
		end.ID = e.order.ID
		if began := e.began.Load(); began > 0 {
			end.Took = time.Since(time.Unix(0, began))
		}
		e.end = end
		close(e.over)
	})
}

// failure describes the value that a goroutine panicked with. Call it while the panicking stack exists.
func failure(r any) message.Answer {
	if e, ok := r.(exit); ok {
		return message.Answer{End: message.Exited, Code: e.code}
	}
	return message.Answer{End: message.Panicked, Text: "panic: " + say(r) + "\n\n" + panicStack()}
}

// say formats a value as a panic does. If the value's method panics, for which the runtime would end the process, it returns the type.
func say(r any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("%T (its method panics)", r)
		}
	}()
	switch v := r.(type) {
	case runtime.Error:
		return v.Error()
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	return fmt.Sprintf("%T(%+v)", r, r)
}

// panicStack returns the stack above the panic, as Go prints it.
func panicStack() string {
	lines := strings.SplitAfter(string(debug.Stack()), "\n")
	for i := len(lines) - 2; i > 0; i-- { // the innermost panic comes first
		if strings.HasPrefix(lines[i], "panic(") {
			return lines[0] + strings.Join(lines[i+2:], "")
		}
	}
	return strings.Join(lines, "")
}

// interrupt ends a cell. A blocked cell is abandoned: interrupt reports the answer givenUp and ends the cell when it continues.
func (e *execution) interrupt(givenUp message.Answer) {
	where := ""
	if !e.aim.aim() {
		e.giveUpEnd(givenUp)
		return
	}
	if e.aim.end(func() (stuck bool) { where, stuck = e.waiting(); return stuck }) {
		return
	}
	if givenUp.End == message.Abandoned {
		givenUp.Text = where
	}
	givenUp.Line = e.line(where)
	e.aim.endLater() // before the next cell can resume it
	e.finish(givenUp)
}

// giveUpEnd finishes a cell that has ended but does not report how, because a method of its panic's value is blocked.
func (e *execution) giveUpEnd(givenUp message.Answer) {
	for e.aim.ended() {
		select {
		case <-e.over:
			return
		case <-time.After(longWait):
		}
		if where, stuck := e.waiting(); stuck {
			if givenUp.End == message.Abandoned {
				givenUp.Text = where
			}
			e.finish(givenUp)
		}
	}
}

// waiting returns where the cell's goroutine waits. It returns false if it waits only for the runtime, for example the collector, because
// such waits end by themselves.
func (e *execution) waiting() (string, bool) {
	buffer := make([]byte, 1<<20)
	n := runtime.Stack(buffer, true)
	call := fmt.Sprintf("host.(*execution).run(%p", e)
	for block := range strings.SplitSeq(string(buffer[:n]), "\n\n") {
		if strings.Contains(block, call) {
			state, stack, _ := strings.Cut(block, "\n")
			return block, !waitsWithin(state, stack)
		}
	}
	return "", n == len(buffer) // the trace was cut off before it
}

// waitsWithin reports whether a goroutine waits for the runtime itself, for example for the start of a collection while it allocates. The
// runtime uses the same state for waits for other goroutines, but their stacks begin in a package.
func waitsWithin(state, stack string) bool {
	others := strings.HasPrefix(stack, "sync.") || strings.HasPrefix(stack, "internal/")
	return ownWait.MatchString(state) || strings.Contains(state, "semacquire") && !others
}

// ownWait matches the states in which a goroutine continues by itself.
var ownWait = regexp.MustCompile("run(ning|nable)|GC|garbage|world|preempted")

// stray handles the end of a goroutine that is not the cell's own. It ends the running cell.
func stray(end message.Answer) {
	e := running.Load()
	switch {
	case e == nil && end.End == message.Exited:
		fmt.Fprintf(os.Stderr, "a goroutine called os.Exit(%d) while no cell was running: only this goroutine has ended\n", end.Code)
	case e == nil:
		fmt.Fprintf(os.Stderr, "a goroutine has ended: %s\n", end.Text)
	default:
		end.Notes = []string{"this happened in a goroutine that a cell had started: the goroutine and the running cell have ended, but all variables keep their values"}
		if e.stray.CompareAndSwap(nil, &end) && current() != e.aim.goroutine.Load() {
			go e.interrupt(end)
		}
	}
}
