package kernel

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// resident is a cell that prints how many kilobytes its process holds.
const resident = "status, err := os.ReadFile(\"/proc/self/status\")\nif err != nil { panic(err) }\n_, line, _ := strings.Cut(string(status), \"VmRSS:\")\nfmt.Print(strings.Fields(line)[0])"

// changing is a living cell that declares another type, function and variable each time.
const changing = "type kind struct{ a [%d]int }\nfunc size(v kind) int { return len(v.a) }\nx := kind{}\nfmt.Print(size(x))"

// Growth runs so many edited living cells, and says how many bytes of memory each has taken. GrowthGoal is what that is meant to stay below.
//
// Errors: living cells are not set up; a cell that fails or prints something else.
func (k *Kernel) Growth(ctx context.Context, cells int) (bytes float64, err error) {
	if err := k.Lives(); err != nil {
		return 0, err
	}
	err = k.within(ctx, sample{live: true}, func(w *wire.Kernel, _ []string) error {
		run := func(code string) (int, error) {
			e, err := w.Execute(ctx, code)
			if err = cmp.Or(err, e.Err()); err != nil {
				return 0, err
			}
			return strconv.Atoi(strings.TrimSpace(e.Stdout()))
		}
		begin := 0
		for i := range cells + 2 { // the first cells make what later ones have
			if i == 2 {
				if begin, err = run(resident); err != nil {
					return err
				}
			}
			n, err := run(fmt.Sprintf(changing, i+1))
			if err == nil && n != i+1 {
				err = fmt.Errorf("kernel: an edited cell prints %d, expected %d", n, i+1)
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

// GrowthGoal is in bytes a cell.
const GrowthGoal = 500e3
