// Package datasets makes and loads the data of the studies: the paper's teacher–student task, sequence tasks, and your own series.
//
// Use it for data with a known truth. Its functions take sizes and a seed, or a file, and return plain float64 data. It imports no other
// package of the project except its subpackage distribution.
package datasets
