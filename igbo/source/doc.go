// Package source makes the steps of a training of any GoMLX dataset, so that data
// need not fit in memory.
//
// In flow the dataset and what its batches must be; out flow batches, checked, for
// one epoch after the other, with the end of each, and a digest of all
// batches so far, by which a resumed training knows that it gets the same ones.
package source
