package workflow

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSharesPartition checks that every cell is in exactly one share, and that the shares have about the same cost.
func TestSharesPartition(t *testing.T) {
	s := newSums()
	s.Seeds = 20
	p := planned(t, s)
	for n := 1; n < 100; n++ {
		var all []*cell
		least, most := 1e9, 0.0
		for k := range n {
			share, cost := p.share(k, n), 0.0
			for _, c := range share {
				cost += c.cost()
			}
			all, least, most = append(all, share...), min(least, cost), max(most, cost)
		}
		slices.SortFunc(all, func(a, b *cell) int { return a.place - b.place })
		if !slices.Equal(all, p.cells) {
			t.Fatalf("%d tasks have %d cells, want the plan's %d, each once", n, len(all), len(p.cells))
		}
		if most-least > 3 { // the cost of a cell
			t.Errorf("%d tasks: costs from %g to %g", n, least, most)
		}
	}
}

// TestTasksInAnyOrder checks that the result equals that of one machine, whatever tasks run, in sequence or
// concurrently, and that every cell is stored once.
func TestTasksInAnyOrder(t *testing.T) {
	want := mustSum(t, newSums(), Options{Unkept: true})
	for _, n := range []int{1, 2, 3, 28, 50} {
		for _, atOnce := range []bool{false, true} {
			o := Options{Dir: filepath.Join(t.TempDir(), "parts")}
			var wg sync.WaitGroup
			for i := range n {
				task := func() {
					if _, err := Task(t.Context(), nil, newSums(), o, n-1-i, n); err != nil {
						t.Error(err)
					}
				}
				if atOnce {
					wg.Go(task)
				} else {
					task()
				}
			}
			wg.Wait()
			got, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: o.Dir})
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%d tasks: found %v, %v, want %v", n, got, err, want)
			}
		}
	}
}

// TestCellsAreDoneOnce checks that concurrent tasks with the same share divide its cells among themselves if
// they save the state of unfinished cells, and do not change existing parts.
func TestCellsAreDoneOnce(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("files have no locks there")
	}
	o := Options{Dir: t.TempDir(), Checkpoints: 1}
	var did atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			found, err := Task(t.Context(), nil, newSums(), o, 0, 1)
			if err != nil {
				t.Error(err)
			}
			did.Add(int64(found.Did))
		})
	}
	wg.Wait()
	if did.Load() != 28 {
		t.Errorf("%d cells were done, want each of 28 once", did.Load())
	}
	left, err := os.ReadDir(o.Dir)
	if err != nil || len(left) != 28 {
		t.Errorf("%d files are left, %v, want a part of each cell", len(left), err)
	}
}

// TestGatherNamesWhatIsMissing checks that the error names missing cells and tasks, and that repeating these tasks fixes it.
func TestGatherNamesWhatIsMissing(t *testing.T) {
	o := Options{Dir: t.TempDir()}
	for _, k := range []int{0, 2} {
		must.Of(Task(t.Context(), nil, newSums(), o, k, 4)).In(t)
	}
	_, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: o.Dir, Tasks: 4})
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Total != 28 || len(missing.Missing) == 0 || !slices.Equal(missing.Tasks, []int{1, 3}) {
		t.Fatalf("error %v, %+v", err, missing)
	}
	for _, k := range missing.Tasks {
		must.Of(Task(t.Context(), nil, newSums(), o, k, 4)).In(t)
	}
	if _, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: o.Dir, Tasks: 4}); err != nil {
		t.Error(err)
	}
	must.Do(t, os.WriteFile(filepath.Join(o.Dir, "junk"+suffix), []byte("junk"), 0o600))
	more := newSums()
	more.Seeds = 8
	if _, err := Gather(t.Context(), nil, more, GatherOptions{Dir: o.Dir}); !errors.As(err, &missing) || len(missing.Missing) != 4 || len(missing.Damaged) != 1 {
		t.Errorf("error %v", err)
	}
}

// TestForeignParts checks that parts of another backend, processor or build are refused by name, and accepted on request.
func TestForeignParts(t *testing.T) {
	p := planned(t, newSums())
	here, _ := provenance.Code()
	for want, origin := range map[string]provenance.Origin{
		"backend xla":    {Code: here, Backend: "xla", Processor: provenance.Processor()},
		"processor mips": {Code: here, Processor: "mips"},
		"another build":  {Code: "other", Processor: provenance.Processor()},
	} {
		o := Options{Dir: t.TempDir()}
		s, err := o.shared(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		s.origin = origin
		r := newRunner(t.Context(), p, nil, s, o)
		must.Do(t, r.run(t.Context(), p.cells))
		_, err = Gather(t.Context(), nil, newSums(), GatherOptions{Dir: o.Dir})
		var missing *MissingError
		if !errors.As(err, &missing) || len(missing.Foreign) != 28 || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		got, err := Gather(t.Context(), nil, newSums(), GatherOptions{Dir: o.Dir, Foreign: true})
		if err != nil || !reflect.DeepEqual(got, mustSum(t, newSums(), Options{Unkept: true})) {
			t.Errorf("asked for: %v, %v", got, err)
		}
	}
}

// TestBadTasks checks the errors for shares that do not exist and for a missing folder.
func TestBadTasks(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want string
	}{{-1, 2, "must be 0 to 1, because there are 2 tasks, got -1"}, {2, 2, "must be 0 to 1, because there are 2 tasks, got 2"}, {0, 0, "the number of tasks must be at least 1, got 0"}} {
		if _, err := Task(t.Context(), nil, newSums(), Options{Dir: t.TempDir()}, c.k, c.n); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v", err)
		}
	}
	if _, err := Task(t.Context(), nil, newSums(), Options{}, 0, 1); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("error %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	if _, err := Task(t.Context(), nil, newSums(), Options{Dir: file}, 0, 1); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// TestProgressOfATask checks that the progress reaches the total once, at the end, also if the task computes a
// part of another task.
func TestProgressOfATask(t *testing.T) {
	for k := range 2 {
		last, total := 0, 0
		o := Options{Dir: t.TempDir(), Progress: func(done, of int) {
			if total > 0 && last == total || done < last || done > of {
				t.Errorf("task %d: %d of %d after %d of %d", k, done, of, last, total)
			}
			last, total = done, of
		}}
		must.Of(Task(t.Context(), nil, newSums(), o, k, 2)).In(t)
		if last != total || total == 0 {
			t.Errorf("task %d ended at %d of %d", k, last, total)
		}
	}
}
