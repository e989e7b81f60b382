// Package bench measures this project against PyTorch (eager and compiled), Captum and JAX, on the same work and in the same
// run. Use it to check speed and accuracy on your machine. Run it with `igbo bench`. RESULTS.md has the runs in package
// results.
//
// A [Config] and a backend give a [Report], which has an [outcome.Comparison] for each row of the table, and an [outcome.Study]
// for each measurement without a peer (scaling, memory, equal accuracy, cached executables).
//
// # Peers
//
// A peer is a Python process in a separate environment, which [reference.Setup] creates; only the benchmark needs it. The peer
// reads the weights and data that Go drew, returns its outputs, and repeats the work on request. Its outputs must agree with
// ours within Config.Tolerance, relative to the largest entry, before a time counts. A peer that fails, exits or hangs is
// replaced by a note.
//
// # Timing
//
// Contenders take turns in every round. A ratio is the ratio of medians, with the smallest and largest ratio of a round. The
// report has the wall-clock time and the CPU time of each contender's process, the time of the first run and of the graph, and
// the memory. An [outcome.Goal] states the required ratio of a row, and [outcome.Judge] reports whether it is met.
package bench
