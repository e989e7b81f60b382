package live

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestManyCells: edited cells take less than half a megabyte each, with a model that lives among the values, and do no damage.
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
	resident := func() (kb int) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.PID()))
		_, line, _ := strings.Cut(string(text), "VmRSS:")
		if _, scan := fmt.Sscan(line, &kb); err != nil || scan != nil {
			t.Fatal(err, scan)
		}
		return kb
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
		cell("a living model", fmt.Sprintf("e, err := result.Model.Evaluate(data, order)\nfmt.Println(e.Interpretability.Constraints, err, %d)", i), fmt.Sprintf("1 <nil> %d\n", i))
	}
	before := resident()
	for i := range cells {
		cell("trivial", fmt.Sprintf("type kind struct{ a [%d]int }\nfunc f(v kind) int { return len(v.a) }\nx := kind{}\nfmt.Println(f(x))", i+1), fmt.Sprintln(i+1))
		if i == 0 {
			delete(times, "trivial")
		}
	}
	grown := float64(resident()-before) / float64(cells)
	if grown > 500 {
		t.Errorf("%.0f kB a cell", grown)
	}
	for kind, all := range times {
		slices.Sort(all)
		t.Logf("%s: median %v of %d cells", kind, all[len(all)/2], len(all))
	}
	t.Logf("%.0f kB a cell", grown)
}
