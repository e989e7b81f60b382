package wrongprior

import (
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Draw returns a problem of the study with this number of samples and exchanged pairs, and the students that must satisfy its
// order.
func Draw(samples, swaps int, seed int64) (*benchmark.Problem, []benchmark.Student, error) {
	c := DefaultConfig()
	p, err := c.problems().Draw(c.drawn(samples), seed)
	if err != nil {
		return nil, nil, err
	}
	p.Order, err = damaged(p, swaps, rand.New(rand.NewPCG(uint64(seed), 99)))
	return p, c.students(), err
}
