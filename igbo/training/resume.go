package training

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
)

// resume restores the model from the newest readable checkpoint. It returns the zero state if there is no checkpoint.
func (k *checkpointer) resume() (trainingState, error) {
	if k == nil {
		return trainingState{}, nil
	}
	found, err := k.folders()
	if err != nil || len(found) == 0 {
		return trainingState{}, err
	}
	if !k.Resume {
		return trainingState{}, fmt.Errorf("%s contains checkpoints of an earlier training; set Resume to continue it, or name another folder", k.Dir)
	}
	var damaged []error
	for _, folder := range found {
		state, err := k.read(folder)
		var other *otherTrainingError
		var format *trained.FormatError
		if err == nil || errors.As(err, &other) || errors.As(err, &format) {
			return state, err
		}
		damaged = append(damaged, err)
		k.damaged = append(k.damaged, err.Error())
		if k.OnDamaged != nil {
			k.OnDamaged(folder, err)
		}
	}
	return trainingState{}, fmt.Errorf("no checkpoint can be read (remove %s to start again): %w", k.Dir, errors.Join(damaged...))
}

// otherTrainingError reports that a checkpoint belongs to a different training.
type otherTrainingError struct{ folder, difference string }

func (e *otherTrainingError) Error() string {
	return fmt.Sprintf("the checkpoint %s belongs to another training: %s", e.folder, e.difference)
}

// read loads a checkpoint into the model. If it fails, it does not change the model.
func (k *checkpointer) read(folder string) (trainingState, error) {
	contents, err := durable.ReadFolder(folder)
	if err != nil {
		return trainingState{}, err
	}
	state, variables, err := k.decode(folder, contents)
	if err == nil {
		err = trained.Create(k.model.Store(), variables)
	}
	if err != nil {
		return trainingState{}, fmt.Errorf("%s: %w", folder, err)
	}
	return state, nil
}

// decode parses a checkpoint's files.
func (k *checkpointer) decode(folder string, contents map[string][]byte) (state trainingState, variables []trained.Variable, err error) {
	then, err := trained.ReadDescription(contents)
	if err != nil {
		return state, nil, err
	}
	if err := gob.NewDecoder(bytes.NewReader(contents[trained.StateFile])).Decode(&state); err != nil {
		return state, nil, fmt.Errorf("%s: %w", trained.StateFile, err)
	}
	if state.Step < 1 || folderOf(state.Step) != filepath.Base(folder) {
		return state, nil, fmt.Errorf("it contains step %d, want the step in the folder's name", state.Step)
	}
	if err := state.validate(); err != nil {
		return state, nil, fmt.Errorf("%s: %w", trained.StateFile, err)
	}
	if err := k.sameTraining(folder, then, state); err != nil {
		return state, nil, err
	}
	variables, err = k.model.ReadVariables(contents, state.Variables)
	return state, variables, err
}

// sameTraining returns an error unless a checkpoint belongs to this training: its settings and data must be the same. The
// number of epochs may differ, so a training can be prolonged, and so may settings that do not affect the result.
func (k *checkpointer) sameTraining(folder string, then trained.Description, state trainingState) error {
	now := k.model.Config
	then.Config.Epochs, then.Config.StepsPerCall = now.Epochs, now.StepsPerCall
	if difference, err := differing(then.Config, now); err != nil || difference != "" {
		return errors.Join(err, &otherTrainingError{folder, "it differs in " + difference})
	}
	if now := k.model.PathName(); then.Path != now {
		return &otherTrainingError{folder, fmt.Sprintf("it differs in the path of the attribution, %q and now %q", then.Path, now)}
	}
	if state.Data != k.data {
		return &otherTrainingError{folder, "it differs in the data or the DAG"}
	}
	if state.Held != "" && state.Held != k.held { // older checkpoints have no digest of held-out data
		return &otherTrainingError{folder, "it differs in the held-out data"}
	}
	return nil
}

// differing returns the names of the settings in which two configurations differ.
func differing(a, b settings.Config) (string, error) {
	fields := [2]map[string]any{}
	for i, c := range []settings.Config{a, b} {
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
