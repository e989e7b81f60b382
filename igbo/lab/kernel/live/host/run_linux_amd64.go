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

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// execution is a cell that runs.
type execution struct {
	order message.Order
	aim   *target
	over  chan struct{}
	end   message.Answer
	once  sync.Once
	// stray is the panic of another goroutine, or its os.Exit, for which the cell is ended.
	stray atomic.Pointer[message.Answer]
}

// running is the cell that runs, nil where none does.
var running atomic.Pointer[execution]

// exit is what os.Exit panics with.
type exit struct{ code int }

func (e exit) Error() string { return fmt.Sprintf("exit status %d", e.code) }

// begin makes a cell the one that runs, so that an interrupt that follows is meant for it.
func begin(o message.Order) *execution {
	e := &execution{order: o, over: make(chan struct{}), aim: newTarget()}
	running.Store(e)
	return e
}

// execute loads a cell and runs it; answer gets how it ended.
func (e *execution) execute(answer func(message.Answer)) {
	o := e.order
	defer running.CompareAndSwap(e, nil)
	if err := load(o); err != nil {
		e.aim.release()
		end := message.Answer{ID: o.ID, End: message.Refused, Text: err.Error()}
		if _, twice := errors.AsType[errTwice](err); twice {
			end.End = message.Twice
		}
		answer(end)
		return
	}
	go e.run(function(o.Entry))
	<-e.over
	running.CompareAndSwap(e, nil)
	if e.end.End != message.Done {
		giveBack()
	}
	flush(o.ID)
	answer(e.end)
}

// muchHeap is how much heap is worth the time to look for what can be given back.
const muchHeap = 256 << 20

// giveBack gives the system back what a cell has left that did not come to its end: it may have taken nearly all that there is.
func giveBack() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	if heap[0].Value.Uint64()+heap[1].Value.Uint64() > muchHeap {
		debug.FreeOSMemory()
	}
}

// run runs the cell's function in the goroutine of the cell.
func (e *execution) run(f func()) {
	returned := false
	defer func() {
		e.aim.release()
		struck := e.aim.struck.Load()
		var end message.Answer
		switch r := recover(); {
		case e.stray.Load() != nil:
			end = *e.stray.Load()
		case struck && !returned:
			end.End, end.Text = message.Interrupted, e.aim.library()
		case returned || r == nil:
			end.End = message.Done
		default:
			end = failure(r)
		}
		if !returned {
			end.Line = e.line(string(debug.Stack()))
		}
		e.finish(end)
	}()
	e.aim.goroutine.Store(current())
	doInit((*moduledata)(pointer(e.order.Module)).inittasks)
	f()
	returned = true
}

// line is where the cell's own statements are, by the stack of its goroutine.
func (e *execution) line(stack string) int {
	at := strings.LastIndex(stack, runtime.FuncForPC(uintptr(e.order.Entry)).Name()+"(")
	if at < 0 {
		return 0
	}
	_, place, _ := strings.Cut(stack[at:], "\n")
	place, _, _ = strings.Cut(place, "\n")
	n := 0
	_, _ = fmt.Sscanf(place[strings.LastIndexByte(place, ':')+1:], "%d", &n) // 0 where it is not told
	return n
}

// library is the function of a package in which a goroutine was ended, empty where that was a cell's own.
func (t *target) library() string {
	pc := t.at.Load()
	if f := runtime.FuncForPC(pc); f != nil && !ofCells(pc) {
		return f.Name()
	}
	return ""
}

// finish ends the execution for those who wait; the first end counts.
func (e *execution) finish(end message.Answer) {
	e.once.Do(func() {
		end.ID = e.order.ID
		e.end = end
		close(e.over)
	})
}

// failure says what a goroutine panicked with; it is called while the stack is still there.
func failure(r any) message.Answer {
	if e, ok := r.(exit); ok {
		return message.Answer{End: message.Exited, Code: e.code}
	}
	return message.Answer{End: message.Panicked, Text: "panic: " + say(r) + "\n\n" + panicStack()}
}

// say prints a value as a panic does.
func say(r any) string {
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

// panicStack is the stack above the panic, as Go prints it.
func panicStack() string {
	lines := strings.SplitAfter(string(debug.Stack()), "\n")
	for i := len(lines) - 2; i > 0; i-- { // the innermost panic comes first
		if strings.HasPrefix(lines[i], "panic(") {
			return lines[0] + strings.Join(lines[i+2:], "")
		}
	}
	return strings.Join(lines, "")
}

// interrupt ends a cell; one that waits for something is given up, which the answer says, and ended once it goes on.
func (e *execution) interrupt(givenUp message.Answer) {
	if !e.aim.aim() {
		return // it is being ended
	}
	where := ""
	if e.aim.end(func() (stuck bool) { where, stuck = e.waiting(); return stuck }) {
		return
	}
	if givenUp.End == message.Abandoned {
		givenUp.Text = where
	}
	givenUp.Line = e.line(where)
	e.aim.endLater() // before the next cell may have it go on
	e.finish(givenUp)
}

// waiting says where the cell's goroutine waits; false: that is within the runtime alone, as for the collector, and it goes on by itself.
func (e *execution) waiting() (string, bool) {
	buffer := make([]byte, 1<<20)
	n := runtime.Stack(buffer, true)
	call := fmt.Sprintf("host.(*execution).run(%p", e)
	for block := range strings.SplitSeq(string(buffer[:n]), "\n\n") {
		if strings.Contains(block, call) {
			state, _, _ := strings.Cut(block, "\n")
			return block, !ownWait.MatchString(state)
		}
	}
	return "", n == len(buffer) // it is among those that are not told any more
}

// ownWait is what the runtime says of a goroutine that goes on by itself.
var ownWait = regexp.MustCompile("run(ning|nable)|GC|garbage|world|preempted")

// stray takes the end of a goroutine that is not the cell's own: the cell that runs is ended for it.
func stray(end message.Answer) {
	e := running.Load()
	switch {
	case e == nil && end.End == message.Exited:
		fmt.Fprintf(os.Stderr, "a goroutine called os.Exit(%d): it has ended, no cell runs\n", end.Code)
	case e == nil:
		fmt.Fprintf(os.Stderr, "a goroutine has ended: %s\n", end.Text)
	case e.stray.CompareAndSwap(nil, &end) && current() != e.aim.goroutine.Load():
		go e.interrupt(end)
	}
}
