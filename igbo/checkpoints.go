package igbo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// Checkpoints says where and how often a training keeps its state. The zero
// value is off.
//
// Each checkpoint is a folder step-000000123 that appears whole or not at all.
// It is a saved model, which Load opens, and holds besides what a resume
// needs:
//
//	training.safetensors  the optimiser's variables, the random state, the best weights so far
//	training.gob          the history, the state of λ, of the line search and of early stopping
//
// The order of the batches derives from seed and epoch. A resumed training ends
// with the same weights and history, bit for bit, as one that was never
// interrupted.
//
// A resume needs the same data, held-out data, DAG and settings, but for the number
// of epochs and the steps of a call; a training on a dataset (TrainOn) the same
// batches. It cannot know whether a user's functions are the same, but for the
// variables of the model's.
//
// A resume checks every file as Load does. Where the newest checkpoint is
// damaged, the one before is taken, and OnDamaged and Result.Damaged say so.
//
// A training holds the folder (package durable): a second one there is an
// error. A kill of the process does a checkpoint no harm. Against a power cut
// one is flushed to the disk when two seconds have passed since the last that
// was, and stays until the next; Save flushes always.
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
	// OnDamaged, where set, is called at a resume with each checkpoint that is
	// passed over, and why.
	OnDamaged func(folder string, err error)
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
	Ascents   int
	Best      best
	Variables []string // in their order, which decides the order of sums
	Data      string   // digest of the data and the DAG
	Held      string   // digest of the held-out data; empty where there is none
	Epochs    int      // that have ended
	Batches   string   // digest of a dataset's batches so far
}

// flushEvery is the time after which a checkpoint is flushed to the disk.
const flushEvery = 2 * time.Second

// checkpointKeeper writes and reads the checkpoints of a training.
type checkpointKeeper struct {
	Checkpoints
	model   *Model
	data    string
	held    string
	unlock  func() error
	damaged []string
	flushed string    // the last checkpoint that was flushed to the disk
	since   time.Time // when it was
}

// newCheckpointKeeper returns nil where there are no checkpoints.
func newCheckpointKeeper(m *Model, digest func() (string, error)) (*checkpointKeeper, error) {
	k := &checkpointKeeper{Checkpoints: m.Config.Checkpoints, model: m, since: time.Now()}
	if k.Dir == "" {
		return nil, nil
	}
	if err := durable.MakeFolder(k.Dir); err != nil { // also clears what killed trainings left
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	var err error
	if k.data, err = digest(); err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	if m.Config.watches() {
		if k.held, err = digestOf(m.Config.EarlyStopping.Data, m); err != nil {
			return nil, fmt.Errorf("igbo: checkpoints: %w", err)
		}
	}
	if k.unlock, err = durable.Lock(k.Dir); err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	return k, nil
}

func (k *checkpointKeeper) close() {
	if k != nil {
		_ = k.unlock() // a lock's file that stays holds nothing
	}
}

// digestOf identifies what a training learns from, or looks at.
func digestOf(data Data, m *Model) (string, error) {
	h := sha256.New()
	err := errors.Join(
		json.NewEncoder(h).Encode(data.Features), binary.Write(h, binary.LittleEndian, int64(data.Steps)),
		binary.Write(h, binary.LittleEndian, data.X), binary.Write(h, binary.LittleEndian, data.Y),
		binary.Write(h, binary.LittleEndian, data.Mask), digestNew(h, data),
		json.NewEncoder(h).Encode(m.DAG), json.NewEncoder(h).Encode(m.Normalization))
	return hex.EncodeToString(h.Sum(nil)), err
}

// digestNew adds what data of one target and no weights does not have.
func digestNew(h io.Writer, data Data) error {
	if data.outputs() == 1 && data.Weights == nil {
		return nil
	}
	return errors.Join(binary.Write(h, binary.LittleEndian, int64(data.outputs())), binary.Write(h, binary.LittleEndian, data.Weights))
}

func (k *checkpointKeeper) due(step int) bool { return k != nil && k.Every > 0 && step%k.Every == 0 }

// folders lists the checkpoints, the newest first.
func (k *checkpointKeeper) folders() ([]string, error) {
	entries, err := os.ReadDir(k.Dir)
	if err != nil {
		return nil, fmt.Errorf("igbo: checkpoints: %w", err)
	}
	steps := map[string]int{}
	for _, e := range entries {
		if step, ok := stepOf(e.Name()); ok && e.IsDir() {
			steps[filepath.Join(k.Dir, e.Name())] = step
		}
	}
	found := slices.Collect(maps.Keys(steps))
	slices.SortFunc(found, func(a, b string) int { return steps[b] - steps[a] })
	return found, nil
}

// folderOf names the checkpoint of a step, stepOf reads the name.
func folderOf(step int) string { return fmt.Sprintf("step-%09d", step) }

func stepOf(folder string) (int, bool) {
	step, err := strconv.Atoi(strings.TrimPrefix(folder, "step-"))
	return step, err == nil && folderOf(step) == folder
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
	state.Data, state.Held, state.Variables = k.data, k.held, nil
	for v := range k.model.store.IterVariables() {
		state.Variables = append(state.Variables, v.Path())
	}
	folder, write := filepath.Join(k.Dir, folderOf(state.Step)), durable.WriteFolderUnsynced
	flush := time.Since(k.since) >= flushEvery
	if flush {
		write = durable.WriteFolder
	}
	err := write(folder, func(draft string) error {
		others, err := encodeVariables(k.model.store, func(path string) bool { return !isWeight(path) })
		return errors.Join(err, k.model.write(draft, nil), os.WriteFile(filepath.Join(draft, variablesFile), others, 0o666),
			writeState(filepath.Join(draft, stateFile), state))
	})
	if err != nil {
		return fmt.Errorf("igbo: checkpoint: %w", named.Once("igbo", err))
	}
	if flush {
		k.flushed, k.since = folder, time.Now()
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

// prune keeps the newest checkpoints, and the last one that is safe on the disk.
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
		if folder == k.flushed {
			continue
		}
		if err := os.RemoveAll(folder); err != nil {
			return fmt.Errorf("igbo: checkpoints: %w", err)
		}
	}
	return nil
}
