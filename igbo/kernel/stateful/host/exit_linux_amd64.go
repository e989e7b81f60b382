package host

import (
	"runtime"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Exit replaces os.Exit in the whole program. It ends the cell.
func Exit(code int) {
	if e := running.Load(); e != nil && e.aim.goroutine.Load() != current() {
		stray(message.Answer{End: message.Exited, Code: code})
		runtime.Goexit()
	}
	panic(exit{code})
}

// Fatal replaces the runtime's function that ends the program after an unrecovered panic. It ends only the goroutine.
func Fatal(p unsafe.Pointer) {
	leave(p)
	if e := running.Load(); e != nil && e.aim.goroutine.Load() == current() { // in its last code, where nothing recovers any more
		e.aim.release()
		e.finish(message.Answer{End: message.Interrupted})
		runtime.Goexit()
	}
	stray(failure(*(*any)(p))) // the first field is the argument of panic
	runtime.Goexit()
}

// leave removes an unrecovered panic from its goroutine, as recover does. Since go1.27 runtime.Goexit resumes where the panic last looked
// for deferred calls, and all of them have run.
func leave(p unsafe.Pointer) {
	g := current() + panicOfGoroutine
	**(**uintptr)(unsafe.Pointer(&g)) = *(*uintptr)(unsafe.Add(p, linkOfPanic))
}
