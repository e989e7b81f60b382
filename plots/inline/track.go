package inline

import "sync"

// Track returns what a long computation calls with the steps done and their
// total: a progress bar that appears with the first call and ends when all
// steps are done. A computation that is answered from a file draws none. It may
// be called from several goroutines.
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
