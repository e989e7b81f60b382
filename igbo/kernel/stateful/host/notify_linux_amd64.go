package host

import (
	"os"
	_ "os/signal" // for notified
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// signalHandlers has the first fields of package os/signal's list of handlers.
var signalHandlers struct {
	sync.Mutex
	channels unsafe.Pointer
	count    [65]int64
}

//go:linkname signalHandlers os/signal.handlers

//go:linkname deliverSignal os/signal.process
func deliverSignal(os.Signal)

// noticeTime is the time that a cell has to end by itself if it handles the interrupt signal.
const noticeTime = 500 * time.Millisecond

// notify sends the interrupt signal to cells that handle it, for example with signal.NotifyContext. It reports whether the cell has ended
// by itself.
func (e *execution) notify() bool {
	if e.noticed.Swap(true) || !signalHandlers.TryLock() { // a cell may have been ended while it held the lock
		return false
	}
	wanted := signalHandlers.count[syscall.SIGINT] > 0
	signalHandlers.Unlock()
	if !wanted {
		return false
	}
	deliverSignal(os.Interrupt)
	select {
	case <-e.over:
		return true
	case <-time.After(noticeTime):
		return false
	}
}
