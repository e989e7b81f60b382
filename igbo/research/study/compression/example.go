package compression

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Draw trains a teacher and returns a problem at the centre of the study, with the network of a student and its frozen weight
// decay. It returns an error if the study has no such student.
func Draw(ctx context.Context, w *workflow.Work, student string, test int, seed int64) (*benchmark.Problem, benchmark.Network, float64, error) {
	c := centre()
	s := study.First(c.Students, func(s *Student) bool { return s.Name == student })
	if s == nil {
		return nil, benchmark.Network{}, 0, fmt.Errorf("compression: drawing a problem: student %q not found", student)
	}
	of := newTruth(c.Settings[0], seed)
	cfg := training.Follow(w, c.teacher(seed))
	cfg.OnStep = nil
	taught := of.draw(c.Taught, uint64(seed)+1<<32, false)
	trained, err := igbo.Train(ctx, w.Backend, cfg, taught, nil)
	if err != nil {
		return nil, benchmark.Network{}, 0, fmt.Errorf("compression: the teacher: %w", err)
	}
	p, err := c.problem(trained.Model, of.draw(c.Settings[0].Samples, uint64(seed), false), of.draw(test, uint64(seed)+1<<33, true), uint64(seed))
	return p, s.Network, frozen[student][2], err
}
