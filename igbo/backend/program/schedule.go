package program

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// helpers is the number of goroutines that help callers, and callers the number of running programs.
var helpers, callers atomic.Int32

// run runs the tasks. On one core they run in order; on several cores, each task runs once its dependencies have
// finished.
func (e *executable) run(s *state) error {
	callers.Add(1)
	defer callers.Add(-1)
	for i := 0; i+1 < len(e.together); i++ {
		if err := e.part(s, e.together[i], e.together[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// part runs the tasks from lo to hi, which are either a single task that runs alone or tasks that can run in parallel.
func (e *executable) part(s *state, lo, hi int) error {
	extra := 0
	if e.workers > 1 && !e.tasks[lo].Alone {
		extra = enlist(e.workers - 1)
		defer helpers.Add(int32(-extra))
	}
	if extra == 0 {
		return e.sequence(s, lo, hi)
	}
	return e.side(s, extra, lo, hi)
}

// enlist reserves up to n helpers without waiting, such that callers and helpers together do not exceed the number of
// cores.
func enlist(n int) int {
	for {
		now := helpers.Load()
		free := min(runtime.GOMAXPROCS(0)-int(callers.Load())-int(now), n)
		if free <= 0 {
			return 0
		}
		if helpers.CompareAndSwap(now, now+int32(free)) {
			return free
		}
	}
}

func (e *executable) sequence(s *state, lo, hi int) (err error) {
	defer rescue(&err)
	for i := lo; i < hi; i++ {
		t := &e.tasks[i]
		t.Run(s.p, 0, t.Units)
	}
	return nil
}

func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = fmt.Errorf("program: %w", r)
	default:
		*err = fmt.Errorf("program: %v", r)
	}
}

// crew runs one call on several cores.
type crew struct {
	e *executable
	s *state

	mu     sync.Mutex
	wake   sync.Cond
	ready  []int32 // heap of tasks that can run, lowest index first
	open   int     // number of unfinished tasks
	asleep int
	err    error
	offers atomic.Int32 // number of parts that can be taken, or −1 at the end
}

// side runs the tasks from lo to hi on the caller's goroutine and n helpers.
func (e *executable) side(s *state, n, lo, hi int) error {
	c := &crew{e: e, s: s, open: hi - lo}
	c.wake.L = &c.mu
	copy(s.pending[lo:hi], e.deps[lo:hi])
	copy(s.left[lo:hi], e.parts[lo:hi])
	clear(s.begun[lo:hi])
	for i := lo; i < hi; i++ {
		if e.deps[i] == 0 {
			c.push(int32(i))
		}
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(c.work)
	}
	c.work()
	wg.Wait()
	return c.err
}

// part is one part of a task.
type part struct{ task, number int32 }

// work runs parts until all tasks have finished.
func (c *crew) work() {
	p, ok := c.first()
	for ok {
		err := c.do(p)
		p, ok = c.after(p, err)
	}
}

// do runs one part.
func (c *crew) do(p part) (err error) {
	defer rescue(&err)
	t, n := &c.e.tasks[p.task], int(c.e.parts[p.task])
	if n == 1 {
		t.Run(c.s.p, 0, t.Units)
		return nil
	}
	t.Run(c.s.p, bound(t.Units, int(p.number), n), bound(t.Units, int(p.number)+1, n))
	return nil
}

// bound returns the first unit of part i of n. It is a multiple of 16 if there are many units.
func bound(units, i, n int) int {
	if i == n {
		return units
	}
	at := units / n * i
	if units >= 64*n {
		at &^= 15
	}
	return at
}

func (c *crew) first() (part, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next()
}

// after records the end of a part and returns the next one.
func (c *crew) after(p part, err error) (part, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil && c.err == nil {
		c.err = err
	}
	if c.s.left[p.task]--; c.s.left[p.task] == 0 {
		c.open--
		for _, i := range c.e.next[p.task] {
			if c.s.pending[i]--; c.s.pending[i] == 0 {
				c.push(i)
			}
		}
	}
	return c.next()
}

// next returns a part, waiting for one if necessary, or false at the end. The caller must hold c.mu.
func (c *crew) next() (part, bool) {
	for len(c.ready) == 0 {
		if c.open == 0 || c.err != nil {
			c.offers.Store(-1)
			c.wake.Broadcast()
			return part{}, false
		}
		c.idle()
	}
	if c.err != nil {
		c.offers.Store(-1)
		c.wake.Broadcast()
		return part{}, false
	}
	i := c.ready[0]
	p := part{i, c.s.begun[i]}
	if c.s.begun[i]++; c.s.begun[i] == c.e.parts[i] {
		c.pop()
	}
	if n := c.offers.Add(-1); n > 0 && c.asleep > 0 {
		c.wake.Signal()
	}
	return p, true
}

// spins is the number of times that an idle worker checks for work before it sleeps.
const spins = 4000

// idle waits for a part: it spins first and then sleeps.
func (c *crew) idle() {
	c.mu.Unlock()
	for range spins {
		if c.offers.Load() != 0 {
			c.mu.Lock()
			return
		}
		pause()
	}
	c.mu.Lock()
	for c.offers.Load() == 0 && c.open > 0 {
		c.asleep++
		c.wake.Wait()
		c.asleep--
	}
}

// push adds a task to the heap.
func (c *crew) push(task int32) {
	c.offers.Add(c.e.parts[task])
	h := append(c.ready, task)
	for i := len(h) - 1; i > 0 && h[(i-1)/2] > h[i]; i = (i - 1) / 2 {
		h[(i-1)/2], h[i] = h[i], h[(i-1)/2]
	}
	c.ready = h
}

// pop removes the first task from the heap.
func (c *crew) pop() {
	h := c.ready
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		least := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < n && h[child] < h[least] {
				least = child
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	c.ready = h
}

// pause does nothing. Calling it delays the next check by a few nanoseconds.
//
//go:noinline
func pause() {}
