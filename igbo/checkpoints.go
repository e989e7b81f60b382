package igbo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// Checkpoints says where and how often a training keeps its state. The zero
// value is off.
//
// Each checkpoint is a folder step-000000123 that appears whole or not at all.
// It is a saved model, which Load opens, and holds besides what a resume
// needs: the optimiser's variables, the history, the state of λ, of the line
// search and of early stopping. The order of the batches derives from seed and
// epoch. A resumed training ends with the same weights and history, bit for
// bit, as one that was never interrupted.
type Checkpoints struct {
	// Dir is the folder that holds them; empty is off.
	Dir string
	// Every is the number of steps between checkpoints; 0 keeps the last state alone.
	Every int
	// Keep is how many stay, the newest; 0 is 2.
	Keep int
	// Resume continues at the newest checkpoint that can be read, or begins
	// where there is none. Without it, checkpoints in Dir are an error.
	Resume bool
}

// Validate checks the numbers.
func (c Checkpoints) Validate() error {
	switch {
	case c.Every < 0 || c.Keep < 0:
		return fmt.Errorf("igbo: checkpoints every %d steps of which %d stay, expected 0 or more", c.Every, c.Keep)
	case c.Dir == "" && (c.Every > 0 || c.Resume):
		return errors.New("igbo: checkpoints without a folder, expected Dir")
	}
	return nil
}

// trainingState is what a resume needs beside the variables.
type trainingState struct {
	Step      int
	Stopped   string
	StepSize  float64
	Steps     []train.Step
	Counts    map[projection.Case]int
	Best      best
	Variables []string // in their order, which decides the order of sums
	Data      string   // digest of the data and the DAG
}

const stateFile = "training.gob"

// checkpointKeeper writes and reads the checkpoints of a training.
type checkpointKeeper struct {
	Checkpoints
	model *Model
	data  string
}

// newCheckpointKeeper returns nil where there are no checkpoints.
func newCheckpointKeeper(m *Model, data Data) (*checkpointKeeper, error) {
	k := &checkpointKeeper{Checkpoints: m.Config.Checkpoints, model: m}
	if k.Dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(k.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	drafts, err := filepath.Glob(filepath.Join(k.Dir, draftPattern+"*"))
	if err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	for _, draft := range drafts { // of a process that was killed
		if err := os.RemoveAll(draft); err != nil {
			return nil, fmt.Errorf("igbo: checkpoints: %w", err)
		}
	}
	k.data, err = digest(data, m)
	return k, err
}

// digest identifies what a training learns from.
func digest(data Data, m *Model) (string, error) {
	h := sha256.New()
	err := errors.Join(
		json.NewEncoder(h).Encode(data.Features), binary.Write(h, binary.LittleEndian, int64(data.Steps)),
		binary.Write(h, binary.LittleEndian, data.X), binary.Write(h, binary.LittleEndian, data.Y),
		binary.Write(h, binary.LittleEndian, data.Mask),
		json.NewEncoder(h).Encode(m.DAG), json.NewEncoder(h).Encode(m.Normalization))
	return hex.EncodeToString(h.Sum(nil)), err
}

func (k *checkpointKeeper) due(step int) bool { return k != nil && k.Every > 0 && step%k.Every == 0 }

// folders lists the checkpoints, the newest first.
func (k *checkpointKeeper) folders() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(k.Dir, "step-*"))
	if err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	slices.Sort(found)
	slices.Reverse(found)
	return found, nil
}

// last is the newest checkpoint; empty where there is none.
func (k *checkpointKeeper) last() string {
	if k == nil {
		return ""
	}
	found, err := k.folders()
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// save writes a checkpoint and removes those that are too many.
func (k *checkpointKeeper) save(state trainingState) error {
	if k == nil {
		return nil
	}
	state.Data = k.data
	for v := range k.model.store.IterVariables() {
		state.Variables = append(state.Variables, v.Path())
	}
	folder := filepath.Join(k.Dir, fmt.Sprintf("step-%09d", state.Step))
	err := replaceFolder(folder, func(draft string) error {
		if err := k.model.write(draft); err != nil {
			return err
		}
		return writeState(filepath.Join(draft, stateFile), state)
	})
	if err != nil {
		return fmt.Errorf("igbo: checkpoint: %w", err)
	}
	return k.prune()
}

func writeState(path string, state trainingState) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(f).Encode(state), f.Close())
}

func (k *checkpointKeeper) prune() error {
	found, err := k.folders()
	if err != nil {
		return err
	}
	keep := k.Keep
	if keep == 0 {
		keep = 2
	}
	for _, folder := range found[min(keep, len(found)):] {
		if err := os.RemoveAll(folder); err != nil {
			return fmt.Errorf("igbo: checkpoints: %w", err)
		}
	}
	return nil
}
