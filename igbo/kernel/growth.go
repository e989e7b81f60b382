package kernel

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// resident is a cell that prints the resident memory of its process in kilobytes. It first collects garbage and returns it to the
// system. Otherwise garbage that happens to be left would count as memory of the cells.
const resident = "debug.FreeOSMemory()\nstatus, err := os.ReadFile(\"/proc/self/status\")\nif err != nil { panic(err) }\n_, line, _ := strings.Cut(string(status), \"VmRSS:\")\nfmt.Print(strings.Fields(line)[0])"

// changing is a cell that declares another type, function and variable in each run.
const changing = "type kind struct{ a [%d]int }\nfunc size(v kind) int { return len(v.a) }\nx := kind{}\nfmt.Print(size(x))"

// Growth runs a number of edited cells and returns the bytes of memory that each has taken. The goal is at most GrowthGoal.
//
// It returns an error if stateful cells are not set up, or if a cell fails or prints the wrong text.
func (k *Kernel) Growth(ctx context.Context, cells int) (bytes float64, err error) {
	if err := k.Stateful(); err != nil {
		return 0, err
	}
	err = k.within(ctx, sample{}, func(w *wire.Kernel, _ []string) error {
		run := func(code string) (int, error) {
			e, err := w.Execute(ctx, code)
			if err = cmp.Or(err, e.Err()); err != nil {
				return 0, err
			}
			return strconv.Atoi(strings.TrimSpace(e.Stdout()))
		}
		begin := 0
		for i := range cells + 2 { // the first cells create what later cells share
			if i == 2 {
				if begin, err = run(resident); err != nil {
					return err
				}
			}
			n, err := run(fmt.Sprintf(changing, i+1))
			if err == nil && n != i+1 {
				err = fmt.Errorf("kernel: an edited cell printed %d, want %d", n, i+1)
			}
			if err != nil {
				return err
			}
		}
		end, err := run(resident)
		bytes = float64(end-begin) * 1024 / float64(cells)
		return err
	})
	return bytes, err
}

// GrowthGoal is the maximum memory of an edited cell in bytes: 50 MB for 1 000 cells.
const GrowthGoal = 50e3
