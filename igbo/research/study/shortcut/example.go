package shortcut

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Draw returns a problem at the centre of the study with test samples from the training distribution, the network of a student,
// and the strengths at which the study tries its methods. It returns an error if the study has no such student.
func Draw(student string, test int, seed int64) (*benchmark.Problem, benchmark.Network, map[string]float64, error) {
	s := study.First(networks(), func(s *Student) bool { return s.Name == student })
	if s == nil {
		return nil, benchmark.Network{}, nil, fmt.Errorf("shortcut: drawing a problem: student %q not found", student)
	}
	at := centre(*s)
	l := newTruth(at, seed)
	p := &benchmark.Problem{Train: l.draw(at.Samples, uint64(seed), false), Test: l.draw(test, uint64(seed)+1<<33, false), Suspects: []int{at.Features}}
	p.Loss.Kind = s.Loss
	return p, s.Network, frozen[student], p.Validate()
}
