// Package training trains a model: it reads batches, takes optimiser steps, stops early, and saves and resumes
// checkpoints.
//
// [Train] trains on data in memory. [TrainFrom] also takes a model to start from, and [TrainOn] reads batches from a
// [Source]. Each returns a [Result] with the trained model and the history.
//
// Most programs call these functions through package igbo, as igbo.Train, igbo.TrainFrom and igbo.TrainOn.
//
// The files follow the course of a training. train and warmstart create the model, and batchsource provides the batches.
// session takes the steps, using the losses built by objectives. stopper evaluates held-out data. checkpointer saves the
// state, and resume reads the newest checkpoint.
package training
