package workflow

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// crossed adds cells like those of sums power by power, in the order of an ablation's grid.
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

// TestTasksHaveEachSeed checks that cells that need the same part are spread over the tasks, because all of
// them may turn out to cost nothing.
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

// TestNeededFirst checks that a task first runs the cells that others may wait for.
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
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one cell after another
	must.Do(t, newRunner(t.Context(), p, nil, nil, Options{}).run(t.Context(), p.cells))
}

// TestDigests checks that each cell has a different digest, that equal settings give equal digests, and that
// more cells do not change the digests of the first.
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

func times(_ context.Context, _ *Work, s [2]int) (int, error) { return s[0] * s[1], nil }

// TestGrid checks that a grid has a row of cells for each value, in order.
func TestGrid(t *testing.T) {
	factor := []int{3, 0, 2} // with as many draws as its value
	found, err := Run(t.Context(), nil, cells[[][]int](func(p *Plan) func(*Parts) ([][]int, error) {
		found := Grid(p, times, len(factor), func(row int) int { return factor[row] }, func(row, draw int) (Cell, [2]int) {
			return Cell{Name: fmt.Sprint(row, " ", draw)}, [2]int{factor[row], draw}
		})
		return func(parts *Parts) ([][]int, error) { return Rows(parts, found), nil }
	}), Options{Unkept: true})
	if err != nil || len(found) != 3 || !slices.Equal(found[0], []int{0, 3, 6}) || len(found[1]) != 0 || !slices.Equal(found[2], []int{0, 2}) {
		t.Errorf("%v, %v", found, err)
	}
}
