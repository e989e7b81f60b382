package program

import (
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// memory is a block of a number of bytes.
type memory struct {
	at    unsafe.Pointer
	bytes int
}

// lender keeps the large block that came back last for the next call of any program of a backend, for a time. Then, and where a call
// needs a larger one, the block is the garbage collector's to take.
type lender struct {
	mu    sync.Mutex
	block memory
	since time.Time // when it came back
	timer *time.Timer
}

// lendFor is how long a block waits for the next call.
const lendFor = 5 * time.Second

// take returns a block of so many bytes at least. Sizes are rounded up, so programs of nearly one size share a block; what no call
// touches takes no memory. A block that is too small goes back to the system before a larger one comes, so there are never both.
func (l *lender) take(bytes int) memory {
	l.mu.Lock()
	m := l.block
	l.block = memory{}
	l.mu.Unlock()
	if m.bytes >= bytes {
		return m
	}
	if m.bytes > 0 {
		m = memory{}
		debug.FreeOSMemory()
	}
	bytes = class(bytes)
	return memory{task.Block(bytes), bytes}
}

// give takes a block back.
func (l *lender) give(m memory) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.bytes > l.block.bytes {
		l.block, l.since = m, time.Now()
		if l.timer == nil {
			l.timer = time.AfterFunc(lendFor, l.drop)
		} else {
			l.timer.Reset(lendFor)
		}
	}
}

// release forgets the block.
func (l *lender) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.block = memory{}
}

// drop forgets a block that has waited for long.
func (l *lender) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.since) >= lendFor {
		l.block = memory{}
	}
}
