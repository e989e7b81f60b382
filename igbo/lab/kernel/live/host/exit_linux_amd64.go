package host

import (
	"runtime"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// Exit stands in the place of os.Exit in the whole program: it ends the cell.
func Exit(code int) {
	if e := running.Load(); e != nil && e.aim.goroutine.Load() != current() {
		stray(message.Answer{End: message.Exited, Code: code})
		runtime.Goexit()
	}
	panic(exit{code})
}

// Fatal stands in the place of the runtime's function that ends the program for a panic which nobody
// recovers: it ends the goroutine.
func Fatal(p unsafe.Pointer) {
	if e := running.Load(); e != nil && e.aim.goroutine.Load() == current() { // at its very end, where nothing recovers any more
		e.aim.release()
		e.finish(message.Answer{End: message.Interrupted})
		runtime.Goexit()
	}
	stray(failure(*(*any)(p))) // the first field is what panic was called with
	runtime.Goexit()
}
