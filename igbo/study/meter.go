package study

import "sync"

// meter adds up how much of the cells is done.
type meter struct {
	mu          sync.Mutex
	done, total float64
	progress    func(done, total int)
}

// newMeter counts what is not to do as done.
func newMeter(all, todo []*cell, progress func(done, total int)) *meter {
	m := &meter{progress: progress}
	for _, c := range all {
		m.total += c.cost()
	}
	m.done = m.total
	for _, c := range todo {
		m.done -= c.cost()
	}
	return m
}

// follow returns what a cell reports its steps to.
func (m *meter) follow(c *cell) func(done int) {
	if m.progress == nil {
		return nil
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
		m.progress(int(min(m.done, m.total)+0.5), int(m.total+0.5))
	}
}
