package igbo

import (
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/checkpoint"
)

// resume brings the model to the newest checkpoint that can be read.
func (k *checkpointKeeper) resume() (trainingState, error) {
	if k == nil {
		return trainingState{}, nil
	}
	found, err := k.folders()
	if err != nil || len(found) == 0 {
		return trainingState{}, err
	}
	if !k.Resume {
		return trainingState{}, fmt.Errorf("igbo: %s holds checkpoints of an earlier training; set Resume to continue it, or name another folder", k.Dir)
	}
	var damaged []error
	for _, folder := range found {
		state, err := k.read(folder)
		var other *otherTrainingError
		if err == nil || errors.As(err, &other) {
			return state, err
		}
		damaged = append(damaged, fmt.Errorf("%s: %w", folder, err))
	}
	return trainingState{}, fmt.Errorf("igbo: no checkpoint can be read: %w", errors.Join(damaged...))
}

// otherTrainingError says that a checkpoint belongs to another training.
type otherTrainingError struct{ folder, difference string }

func (e *otherTrainingError) Error() string {
	return fmt.Sprintf("igbo: the checkpoint %s is of another training: %s", e.folder, e.difference)
}

// read loads a checkpoint into the model.
func (k *checkpointKeeper) read(folder string) (state trainingState, err error) {
	f, err := os.Open(filepath.Join(folder, stateFile))
	if err != nil {
		return state, err
	}
	defer f.Close()
	if err := gob.NewDecoder(f).Decode(&state); err != nil {
		return state, err
	}
	if err := k.sameTraining(folder, state); err != nil {
		return trainingState{}, err
	}
	loaded := model.NewStore()
	if _, err := checkpoint.Load(loaded).Dir(filepath.Join(folder, weightsFolder)).Immediate().Done(); err != nil {
		return trainingState{}, err
	}
	return state, fill(k.model.store, loaded, state.Variables)
}

// sameTraining compares what a checkpoint was trained with. Only the number
// of epochs may differ, so that a training can be prolonged.
func (k *checkpointKeeper) sameTraining(folder string, state trainingState) error {
	text, err := os.ReadFile(filepath.Join(folder, descriptionFile))
	if err != nil {
		return err
	}
	var then description
	if err := json.Unmarshal(text, &then); err != nil {
		return err
	}
	now := k.model.Config
	then.Config.Epochs = now.Epochs
	if difference, err := differing(then.Config, now); err != nil || difference != "" {
		return errors.Join(err, &otherTrainingError{folder, "it differs in " + difference})
	}
	if state.Data != k.data {
		return &otherTrainingError{folder, "it differs in the data or the DAG"}
	}
	return nil
}

// differing names the settings in which two configurations differ.
func differing(a, b Config) (string, error) {
	fields := [2]map[string]any{}
	for i, c := range []Config{a, b} {
		text, err := json.Marshal(c)
		if err != nil {
			return "", err
		}
		if err := json.Unmarshal(text, &fields[i]); err != nil {
			return "", err
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(fields[1])) {
		if !reflect.DeepEqual(fields[0][name], fields[1][name]) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", "), nil
}
