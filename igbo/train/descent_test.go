package train

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// descents trains the model regression and returns the history with Descent set.
func descents(t *testing.T, inner optimizer.Interface, k int) *History {
	t.Helper()
	opt := must.Of(Wrap(inner, DefaultConfig())).In(t)
	tr := training{store: backendtest.Store(t, 5), opt: opt, history: NewHistory(DefaultConfig())}
	tr.history.Descent = true
	must.Do(t, tr.driver(t, k).Run(t.Context(), rows(), 1, 60, nil, nil))
	return tr.history
}

// TestGradientDescentDescendsBoth checks that, with gradient descent, the update is along −v and
// decreases both objectives at every step (Theorem 3), with the cosines that the rule predicts.
// With Adam it is not, and the history counts the steps that increase an objective.
func TestGradientDescentDescendsBoth(t *testing.T) {
	plain := descents(t, optimizer.StochasticGradientDescent().WithLearningRate(0.01).WithDecay(false).Done(), 1)
	for _, s := range plain.Steps {
		n1, n2 := s.Norm1*s.Norm1, s.Norm2*s.Norm2
		c := s.Cosine * s.Norm1 * s.Norm2
		a1, a2 := 0.5, 0.5
		if c < 0 {
			a1, a2 = 0.5*(1-c/n1), 0.5*(1-c/n2)
		}
		length := math.Sqrt(a1*a1*n1 + 2*a1*a2*c + a2*a2*n2)
		want1, want2 := (a1*n1+a2*c)/(s.Norm1*length), (a1*c+a2*n2)/(s.Norm2*length)
		if math.Abs(s.Descent1-want1) > 1e-3 || math.Abs(s.Descent2-want2) > 1e-3 || min(s.Descent1, s.Descent2) < -1e-5 {
			t.Errorf("step %d: cosines %g and %g, the rule promises %g and %g", s.Step, s.Descent1, s.Descent2, want1, want2)
		}
	}
	if plain.Ascents != 0 || plain.ConflictShare() == 0 {
		t.Errorf("gradient descent: %d ascents at a share of %g conflicts, want none at some", plain.Ascents, plain.ConflictShare())
	}
	adam := descents(t, optimizer.Adam().LearningRate(0.01).Done(), 1)
	counted := 0
	for _, s := range adam.Steps {
		if min(s.Descent1, s.Descent2) < -1e-5 {
			counted++
		}
	}
	if adam.Ascents == 0 || adam.Ascents != counted {
		t.Errorf("Adam: %d ascents, %d in the steps, want as many and some", adam.Ascents, counted)
	}
	several := descents(t, optimizer.Adam().LearningRate(0.01).Done(), 7)
	if several.Ascents != adam.Ascents || several.Steps[59] != adam.Steps[59] {
		t.Errorf("several steps a call: %d ascents, last step %+v, want %d, %+v", several.Ascents, several.Steps[59], adam.Ascents, adam.Steps[59])
	}
}

// TestDescentOfTheLineSearch checks that Armijo steps are along −v.
func TestDescentOfTheLineSearch(t *testing.T) {
	opt := must.Of(Wrap(optimizer.StochasticGradientDescent().Done(), DefaultConfig())).In(t)
	history := NewHistory(DefaultConfig())
	history.Descent = true
	bowls := func(scope *model.Scope, inputs []*Node) *Node {
		return twoBowls([2]float64{1, 0}, [2]float64{-1, 0.5})(scope, inputs[0])
	}
	search := must.Of(NewLineSearch(backendtest.Open(t), model.NewStore(), bowls, firstPrediction, opt, history, DefaultArmijo())).In(t)
	defer search.Finalize()
	must.Do(t, search.Step(1, testBatches().All()))
	if s := history.Steps[0]; !(s.Descent1 > 0 && s.Descent2 > 0 && s.StepSize > 0) || history.Ascents != 0 {
		t.Errorf("%+v, %d ascents, want a step that descends both", s, history.Ascents)
	}
}
