package study

import (
	"math"
	"sync"
)

// rounding is more than what rounds off in sums of costs.
const rounding = 1e-11

// meter adds up how much of the cells is done.
type meter struct {
	mu          sync.Mutex
	done, total float64
	progress    func(done, total int)
}

// newMeter counts what is not to do as done.
func newMeter(all, todo []*cell, progress func(done, total int)) *meter {
	m, left := &meter{progress: progress}, map[*cell]bool{}
	for _, c := range todo {
		left[c] = true
	}
	for _, c := range all {
		m.total += c.cost()
		if !left[c] {
			m.done += c.cost()
		}
	}
	return m
}

// more counts another cell that is to be done.
func (m *meter) more(c *cell) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total += c.cost()
}

// follow returns what a cell reports its steps to.
func (m *meter) follow(c *cell) func(done int) {
	if m.progress == nil {
		return func(int) {}
	}
	steps, reported := max(c.Steps, 1), 0
	return func(done int) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if done = min(done, steps); done <= reported {
			return
		}
		m.done += c.cost() * float64(done-reported) / float64(steps)
		reported = done
		whole := min(max(math.Round(m.total), 1), most)
		share := m.done / m.total
		if 1-share < rounding {
			share = 1
		}
		m.progress(int(math.Round(share*whole)), int(whole))
	}
}
