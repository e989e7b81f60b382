package stateful

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestManyCells checks that edited cells take less than half a megabyte each while a model is in memory, and do no damage.
func TestManyCells(t *testing.T) {
	n := open(t)
	if got := n.run(`sets, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)
data, err := igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y)
order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 9, P: 1, Epsilon: 0.02, Delta: 1}}, nil, nil)
cfg := igbo.DefaultConfig()
cfg.Epochs = 2
engine, _, err := backend.Select("go")
result, err := igbo.Train(context.Background(), engine, cfg, data, order)
fmt.Println(err, result != nil)`); got != "<nil> true\n" {
		t.Fatal(got)
	}
	cells := sweep.Count(60, 500)
	times := map[string][]time.Duration{}
	cell := func(kind, code, want string) {
		start := time.Now()
		if got := n.run(code); got != want {
			t.Fatalf("%q gave %q, expected %q", code, got, want)
		}
		times[kind] = append(times[kind], time.Since(start))
	}
	for i := range 20 {
		cell("a model that stays", fmt.Sprintf("e, err := result.Model.Evaluate(data, order)\nfmt.Println(e.Interpretability.Constraints, err, %d)", i), fmt.Sprintf("1 <nil> %d\n", i))
	}
	before := n.resident()
	for i := range cells {
		cell("trivial", fmt.Sprintf("type kind struct{ a [%d]int }\nfunc f(v kind) int { return len(v.a) }\nx := kind{}\nfmt.Println(f(x))", i+1), fmt.Sprintln(i+1))
		if i == 0 {
			delete(times, "trivial")
		}
	}
	grown := float64(n.resident()-before) / float64(cells)
	if grown > 500 {
		t.Errorf("%.0f kB a cell", grown)
	}
	for kind, all := range times {
		slices.Sort(all)
		t.Logf("%s: median %v of %d cells", kind, all[len(all)/2], len(all))
	}
	t.Logf("%.0f kB a cell", grown)
}

// TestEditedCellsStaySmall checks that the process and the kernel together grow by at most 50 kB for each cell that is edited and run
// again, and that the kernel keeps no file open for it.
func TestEditedCellsStaySmall(t *testing.T) {
	n := open(t)
	cells := sweep.Count(150, 1000)
	var times []time.Duration
	edit := func(i int) {
		start := time.Now()
		code := fmt.Sprintf("func step(v int) int { return v + %d }\ntotal := 0\nfor i := range 10 { total += step(i) }\nfmt.Println(total, strings.Repeat(\"x\", %d))", i, i%3)
		if got, want := n.run(code), fmt.Sprintln(45+10*i, strings.Repeat("x", i%3)); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
		times = append(times, time.Since(start))
	}
	measure := func() (process, kernel, files int) {
		n.run("debug.FreeOSMemory()")
		n.ready() // the waiting tools, which keep files open, start concurrently after a cell
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		open, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return n.resident(), int(m.HeapAlloc >> 10), len(open)
	}
	for i := range 20 {
		edit(i)
	}
	process, kernel, files := measure()
	times = nil
	for i := range cells {
		edit(i)
	}
	process2, kernel2, files2 := measure()
	perCell := float64(process2-process+kernel2-kernel) / float64(cells)
	if perCell > 50 || files2 > files+5 {
		t.Errorf("%.0f kB a cell; %d files open, %d before", perCell, files2, files)
	}
	median := func(all []time.Duration) time.Duration { slices.Sort(all); return all[len(all)/2] }
	first, last := median(slices.Clone(times[:50])), median(slices.Clone(times[len(times)-50:]))
	t.Logf("a cell: %.1f kB in the process, %.1f kB in the kernel; the first 50 took %v, the last 50 %v", float64(process2-process)/float64(cells), float64(kernel2-kernel)/float64(cells), first, last)
}

// resident returns the resident memory of the process in kB.
func (n *notebook) resident() (kb int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.PID()))
	_, line, _ := strings.Cut(string(text), "VmRSS:")
	if _, scan := fmt.Sscan(line, &kb); err != nil || scan != nil {
		n.t.Fatal(err, scan)
	}
	return kb
}
