// Package datasets generates and loads data with a known truth: the teacher–student task in the paper, sequence
// tasks, and sample tables. It also reads your own series from CSV files.
//
// Its functions take sizes and a seed, or a file, and return plain float64 data. The package imports no other
// package of this module except its subpackage distribution.
package datasets
