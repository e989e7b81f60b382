// Package datasets makes and loads the data of the studies: the paper's
// teacher–student task here, sequence tasks and the reader's own series
// beside it.
//
// What flows in: sizes and a seed, or a file. What flows out: plain float64
// data. It imports nothing of the rest of the project; its room law holds data whose truth is known.
package datasets
