package realdata

import "github.com/igbolab/igbolab/igbo/research/study/benchmark"

// Students returns the linear students of the study that follow an expert's order: the order alone, and the order with signs.
func Students() []benchmark.Student {
	c := DefaultConfig()
	return []benchmark.Student{c.order(), c.signs()}
}
