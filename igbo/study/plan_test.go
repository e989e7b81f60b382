package study

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// crossed adds cells as those of sums power by power, as an ablation does its grid.
func crossed(seeds, powers int) Study[int] {
	return cells[int](func(p *Plan) func(*Parts) (int, error) {
		var drawn []Part[float64]
		for seed := range seeds {
			drawn = append(drawn, Add(p, Cell{Name: fmt.Sprint("seed ", seed)}, draw, seedSettings{seed, 2, -1}))
		}
		for power := range powers {
			for seed, x := range drawn {
				Add(p, Cell{Name: fmt.Sprintf("power %d of seed %d", power, seed), Steps: 3}, raise, powerSettings{x, float64(power)})
			}
		}
		return func(*Parts) (int, error) { return 0, nil }
	})
}

// TestTasksHaveEachSeed: cells that need the same part, which may all turn out to
// cost nothing, are spread over the tasks, whatever the numbers of tasks and seeds.
func TestTasksHaveEachSeed(t *testing.T) {
	for seeds := 1; seeds <= 12; seeds++ {
		p := planned(t, crossed(seeds, 15))
		for n := 1; n <= 15; n++ {
			count := map[*cell][]int{}
			for place, task := range p.tasks(n) {
				for _, need := range p.cells[place].needs {
					if count[need] == nil {
						count[need] = make([]int, n)
					}
					count[need][task]++
				}
			}
			if len(count) != seeds {
				t.Fatalf("cells need %d parts, want one a seed", len(count))
			}
			for need, tasks := range count {
				if slices.Max(tasks)-slices.Min(tasks) > 1 {
					t.Errorf("%d seeds, %d tasks: %v cells need the %s", seeds, n, tasks, need.Name)
				}
			}
		}
	}
}

// TestNeededFirst: a task does those of its cells first that others may wait for.
func TestNeededFirst(t *testing.T) {
	p := planned(t, newSums())
	level := 0
	for _, c := range p.cells {
		do := c.do
		c.do = func(ctx context.Context, w *Work) (any, error) {
			if c.level < level {
				t.Errorf("%s is done after cells of level %d", c.Name, level)
			}
			level = max(level, c.level)
			return do(ctx, w)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one after the other
	must.Do(t, newRunner(t.Context(), p, nil, nil, Options{}).run(t.Context(), p.cells))
}

// TestDigests: one for each cell, the same for the same settings, and the old
// ones where there are more.
func TestDigests(t *testing.T) {
	list := func(s sums) []string {
		var p Plan
		must.Of(s.Cells(&p)).In(t)
		return p.Digests()
	}
	few, s := list(newSums()), newSums()
	s.Seeds++
	more := list(s)
	if len(few) != 28 || !slices.Equal(few, list(newSums())) || !slices.Equal(more[:28], few) || len(more) != 32 {
		t.Errorf("%d cells, and %d of one seed more", len(few), len(more))
	}
	slices.Sort(more)
	if n := len(slices.Compact(more)); n != 32 {
		t.Errorf("%d digests of 32 cells", n)
	}
}
