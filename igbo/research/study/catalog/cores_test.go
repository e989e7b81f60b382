package catalog

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// onThreads opens embedded backends with these numbers of threads. With another backend, it returns the same one each time.
func onThreads(t *testing.T, threads ...int) []compute.Backend {
	t.Helper()
	engines := make([]compute.Backend, len(threads))
	for k, n := range threads {
		if !backendtest.Embedded() {
			engines[k] = backendtest.Open(t)
			continue
		}
		b := must.Of(embedded.Open(fmt.Sprintf("parallelism=%d", n))).In(t)
		t.Cleanup(b.Finalize)
		engines[k] = b
	}
	return engines
}

// TestKept checks that tasks and a complete run that share checkpoints and a teacher do not disturb each other. Machines with
// 5, 1 and 2 cores, gathered on one with 3, must find the result of one machine without a cache, bit for bit. A second run must
// not compute any cell. A full sweep tests every study; otherwise the test uses every second one.
func TestKept(t *testing.T) {
	engines, turn := onThreads(t, 1, 2, 5, 3), rand.IntN(2)
	each(t, sweep.Part(Studies(), 2, turn), func(t *testing.T, d study.Definition) {
		i, o, want := brief(t, d), workflow.Options{Dir: t.TempDir(), Checkpoints: 10}, encoded(t, found(t, d))
		task := func(k int, engine compute.Backend) {
			if _, err := i.Task(t.Context(), engine, o, k, 3); err != nil {
				t.Error(err)
			}
		}
		run := func(o workflow.Options) {
			if r, err := i.Run(t.Context(), engines[1], o); err != nil || !bytes.Equal(encoded(t, r), want) {
				t.Errorf("a run that keeps its parts finds another result than one that does not, %v", err)
			}
		}
		task(2, engines[2])
		var together sync.WaitGroup
		together.Go(func() { task(0, engines[0]) })
		together.Go(func() { run(o) })
		together.Wait()
		gathered, err := i.Gather(t.Context(), engines[3], workflow.GatherOptions{Dir: o.Dir})
		if err != nil || !bytes.Equal(encoded(t, gathered), want) {
			t.Errorf("what is gathered is another result than one machine's, %v", err)
		}
		o.Progress = func(int, int) { t.Error("a second run does cells again") }
		run(o)
	})
}
