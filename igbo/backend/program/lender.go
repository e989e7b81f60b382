package program

import (
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// memory is a block of memory and its size.
type memory struct {
	at    unsafe.Pointer
	bytes int
}

// lender keeps the last large block that was returned, for the next call of any program of the backend. It drops the
// block after some time, or if a call needs a larger one. The garbage collector then frees it.
type lender struct {
	mu    sync.Mutex
	block memory
	since time.Time // when the block was returned
	timer *time.Timer
}

// lendFor is how long an unused block is kept.
const lendFor = 5 * time.Second

// take returns a block of at least the given size. Sizes are rounded up, so programs of similar size can share a block;
// unused pages of a block take no physical memory. If the kept block is too small, take returns its memory to the system
// before it allocates a larger block.
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

// give returns a block to the lender.
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

// drop releases a block that has been unused for the time lendFor.
func (l *lender) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.since) >= lendFor {
		l.block = memory{}
	}
}
