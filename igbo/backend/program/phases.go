package program

import (
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// access describes how a task reads or writes a value. Each unit accesses step bytes, in order. If step is 0, a unit may
// access the whole value.
type access struct {
	value, step int
	gives       bool
}

// accesses lists the accesses of a task to computed values. If the task reads one value in two ways, they are merged to
// one read of the whole value.
func (e *executable) accesses(t *task.Task) []access {
	list := []access{{t.Out, t.Step, true}}
	for _, also := range t.Also {
		list = append(list, access{also, 0, true})
	}
	for k, r := range t.Reads {
		if e.values[r].kind != computed {
			continue
		}
		step := 0
		if t.Steps != nil {
			step = t.Steps[k]
		}
		if at := slices.IndexFunc(list, func(a access) bool { return a.value == r && !a.gives }); at < 0 {
			list = append(list, access{r, step, false})
		} else if list[at].step != step {
			list[at].step = 0
		}
	}
	return list
}

// share is a range of units of a task that one worker computes.
type share struct{ task, lo, hi int32 }

// phase is the work between two barriers: either the shares of each worker, or a loop that all workers run together.
type phase struct {
	loop   *loop
	task   int32     // the task of loop
	shares [][]share // of each worker
}

// stage holds the phases of a step. The phases once run before the first step only.
type stage struct{ once, step []phase }

// stageFor returns the phases for the given number of workers.
func (e *executable) stageFor(workers int) *stage {
	e.mu.Lock()
	defer e.mu.Unlock()
	workers = min(workers, e.workers)
	for len(e.stages) < workers {
		e.stages = append(e.stages, nil)
	}
	if e.stages[workers-1] == nil {
		p := planner{executable: e, workers: workers, grains: e.grains(), phase: make([]int, len(e.tasks)), by: make([]int, len(e.tasks))}
		once := p.phases(0, e.once)
		e.stages[workers-1] = &stage{once, p.phases(e.once, len(e.tasks))}
	}
	return e.stages[workers-1]
}

// planner assigns the tasks of a step to workers. A task needs a barrier only if, since the last barrier, another worker
// accessed the same memory. No barrier is needed if each worker accesses only its own rows.
type planner struct {
	*executable
	workers int
	grains  map[int]int // by size of a value in bytes: shares of such values are multiples of the grain
	phase   []int       // number of each task's phase, from 1; 0 if not assigned yet
	by      []int       // the worker of each task, or all
}

// all means that a task is split among all workers.
const all = -1

// aloneLimit is the maximum time in nanoseconds of a task that runs on one worker although it could be split.
const aloneLimit = 3000

// grains chooses the grains so that, where possible, tasks on values of the same size are split at the same places.
func (e *executable) grains() map[int]int {
	grains := map[int]int{}
	for _, list := range e.access {
		for _, a := range list {
			bytes := e.values[a.value].bytes
			if a.step == 0 || bytes == 0 {
				continue
			}
			g := max(grains[bytes], task.Alignment)
			if joint := g / common(g, a.step) * a.step; joint*4 <= bytes || max(g, a.step)*4 > bytes {
				grains[bytes] = joint
			} else {
				grains[bytes] = max(g, a.step)
			}
		}
	}
	return grains
}

// common returns the greatest common divisor.
func common(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// cut returns the first unit of a worker's share of a split task.
func (p *planner) cut(i, worker int) int {
	t := &p.tasks[i]
	if worker == p.workers {
		return t.Units
	}
	a := p.access[i][0]
	grain := p.grains[p.values[a.value].bytes]
	if a.step == 0 || grain == 0 {
		return bound(t.Units, worker, p.workers)
	}
	groups := (t.Units*a.step + grain - 1) / grain
	return min(groups*worker/p.workers*grain/a.step, t.Units)
}

// splits reports whether a task can be split.
func (p *planner) splits(i int) bool {
	t := &p.tasks[i]
	if t.Whole || p.workers == 1 {
		return false
	}
	if p.access[i][0].step == 0 {
		return t.Units > 1 && t.Cost > aloneLimit
	}
	return p.cut(i, 1) < t.Units
}

// phases assigns the tasks from lo to hi to phases and workers.
func (p *planner) phases(lo, hi int) (phases []phase) {
	open := make([]int, 0, hi-lo)
	for i := lo; i < hi; i++ {
		open = append(open, i)
	}
	for number := 1; len(open) > 0; number++ {
		var later []int
		loads := make([]float64, p.workers)
		ph := phase{shares: make([][]share, p.workers)}
		for k, i := range open {
			if p.tasks[i].Alone {
				if len(later) == 0 && k == 0 {
					p.phase[i], p.by[i] = number, all
					ph.loop, ph.task = p.nested[p.tasks[i].Out], int32(i)
					later = append(later, open[1:]...)
				} else {
					later = append(later, open[k:]...) // all earlier tasks must finish first
				}
				break
			}
			if !p.place(i, number, lo, loads) {
				later = append(later, i)
				continue
			}
			for w := range p.workers {
				if from, to := p.units(i, w); from < to {
					ph.shares[w] = append(ph.shares[w], share{int32(i), int32(from), int32(to)})
				}
			}
		}
		phases, open = append(phases, ph), later
	}
	return phases
}

// units returns the range of units that a worker computes.
func (p *planner) units(i, worker int) (from, to int) {
	switch p.by[i] {
	case all:
		return p.cut(i, worker), p.cut(i, worker+1)
	case worker:
		return 0, p.tasks[i].Units
	}
	return 0, 0
}

// place assigns a task to the phase with the given number, on all workers or on one. It returns false if the task must
// wait for a barrier.
func (p *planner) place(i, number, lo int, loads []float64) bool {
	var near []int // its dependencies in the same phase
	for _, j := range p.needs[i] {
		switch {
		case int(j) == i || int(j) < lo:
		case p.phase[j] == 0:
			return false
		case p.phase[j] == number:
			near = append(near, int(j))
		}
	}
	if p.splits(i) {
		if p.by[i] = all; p.apart(i, near) {
			for w := range loads {
				loads[w] += p.tasks[i].Cost / float64(p.workers)
			}
			p.phase[i] = number
			return true
		}
		if p.tasks[i].Cost > aloneLimit {
			return false
		}
	}
	order := make([]int, p.workers)
	for w := range order {
		order[w] = w
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(loads[a]) - int(loads[b]) })
	for _, w := range order {
		if p.by[i] = w; p.apart(i, near) {
			loads[w] += p.tasks[i].Cost
			p.phase[i] = number
			return true
		}
	}
	return false
}

// apart reports whether no two workers access the same memory, one in task i and the other in a task of near, with at
// least one of them writing.
func (p *planner) apart(i int, near []int) bool {
	for _, j := range near {
		for _, a := range p.access[i] {
			for _, b := range p.access[j] {
				if (a.gives || b.gives) && p.memory(a.value) == p.memory(b.value) && p.crosses(i, a, j, b) {
					return false
				}
			}
		}
	}
	return true
}

// memory returns a key that is equal for values that share memory: the offset in the block, or a negative number for a
// value outside it.
func (p *planner) memory(value int) int {
	if p.dynamic[value] {
		return -1 - value
	}
	return p.offsets[value]
}

// crosses reports whether access a of task i and access b of task j touch the same bytes on different workers.
func (p *planner) crosses(i int, a access, j int, b access) bool {
	for w := range p.workers {
		from, to, ok := p.bytes(i, w, a)
		for v := range p.workers {
			if first, last, too := p.bytes(j, v, b); ok && too && v != w && from < last && first < to {
				return true
			}
		}
	}
	return false
}

// bytes returns the range of bytes that a worker accesses in a value. The range of the last share extends to the end of
// the memory.
func (p *planner) bytes(i, worker int, a access) (from, to int, ok bool) {
	lo, hi := p.units(i, worker)
	switch {
	case lo == hi:
		return 0, 0, false
	case a.step == 0 || lo == 0 && hi == p.tasks[i].Units:
		return 0, math.MaxInt, true
	case hi == p.tasks[i].Units:
		return lo * a.step, math.MaxInt, true
	}
	return lo * a.step, hi * a.step, true
}
