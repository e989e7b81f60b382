// Package source converts a GoMLX dataset into the batches of a training, so the data need not fit in memory.
//
// A [Layout] describes a valid batch. A [Stream] repeats a dataset for a number of epochs, validates each batch, marks
// the end of each epoch, and computes a digest of all batches so far. A resumed training compares the digests to detect
// that the batches changed.
package source
