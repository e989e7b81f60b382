package training

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
)

// flushEvery is the minimum time between checkpoints that are flushed to disk.
const flushEvery = 2 * time.Second

// checkpointer writes and reads the checkpoints of a training.
type checkpointer struct {
	settings.Checkpoints
	model   *trained.Model
	data    string
	held    string
	unlock  func() error
	damaged []string
	flushed string    // the last checkpoint that was flushed to the disk
	since   time.Time // the time of that flush
}

// newCheckpointer returns nil if checkpoints are disabled.
func newCheckpointer(m *trained.Model, digest func() (string, error)) (*checkpointer, error) {
	k := &checkpointer{Checkpoints: m.Config.Checkpoints, model: m, since: time.Now()}
	if k.Dir == "" {
		return nil, nil
	}
	if err := durable.MakeFolder(k.Dir); err != nil { // also removes temporary files of killed trainings
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	var err error
	if k.data, err = digest(); err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	if m.Config.Watches() {
		if k.held, err = digestOf(m.Config.EarlyStopping.Data, m); err != nil {
			return nil, fmt.Errorf("checkpoints: %w", err)
		}
	}
	if k.unlock, err = durable.Lock(k.Dir); err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	return k, nil
}

func (k *checkpointer) close() {
	if k != nil {
		_ = k.unlock() // a remaining lock file blocks nobody
	}
}

func (k *checkpointer) due(step int) bool { return k != nil && k.Every > 0 && step%k.Every == 0 }

// folders lists the checkpoints, newest first.
func (k *checkpointer) folders() ([]string, error) {
	entries, err := os.ReadDir(k.Dir)
	if err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
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

// folderOf returns the name of the folder with the checkpoint of a step. stepOf parses such a name.
func folderOf(step int) string { return fmt.Sprintf("step-%09d", step) }

func stepOf(folder string) (int, bool) {
	step, err := strconv.Atoi(strings.TrimPrefix(folder, "step-"))
	return step, err == nil && folderOf(step) == folder
}

// last returns the folder of the newest checkpoint, or "" if there is none.
func (k *checkpointer) last() string {
	if k == nil {
		return ""
	}
	found, err := k.folders()
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// save writes a checkpoint and removes the oldest ones beyond Keep.
func (k *checkpointer) save(state trainingState) error {
	if k == nil {
		return nil
	}
	state.Data, state.Held, state.Variables = k.data, k.held, nil
	for v := range k.model.Store().IterVariables() {
		state.Variables = append(state.Variables, v.Path())
	}
	folder, write := filepath.Join(k.Dir, folderOf(state.Step)), durable.WriteFolderUnsynced
	flush := time.Since(k.since) >= flushEvery
	if flush {
		write = durable.WriteFolder
	}
	err := write(folder, func(temp string) error {
		others, err := trained.EncodeVariables(k.model.Store(), func(path string) bool { return !trained.IsWeight(path) })
		return errors.Join(err, k.model.Write(temp, nil), os.WriteFile(filepath.Join(temp, trained.VariablesFile), others, 0o666),
			writeState(filepath.Join(temp, trained.StateFile), state))
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if flush {
		k.flushed, k.since = folder, time.Now()
	}
	return k.prune()
}

// prune removes old checkpoints, except the newest ones and the last flushed one.
func (k *checkpointer) prune() error {
	found, err := k.folders()
	if err != nil {
		return err
	}
	keep := cmp.Or(k.Keep, 2)
	for _, folder := range found[min(keep, len(found)):] {
		if folder == k.flushed {
			continue
		}
		if err := os.RemoveAll(folder); err != nil {
			return fmt.Errorf("checkpoints: %w", err)
		}
	}
	return nil
}
