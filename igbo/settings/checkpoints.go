package settings

import (
	"errors"
	"fmt"
)

// Checkpoints sets where and how often a training saves its state. The zero value disables checkpoints.
//
// Each checkpoint is a folder step-000000123 that is written atomically. It is a saved model, which Load opens, with two more files for a
// resume:
//
//	training.safetensors  the optimiser's variables, the random state, the best weights so far
//	training.gob          the history, the state of λ, of the line search and of early stopping
//
// The order of the batches is a function of seed and epoch. A resumed training ends with the same weights and history, bit for bit, as an
// uninterrupted one.
//
// A resume needs the same data, held-out data, DAG and settings, except for the number of epochs and the steps of a call. A training on a
// dataset (TrainOn) needs the same batches. Of a user's functions it can check only the model's variables, so keep the functions unchanged.
//
// A resume checks every file as Load does. If the newest checkpoint is damaged, it uses the previous one, and reports the damage to
// OnDamaged and in Result.Damaged.
//
// A training locks the folder (package durable), so a second one in it is an error. Checkpoints survive if the process is killed. To
// survive a power cut, a checkpoint is flushed to the disk if the last flush was two seconds ago, and is kept until the next flush; Save
// always flushes.
type Checkpoints struct {
	// Dir is the folder that holds them; empty disables checkpoints.
	Dir string
	// Every is the number of steps between checkpoints; 0 keeps only the last state.
	Every int
	// Keep is the number of newest checkpoints to keep; 0 is 2.
	Keep int
	// Resume continues at the newest checkpoint that can be read, or begins if there is none. Without it, checkpoints in Dir are an error.
	Resume bool
	// OnDamaged, if set, is called at a resume with each checkpoint that is skipped, and the reason.
	OnDamaged func(folder string, err error)
}

// Validate checks the numbers.
func (c Checkpoints) Validate() error {
	switch {
	case c.Every < 0 || c.Keep < 0:
		return fmt.Errorf("settings: Checkpoints.Every is %d and Keep is %d, want 0 or more", c.Every, c.Keep)
	case c.Dir == "" && (c.Every > 0 || c.Resume):
		return errors.New("settings: Checkpoints.Dir is empty (want a folder)")
	}
	return nil
}
