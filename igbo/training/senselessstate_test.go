package training

import (
	"bytes"
	"context"
	"encoding/gob"
	"math"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestSenselessState checks that a checkpoint with a valid manifest but an inconsistent state is rejected with a message
// that describes the inconsistency.
func TestSenselessState(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.EarlyStopping, cfg.Epochs = settings.EarlyStopping{Data: data, Patience: 3}, 2
	for want, edit := range map[string]func(s *trainingState){
		"step size is NaN":     func(s *trainingState) { s.StepSize = math.NaN() },
		"step size is -3":      func(s *trainingState) { s.StepSize = -3 },
		"step size is +Inf":    func(s *trainingState) { s.StepSize = math.Inf(1) },
		"history has 1000":     func(s *trainingState) { s.Steps = make([]train.Step, 1000) },
		"-5 steps of the kind": func(s *trainingState) { s.Counts = map[projection.Case]int{0: -5} },
		"at step 1000":         func(s *trainingState) { s.Best.Step = 1000 },
		"at step -1":           func(s *trainingState) { s.Best.Step = -1 },
		"best loss is NaN":     func(s *trainingState) { s.Best.Loss = math.NaN() },
		"-7 evaluations":       func(s *trainingState) { s.Best.Waited = -7 },
	} {
		cfg.Checkpoints = settings.Checkpoints{Dir: t.TempDir(), Keep: 1}
		r := trains(t, cfg, data, d)
		modeltest.Reseal(t, filepath.Join(cfg.Checkpoints.Dir, folderOf(r.Steps)), func(files map[string][]byte) {
			var s trainingState
			must.Do(t, gob.NewDecoder(bytes.NewReader(files[trained.StateFile])).Decode(&s))
			edit(&s)
			var text bytes.Buffer
			must.Do(t, gob.NewEncoder(&text).Encode(s))
			files[trained.StateFile] = text.Bytes()
		})
		resumed := cfg
		resumed.Epochs, resumed.Checkpoints.Resume = 3, true
		_, err := Train(context.Background(), backendtest.Open(t), resumed, data, d)
		modeltest.Refused(t, err, want)
	}
}
