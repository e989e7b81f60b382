// Package workload defines the work that the benchmark measures: a training step, the attribution of a sequence model,
// explanations, reading a table, a matrix product, and the paper's Table I. Use it to add a workload.
//
// The inputs are a size and a backend. The outputs are our contender, which has done the work once, and the same weights and
// data as files for the peers' scripts.
package workload
