package inline

import "sync"

// Track returns a function that a long computation calls with the number of completed steps and the
// total. The first call shows a progress bar, and the bar finishes when all steps are done. If the
// function is never called, for instance because a result is read from a cache, no bar appears. The
// function is safe for concurrent use.
func Track(label string) func(done, total int) {
	return track(func(total int) *ProgressBar { return Progress(label, total) })
}

func track(start func(total int) *ProgressBar) func(done, total int) {
	var mu sync.Mutex
	var bar *ProgressBar
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if bar == nil {
			bar = start(total)
		}
		bar.Set(done)
		if done >= total {
			bar.Done()
		}
	}
}
