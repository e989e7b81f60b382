// Package training runs a training: it reads the batches, takes the steps, stops early, and saves and resumes checkpoints.
//
// [Train] takes settings, data in memory and an order; [TrainFrom] also takes a model to start from, and [TrainOn] reads a [Source]
// instead. Each returns a [Result] with the trained model and the history.
//
// The files follow the course of a training: train and warmstart make the model; batchsource makes the batches; session takes the steps,
// which descend the losses of objectives; stopper evaluates held-out data; checkpointer writes the state, and resume reads the newest
// checkpoint.
//
// Most programs call these functions as igbo.Train, igbo.TrainFrom and igbo.TrainOn; the package igbo replaces the name training in errors.
package training
