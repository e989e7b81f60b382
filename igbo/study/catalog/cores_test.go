package catalog

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/study"
)

// onThreads opens an embedded backend of so many threads.
func onThreads(t *testing.T, n int) compute.Backend {
	t.Helper()
	b, _, err := backend.Select(fmt.Sprintf("go:parallelism=%d", n))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// TestAnyNumberOfCores: tasks on machines of 1, 2 and 5 cores and a fold on one
// of 3 know each other's parts, and find what one machine finds, bit for bit.
func TestAnyNumberOfCores(t *testing.T) {
	one, two, three, five := onThreads(t, 1), onThreads(t, 2), onThreads(t, 3), onThreads(t, 5)
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i, dir := brief(t, d), t.TempDir()
		for k, b := range []compute.Backend{one, two, five} {
			if _, err := i.Task(t.Context(), b, study.Options{Dir: dir}, k, 3); err != nil {
				t.Fatal(err)
			}
		}
		folded, err := i.Gather(t.Context(), three, study.GatherOptions{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := i.Run(t.Context(), five, study.Options{Unkept: true})
		if err != nil || !bytes.Equal(encoded(t, folded), encoded(t, whole)) {
			t.Errorf("tasks find another result than one machine, %v", err)
		}
	})
}

// TestTasksAtOnce: tasks that begin together, keep checkpoints and need the same
// teacher do not get into each other's way.
func TestTasksAtOnce(t *testing.T) {
	engines := []compute.Backend{onThreads(t, 1), onThreads(t, 2), onThreads(t, 3)}
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i, dir := brief(t, d), t.TempDir()
		var wg sync.WaitGroup
		for k, b := range engines {
			wg.Go(func() {
				if _, err := i.Task(t.Context(), b, study.Options{Dir: dir, Checkpoints: 1}, k, len(engines)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if _, err := i.Gather(t.Context(), engines[0], study.GatherOptions{Dir: dir}); err != nil {
			t.Error(err)
		}
	})
}
