// Package reference runs the Python processes with which the project is compared. Use it to add a peer to the benchmark.
//
// The inputs are [Work], the weights and data that Go drew, and the name of a peer. The output is a [Worker], which has done
// the work once, has the [Outputs], and repeats the work on request. [Disagreement] compares the outputs with ours. [Setup]
// creates the peers' Python environment.
package reference
