package shortcut

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestCompetingMethods checks that each method fits the linear students. Without the suspect, its value must not change the
// output. Under hard edges, the weight of the suspect must be a fraction of its weight without them; it can exceed the mean
// weights of other features, because their signs differ between draws.
func TestCompetingMethods(t *testing.T) {
	b := backendtest.Open(t)
	for _, student := range networks() {
		all := competingMethods(student.Network, student.Loss)
		if student.Name != Linear && student.Name != LogisticLinear {
			if all != nil {
				t.Errorf("%s has rivals", student.Name)
			}
			continue
		}
		s := centre(student)
		l := newTruth(s, 1000)
		p := &benchmark.Problem{Train: l.draw(40, 1, false), Test: l.draw(50, 2, true), Loss: task.Loss{Kind: student.Loss}, Suspects: []int{s.Features}}
		free := 0.0
		for _, m := range all {
			f, err := m.Fit(t.Context(), b, p, benchmark.Setting{}, 1)
			if err != nil {
				t.Fatalf("%s, %s: %v", student.Name, m.Name(), err)
			}
			before := must.Of(f.Predict(p.Test.X)).In(t)
			x := append([]float64(nil), p.Test.X...)
			for i := s.Features; i < len(x); i += s.Features + 1 {
				x[i] += 3
			}
			after := must.Of(f.Predict(x)).In(t)
			if moved := math.Abs(after[0] - before[0]); m.Name() == without != (moved == 0) {
				t.Errorf("%s, %s: the answer moves by %g with the suspect", student.Name, m.Name(), moved)
			}
			switch weight := math.Abs(f.Weights()[min(s.Features, len(f.Weights())-1)]); m.Name() {
			case bare:
				free = weight
			case hard:
				if weight > free/4 {
					t.Errorf("%s, %s: the suspect's weight is %g, without edges %g", student.Name, m.Name(), weight, free)
				}
			}
		}
	}
}
