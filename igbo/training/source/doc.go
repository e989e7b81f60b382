// Package source converts any GoMLX dataset into the batches of a training, so data need not fit in memory.
//
// A [Layout] describes a valid batch. A [Stream] repeats a dataset for a number of epochs, checks each batch, marks the end of each epoch,
// and digests all batches so far. A resumed training compares the digests to detect different batches.
package source
