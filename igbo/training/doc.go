// Package training takes the steps of a training: where the batches come from, what a step
// descends, when it ends, and what is kept so that it can go on later.
//
// What flows in: settings, data in memory or a [Source], an order, and perhaps a model to start
// from. What flows out: a [Result] with the trained model and the history, and checkpoints.
//
// The way of a training, file by file: train (and warmstart) makes the model and supply the
// batches; session takes the steps, which descend what objectives builds; stopper looks at held-out
// data; keeper writes the state into checkpoints, and resume reads the newest one.
//
// A user meets these functions as igbo.Train, igbo.TrainFrom and igbo.TrainOn; errors begin with that name.
package training
