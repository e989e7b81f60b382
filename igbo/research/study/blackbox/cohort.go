package blackbox

import (
	"context"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Cohort draws samples of a set and returns a cohort with the teacher's order, ridge regression and the linear students under
// the order.
func Cohort(ctx context.Context, w *workflow.Work, set string, samples int, seed int64) (benchmark.Cohort, error) {
	published, err := publish(ctx, w, set)
	if err != nil {
		return benchmark.Cohort{}, err
	}
	c := DefaultConfig()
	p, err := distribution{Set: set, Samples: samples, Config: c}.problem(w.Backend, published, seed)
	found := benchmark.Cohort{Problem: p.informed, Points: 1, Known: true, Students: []benchmark.Member{{Name: "without the order", Method: benchmark.Ridge(), Tuned: true}}}
	for _, s := range []benchmark.Student{c.student(order, benchmark.Uniform), c.student(intervals, benchmark.Intervals)} {
		found.Students = append(found.Students, benchmark.Member{Name: s.Label, Method: s, Tuned: true})
	}
	return found, err
}
