// Package bench measures the project beside what people would use instead:
// PyTorch (eager and compiled), Captum and JAX on the same work, in the same
// run. RESULTS.md holds the runs that package results keeps.
//
// What flows in: a [Config] and a backend. What flows out: a [Report] with a
// [outcome.Comparison] for each row of the table and a [outcome.Study] for what has no peer
// (scaling, memory, equal accuracy, cached executables).
//
// A peer is a Python process that gets the weights and data that Go drew,
// answers with its outputs, and runs the work on request. Its outputs must
// agree with ours within Config.Tolerance, relative to the largest entry,
// before a time counts. Contenders take turns in every round; a ratio is that
// of the medians, with the smallest and largest ratio of a round beside it. Both
// clocks are read, the wall's and the CPU seconds of a contender's process, and
// beside the times of a run stand the first one, the graph and the memory. A peer
// that fails, ends or hangs leaves a note in its place; an [outcome.Goal] says what is wanted
// of a row, and [outcome.Judge] whether it is met.
//
// The peers live in a Python environment of their own, which peer.Setup makes;
// nothing but the benchmark needs them.
package bench
