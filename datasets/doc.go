// Package datasets makes and loads the data of the studies: the paper's
// teacher–student task here, sequence tasks and the reader's own series
// beside it. It returns plain float64 data and imports nothing of the rest of
// the project.
package datasets
