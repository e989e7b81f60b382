package settings

import (
	"errors"
	"fmt"
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
