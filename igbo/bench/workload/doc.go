// Package workload is the work that is measured: a step of a training, the attribution of a
// model of series, explanations, a table read, a product of matrices, the paper's Table I.
//
// What flows in: a size and a backend. What flows out: our contender, which has done the work
// once, and the same weights and data as files for the peers' scripts.
package workload
