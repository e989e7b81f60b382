package settings

import (
	"errors"
	"fmt"
)

// Checkpoints controls where and how often training saves its state. The zero value turns checkpoints off.
//
// Each checkpoint is a folder step-000000123 that is written atomically. It is a saved model, which igbo.Load
// opens, with two additional files for resuming:
//
//	training.safetensors  the optimiser's variables, the random state, the best weights so far
//	training.gob          the history, the state of λ, of the line search and of early stopping
//
// The order of batches depends only on seed and epoch. A resumed training ends with the same weights and
// history, bit for bit, as an uninterrupted one.
//
// Resuming requires the same data, held-out data, DAG and settings. Only Config.Epochs and Config.StepsPerCall
// may differ. A training on a dataset (igbo.TrainOn) requires the same batches. User-defined functions must not
// change; only their variables can be checked.
//
// Resuming checks every file as igbo.Load does. If the newest checkpoint is damaged, it uses the previous one
// and reports the damage to OnDamaged and in Result.Damaged.
//
// Training locks the folder (see package durable), so a second training in it returns an error. Checkpoints
// survive if the process is killed. To survive a power failure, checkpoints are flushed to disk at most every
// two seconds, and a flushed checkpoint is kept until the next flush. Save always flushes.
type Checkpoints struct {
	// Dir is the folder for checkpoints. Empty turns checkpoints off.
	Dir string
	// Every is the number of steps between checkpoints. 0 saves only the last state.
	Every int
	// Keep is the number of newest checkpoints to keep. 0 means 2.
	Keep int
	// Resume continues from the newest readable checkpoint, or starts if there is none. If Resume is not set
	// and Dir contains checkpoints, training returns an error.
	Resume bool
	// OnDamaged, if not nil, is called for each checkpoint that is skipped on resume, with the reason.
	OnDamaged func(folder string, err error)
}

// Validate checks the settings.
func (c Checkpoints) Validate() error {
	switch {
	case c.Every < 0:
		return fmt.Errorf("settings: Checkpoints.Every is %d, want 0 or more", c.Every)
	case c.Keep < 0:
		return fmt.Errorf("settings: Checkpoints.Keep is %d, want 0 or more", c.Keep)
	case c.Dir == "" && c.Every > 0:
		return fmt.Errorf("settings: Checkpoints.Dir is empty, but Every is %d (want a folder)", c.Every)
	case c.Dir == "" && c.Resume:
		return errors.New("settings: Checkpoints.Dir is empty, but Resume is set (want a folder)")
	}
	return nil
}
