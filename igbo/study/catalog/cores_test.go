package catalog

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// onThreads opens embedded backends of so many threads each; on another backend it is that one each time.
func onThreads(t *testing.T, threads ...int) []compute.Backend {
	t.Helper()
	engines := make([]compute.Backend, len(threads))
	for k, n := range threads {
		if !backendtest.Embedded() {
			engines[k] = backendtest.Open(t)
			continue
		}
		b, err := embedded.Open(fmt.Sprintf("parallelism=%d", n))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Finalize)
		engines[k] = b
	}
	return engines
}

// TestInTasks: the last task first, then the others at once, which keep checkpoints and need the same
// teacher, do not get into each other's way. On machines of 1, 2 and 5 cores, and folded on one of 3,
// they find what one machine finds, bit for bit.
func TestInTasks(t *testing.T) {
	engines := onThreads(t, 1, 2, 5, 3)
	tasks, folding := engines[:3], engines[3]
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i, dir := brief(t, d), t.TempDir()
		do := func(k int) {
			if _, err := i.Task(t.Context(), tasks[k], study.Options{Dir: dir, Checkpoints: 10}, k, len(tasks)); err != nil {
				t.Error(err)
			}
		}
		last := len(tasks) - 1
		do(last)
		var together sync.WaitGroup
		for k := range last {
			together.Go(func() { do(k) })
		}
		together.Wait()
		folded, err := i.Gather(t.Context(), folding, study.GatherOptions{Dir: dir})
		if err != nil || !bytes.Equal(encoded(t, folded), encoded(t, found(t, d))) {
			t.Errorf("tasks find another result than one machine, %v", err)
		}
	})
}
