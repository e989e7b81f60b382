package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// copies is how many times a judging core holds a problem's numbers: the training and the test part, both in the
// model's units, and as much again that was let go of and not collected yet (BenchmarkMemory).
const copies = 6

// Bytes is about how much memory judging takes beside the data: N samples of T steps and D columns, as numbers
// of 8 bytes, on some cores.
func Bytes(samples, steps, columns, cores int) float64 {
	return 8 * copies * float64(samples) * float64(steps) * float64(columns) * float64(max(cores, 1))
}

// CheckMemory says what judging needs where that is more than the machine has left. The data
// have cells numbers, 0 where they are in memory already.
func CheckMemory(cells float64, samples, steps, columns, cores int) error {
	if err := memory.Check(8*cells + Bytes(samples, steps, columns, cores)); err != nil {
		return fmt.Errorf("verdict: judging %d samples of %d numbers on %d cores %w; choose columns, take fewer rows, or fewer cores (GOMAXPROCS=1)", samples, steps*columns, cores, err)
	}
	return nil
}
