package igbo

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/models"
)

// TestStepsPerCallChangeNothing: however many steps are in a call of the engine, weights,
// history, early stopping and checkpoints are the same, bit for bit, and so is a training
// that is interrupted and resumed with another number.
func TestStepsPerCallChangeNothing(t *testing.T) {
	_, data, d := small(t)
	cases := resumeCases(t)
	stopped := cases["sgd"]
	stopped.StopAtOpposite = true
	cases["stop at opposite"] = stopped
	for name, cfg := range cases {
		if cfg.Optimizer.Name == armijo {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := outcomeOf(t, mustTrain(t, cfg, data, d))
			for _, steps := range []int{1, 3, 8} {
				cfg.StepsPerCall = steps
				if got := outcomeOf(t, mustTrain(t, cfg, data, d)); !reflect.DeepEqual(got, want) {
					t.Fatalf("%d steps a call end with\n%+v, want\n%+v", steps, got, want)
				}
			}
			if got := outcomeOf(t, interrupted(t, cfg, data, d)); !reflect.DeepEqual(got, want) {
				t.Fatalf("interrupted it ends with\n%+v, want\n%+v", got, want)
			}
		})
	}
}

// TestCheckpointsAreAtTheirSteps, whatever the steps of a call, and a resume may have others.
func TestCheckpointsAreAtTheirSteps(t *testing.T) {
	cfg, data, d := small(t)
	cfg.Epochs, cfg.Model = 10, models.MLPSpec(models.MLPConfig{Hidden: []int{3}, Activation: "tanh"})
	folder := func(stepsPerCall int) map[string][]byte {
		c := cfg
		c.StepsPerCall, c.Checkpoints = stepsPerCall, Checkpoints{Dir: t.TempDir(), Every: 7, Keep: 9}
		mustTrain(t, c, data, d)
		return readAll(t, filepath.Join(c.Checkpoints.Dir, folderOf(14)))
	}
	one, five := folder(1), folder(5)
	for _, name := range []string{weightsFile, variablesFile} {
		if !reflect.DeepEqual(one[name], five[name]) {
			t.Errorf("%s after 14 steps depends on the steps of a call", name)
		}
	}
	c := cfg
	c.StepsPerCall, c.Checkpoints = 5, Checkpoints{Dir: t.TempDir(), Resume: true}
	c.Epochs = 4
	mustTrain(t, c, data, d)
	c.StepsPerCall, c.Epochs = 2, 10
	if got, want := outcomeOf(t, mustTrain(t, c, data, d)), outcomeOf(t, mustTrain(t, cfg, data, d)); !reflect.DeepEqual(got, want) {
		t.Errorf("resumed with other steps a call it ends otherwise")
	}
}
